package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/internal/cli"
)

// generators generate the content of hostile files.
var generators = map[string]func() []byte{
	"random":    func() []byte { return randomBytes(1_000_000) },
	"noise":     func() []byte { return randomBytes(20_000) },
	"printable": func() []byte { return printableBytes(40_000) },
	"braces":    func() []byte { return repeated("{", 100_000) },
	"parens":    func() []byte { return repeated("(", 100_000) },
	"brackets":  func() []byte { return repeated("[", 100_000) },
	"calls":     func() []byte { return repeated("f(", 20_000) },
	"members":   func() []byte { return repeated("a.", 20_000) },
	"classes":   func() []byte { return repeated("class A { int f; } ", 3_000) },
	"nested": func() []byte {
		return []byte("package a\nvar x = " + strings.Repeat("(", 20_000) + "1" +
			strings.Repeat(")", 20_000) + "\nfunc after() {}\n")
	},
	"dump":    largeDump,
	"sources": largeSource,
	"line":    func() []byte { return bytes.Repeat([]byte("x = 1 + "), 1_000_000/8) },
	"empty":   func() []byte { return nil },
}

// largeDump returns a script beyond the size limit of code: rows, surrounded by
// definitions.
func largeDump() []byte {
	row := "(1, 'it''s; a row of some length, so that there need not be so many of them'),\n"
	return []byte("CREATE TABLE t (a int);\nINSERT INTO t VALUES\n" +
		strings.Repeat(row, 17<<20/len(row)) + "(2, '');\nCREATE VIEW v AS SELECT a FROM t;\n")
}

// largeSource returns C# beyond the size limit of code, with a class at its end.
func largeSource() []byte {
	line := "        Console.WriteLine(\"a statement of some length, so that there are few\");\n"
	method := "    void M%d()\n    {\n" + strings.Repeat(line, 2_000) + "    }\n"
	var b bytes.Buffer
	b.WriteString("class A\n{\n")
	for i := range 17<<20/len(method) + 1 {
		fmt.Fprintf(&b, method, i)
	}
	b.WriteString("}\nclass Last : A { }\n")
	return b.Bytes()
}

// repeated repeats s in lines of a hundred.
func repeated(s string, n int) []byte {
	return bytes.Repeat(append(bytes.Repeat([]byte(s), 100), '\n'), n/100)
}

func randomBytes(n int) []byte {
	out := make([]byte, n)
	r := rand.NewChaCha8([32]byte{1})
	_, _ = r.Read(out) // it never fails
	return out
}

// printableBytes returns random characters that can occur in source, in short
// lines.
func printableBytes(n int) []byte {
	out := randomBytes(n)
	for i, c := range out {
		out[i] = ' ' + c%95
		if i%60 == 59 {
			out[i] = '\n'
		}
	}
	return out
}

// readFolder reads all files below a folder, by slashed relative path.
func readFolder(dir string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	return out, err
}

// writeFolder writes files by slashed relative path.
func writeFolder(dir string, files map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// differences returns the files in which two folders differ, sorted.
func differences(a, b map[string]string) []string {
	var out []string
	for name, text := range a {
		if other, ok := b[name]; !ok {
			out = append(out, name+" (only in the first)")
		} else if other != text {
			out = append(out, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			out = append(out, name+" (only in the second)")
		}
	}
	slices.Sort(out)
	return out
}

// discard discards the output of a command.
var discard = cli.Streams{Out: io.Discard, Err: io.Discard}
