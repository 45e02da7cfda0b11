/*
 * bench_fast_float column file
 *
 * The best known parser and selection, put together in the plainest way: the
 * whole file in memory, fast_float's from_chars, std::nth_element.  bench.sh
 * compares its speed.
 */
#include <fast_float/fast_float.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

static const char *
next_field(const char *p, const char *end)
{
	while (p < end && *p != ' ' && *p != '\n')
		p++;
	while (p < end && *p == ' ')
		p++;
	return p;
}

static std::vector<double>
parse(const char *p, const char *end, int column)
{
	std::vector<double> values;

	/* The most there can be: what is not touched costs nothing. */
	values.reserve(static_cast<std::size_t>(end - p) / 2 + 1);
	while (p < end) {
		double value;

		for (int i = 1; i < column; i++)
			p = next_field(p, end);
		auto result = fast_float::from_chars(p, end, value);
		if (result.ec != std::errc())
			std::exit(2);
		values.push_back(value);
		p = result.ptr;
		while (p < end && *p++ != '\n')
			continue;
	}
	return values;
}

static double
median(std::vector<double> &values)
{
	auto middle = values.begin() +
	    static_cast<std::ptrdiff_t>(values.size() / 2);

	std::nth_element(values.begin(), middle, values.end());
	if (values.size() % 2 == 1)
		return *middle;
	return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

static void
report(std::vector<double> &values)
{
	double least = values[0], most = values[0], sum = 0, squares = 0;
	double n = static_cast<double>(values.size());

	for (double value : values) {
		least = std::min(least, value);
		most = std::max(most, value);
		sum += value;
	}
	for (double value : values)
		squares += (value - sum / n) * (value - sum / n);
	std::printf("%.0f %.8g %.8g %.8g %.8g %.8g\n", n, least, most,
	    median(values), sum / n, std::sqrt(squares / (n - 1)));
}

int
main(int argc, char *argv[])
{
	int fd = argc == 3 ? open(argv[2], O_RDONLY) : -1;
	struct stat status;

	if (fd == -1 || fstat(fd, &status) == -1)
		return 2;
	std::size_t size = static_cast<std::size_t>(status.st_size), used = 0;
	std::unique_ptr<char[]> text(new char[size + 1]);
	ssize_t n;
	while ((n = read(fd, text.get() + used, size - used)) > 0)
		used += static_cast<std::size_t>(n);
	auto values = parse(text.get(), text.get() + used, std::atoi(argv[1]));
	if (values.size() < 2)
		return 2;
	report(values);
	return 0;
}
