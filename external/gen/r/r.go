// Package r reads the exports of the packages distributed with R, base and
// recommended ones, using R itself, which Debian distributes as r-base-core and
// r-recommended.
//
// A package is a namespace. Functions known not to return a function have the result
// "value", those that return one "function". An S3 generic is virtual.
package r

import (
	_ "embed" // the script
	"fmt"
	"os/exec"
	"strings"

	"seedgraph/external"
	"seedgraph/external/gen/source"
)

// Version is the release of R in the table.
const Version = "4.2.2"

//go:embed declare.R
var script string

// Declare returns the exports of the packages, by package.
func Declare() ([]external.Declared, error) {
	out, err := exec.Command("Rscript", "--vanilla", "-e", "cat(as.character(getRversion()))").Output()
	if err != nil {
		return nil, fmt.Errorf("%w: Rscript: %v", source.ErrUnavailable, err)
	}
	if string(out) != Version {
		return nil, fmt.Errorf("%w: this is R %s, not %s", source.ErrUnavailable, out, Version)
	}
	run := exec.Command("Rscript", "--vanilla", "-")
	run.Stdin = strings.NewReader(script)
	if out, err = run.Output(); err != nil {
		return nil, fmt.Errorf("run Rscript: %v", err)
	}
	return read(string(out))
}

// read reads the lines of the script.
func read(text string) ([]external.Declared, error) {
	var all []external.Declared
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 6 {
			return nil, fmt.Errorf("%q: %d fields", line, len(fields))
		}
		if n := len(all); n == 0 || all[n-1].Name != fields[0] {
			all = append(all, external.Declared{Name: fields[0]})
		}
		m := external.Member{Name: fields[1], Kind: external.Value}
		if fields[2] == "TRUE" {
			m.Kind = external.Function
		}
		if fields[3] == "TRUE" {
			m.Flags |= external.Virtual
		}
		if fields[4] != "" && m.Kind == external.Function {
			m.Type = external.TypeRef{Form: external.Named, Name: fields[4]}
		}
		for param := range strings.FieldsSeq(fields[5]) {
			name, optional := strings.CutSuffix(param, "=")
			m.Params = append(m.Params, external.Param{Name: name, Optional: optional,
				Variadic: name == "..."})
		}
		d := &all[len(all)-1]
		d.Members = append(d.Members, m)
	}
	return all, nil
}
