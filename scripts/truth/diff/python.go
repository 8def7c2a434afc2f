package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// A language specifies how the definitions of its files are found and named.
type language struct {
	suffixes []string
	key      func(file, symbol string) string                    // key of a definition; an empty symbol means the file
	symbol   func(file, name string) string                      // from the name of a node
	find     func(tree, file string, raw []byte) ([]*def, error) // nil if the file cannot be parsed
	byID     bool                                                // symbols are ids of nodes

	// ends are bytes that are ignored at the end of a line.
	ends string
}

var languages = map[string]language{"go": golang, "python": python, "csharp": csharp,
	"typescript": typescript}

// has reports whether a file is in the language.
func (l language) has(file string) bool {
	return slices.ContainsFunc(l.suffixes, func(s string) bool { return strings.HasSuffix(file, s) })
}

// globs returns git patterns for the files of the language.
func (l language) globs() []string {
	var out []string
	for _, s := range l.suffixes {
		out = append(out, "*"+s)
	}
	return out
}

//go:embed definitions.py
var pythonScript string

// python keys a definition by its file.
var python = language{suffixes: []string{".py"}, key: func(file, symbol string) string {
	if symbol == "" {
		return file
	}
	return file + " " + symbol
}, symbol: func(_, name string) string {
	_, symbol, _ := strings.Cut(name, ".")
	return symbol
}, find: findPython}

// findPython uses the parser of Python's standard library.
func findPython(tree, file string, _ []byte) ([]*def, error) {
	cmd := exec.Command("python3", "-c", pythonScript)
	cmd.Dir, cmd.Stderr = tree, os.Stderr
	cmd.Stdin = strings.NewReader(file)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("python3: %w", err)
	}
	var found struct{ Definitions [][]any }
	if err := json.Unmarshal(bytes.TrimSpace(out), &found); err != nil || found.Definitions == nil {
		return nil, err
	}
	defs := []*def{}
	for _, d := range found.Definitions {
		defs = append(defs, &def{path: file, symbol: d[0].(string), first: int(d[1].(float64)),
			last: int(d[2].(float64)), shared: d[3].(bool)})
	}
	return defs, nil
}
