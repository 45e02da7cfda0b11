goos: linux
BenchmarkA-8  100  10 ns/op  512 B/op
BenchmarkA-8  100  12 ns/op  512 B/op
BenchmarkA-8  100  11 ns/op  513 B/op
BenchmarkB-8
BenchmarkB-8  100  20 ns/op
BenchmarkB-8  100  21 ns/op
BenchmarkB-8  100  22 ns/op
PASS
