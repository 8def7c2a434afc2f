module example.org/polyglot

go 1.24
