a b 1
