// Command notice writes NOTICE: the modules and grammars whose code is in the programs,
// with their licences, and the sources of the tables in external/data. It reads the
// licence files in the module cache, and fails for a module with an unknown licence.
//
//	go run ./scripts/notice [-o NOTICE]
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/external/gen/dotnet"
	"seedgraph/external/gen/golang"
	"seedgraph/external/gen/jdk"
	"seedgraph/external/gen/python"
	"seedgraph/external/gen/typescript"
)

func main() {
	out := flag.String("o", "NOTICE", "file to write")
	flag.Parse()
	text, err := notice()
	if err == nil {
		err = os.WriteFile(*out, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notice:", err)
		os.Exit(1)
	}
}

// A module is a module with code in a program.
type module struct {
	path, version, dir string
	packages           []string // relative to the path
}

// modules returns the modules of both programs, by path.
func modules() ([]*module, error) {
	const form = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.ImportPath}}{{end}}{{end}}"
	list := exec.Command("go", "list", "-pgo=off", "-deps", "-f", form, "seedgraph/cmd/indexer", "seedgraph/cmd/query")
	list.Stderr = os.Stderr
	text, err := list.Output()
	if err != nil {
		return nil, err
	}
	byPath := map[string]*module{}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	out := []*module{{path: "Go's standard library and runtime", dir: strings.TrimSpace(string(root))}}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 4 {
			continue
		}
		m := byPath[f[0]]
		if m == nil {
			m = &module{path: f[0], version: f[1], dir: f[2]}
			byPath[f[0]] = m
			out = append(out, m)
		}
		m.packages = append(m.packages, strings.TrimPrefix(strings.TrimPrefix(f[3], f[0]), "/"))
	}
	slices.SortFunc(out, func(a, b *module) int { return strings.Compare(a.path, b.path) })
	return out, nil
}

// licences identifies a licence by a unique sentence; the first match counts.
var licences = []struct{ name, sentence string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived from"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright notice"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
}

// licenceOf returns the name of a licence, given its text; empty if it is unknown.
func licenceOf(text string) string {
	flat := strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "Version 2.0,", "Version 2.0")
	for _, l := range licences {
		if strings.Contains(strings.ToLower(flat), strings.ToLower(l.sentence)) {
			return l.name
		}
	}
	return ""
}

// files reads the licences and notices of a module, the licence first.
func (m *module) files() ([]string, error) {
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return nil, err
	}
	var licence, notices []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		isNotice := strings.HasPrefix(name, "NOTICE")
		if e.Type()&fs.ModeType != 0 || !isNotice && !strings.HasPrefix(name, "LICENSE") &&
			!strings.HasPrefix(name, "LICENCE") && !strings.HasPrefix(name, "COPYING") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(m.dir, e.Name()))
		if err != nil {
			return nil, err
		}
		clean := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
		if isNotice {
			notices = append(notices, clean)
		} else {
			licence = append(licence, clean)
		}
	}
	if len(licence) == 0 {
		return nil, errors.New("there is no licence")
	}
	return append(licence, notices...), nil
}

// A grammar is a parser of the tree-sitter module: its original repository, the
// copyright holders, and its licence, MIT by default.
type grammar struct{ repository, holders, licence string }

// grammars are the parsers in the programs, by their folder in the module.
var grammars = map[string]grammar{
	"bash":       {repository: "tree-sitter/tree-sitter-bash", holders: "2017 Max Brunsfeld"},
	"c":          {repository: "tree-sitter/tree-sitter-c", holders: "2014 Max Brunsfeld"},
	"cpp":        {repository: "tree-sitter/tree-sitter-cpp", holders: "2014 Max Brunsfeld"},
	"csharp":     {repository: "tree-sitter/tree-sitter-c-sharp", holders: "2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors"},
	"dockerfile": {repository: "camdencheek/tree-sitter-dockerfile", holders: "Camden Cheek"},
	"elixir": {repository: "elixir-lang/tree-sitter-elixir", holders: "2021 The Elixir Team, 2018-2021 Max Brunsfeld (generated parts)",
		licence: "Apache-2.0, MIT (generated parts)"},
	"elm":    {repository: "elm-tooling/tree-sitter-elm", holders: "Kolja Lampe"},
	"golang": {repository: "tree-sitter/tree-sitter-go", holders: "2014 Max Brunsfeld"},
	"hcl": {repository: "MichaHoffmann/tree-sitter-hcl", holders: "Michael Hoffmann",
		licence: "Apache-2.0"},
	"java":                  {repository: "tree-sitter/tree-sitter-java", holders: "2017 Ayman Nadeem"},
	"kotlin":                {repository: "fwcd/tree-sitter-kotlin", holders: "2018-2021 Max Brunsfeld, 2021 fwcd"},
	"lua":                   {repository: "Azganoth/tree-sitter-lua", holders: "Ademir José Ferreira Júnior"},
	"php":                   {repository: "tree-sitter/tree-sitter-php", holders: "2017 Josh Vera, GitHub, 2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White"},
	"python":                {repository: "tree-sitter/tree-sitter-python", holders: "2016 Max Brunsfeld"},
	"ruby":                  {repository: "tree-sitter/tree-sitter-ruby", holders: "2016 Rob Rix"},
	"rust":                  {repository: "tree-sitter/tree-sitter-rust", holders: "2017 Maxim Sokolov"},
	"scala":                 {repository: "tree-sitter/tree-sitter-scala", holders: "2018 Max Brunsfeld and GitHub"},
	"swift":                 {repository: "alex-pinkus/tree-sitter-swift", holders: "2021 alex-pinkus"},
	"toml":                  {repository: "ikatyang/tree-sitter-toml", holders: "Ika"},
	"typescript/tsx":        {repository: "tree-sitter/tree-sitter-typescript", holders: "2017 Max Brunsfeld"},
	"typescript/typescript": {repository: "tree-sitter/tree-sitter-typescript", holders: "2017 Max Brunsfeld"},
}

const grammarModule = "github.com/smacker/go-tree-sitter"

// tables lists the sources of the tables in external/data: names of declarations, no
// code.
var tables = [][2]string{
	{"dotnet", "the packages " + strings.Join(dotnet.Sources(), ", ") + " of npm, which describe assemblies of .NET"},
	{"go", "the standard library of " + golang.Version + " (BSD-3-Clause), read by go/types"},
	{"jdk", "the class files of JDK " + jdk.Version + ": names and signatures"},
	{"python", "the stubs of typeshed (Apache-2.0) in pyright " + python.PyrightVersion},
	{"typescript", "the declaration files of TypeScript " + typescript.LibVersion + " (Apache-2.0) and of @types/node " +
		typescript.NodeVersion + " (MIT)"},
	{"*-libraries", "written by hand in external/gen/libraries; each entry names the documentation it is from"},
}

// notice returns the text of NOTICE.
func notice() ([]byte, error) {
	all, err := modules()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("Third-party code and data in seedgraph\n\nWritten by `make notice`. The owner of seedgraph has not chosen a licence for it yet.\n\n" +
		"MODULES\n\n")
	var texts []string             // of licences, in the order of their first module
	users := map[string][]string{} // of a text
	for _, m := range all {
		files, err := m.files()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.path, err)
		}
		name := licenceOf(files[0])
		if name == "" {
			return nil, fmt.Errorf("%s: its licence is not known", m.path)
		}
		fmt.Fprintf(&b, "  %s  %s\n", strings.TrimSpace(m.path+" "+m.version), name)
		for _, text := range files {
			if users[text] == nil {
				texts = append(texts, text)
			}
			users[text] = append(users[text], m.path)
		}
	}
	if err := writeGrammars(&b, all); err != nil {
		return nil, err
	}
	b.WriteString("\nTABLES IN external/data\n\nThey hold names, kinds and signatures that the platforms publish.\n\n")
	for _, t := range tables {
		fmt.Fprintf(&b, "  %s: %s\n", t[0], t[1])
	}
	b.WriteString("\nVOCABULARIES IN tokens/vocab\n\n  cl100k_base and o200k_base of OpenAI, as github.com/tiktoken-go/tokenizer (MIT) has them\n")
	b.WriteString("\nRULES OF PLURALS IN internal/plural/npm.txt\n\n  inflection 1.13.4 of npm, Copyright (c) 2021 dreamerslab  MIT; written by internal/plural/gen/npm.js\n")
	b.WriteString("\nLICENCES\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n----------------------------------------------------------------------\n%s\n\n%s\n",
			strings.Join(users[text], "\n"), text)
	}
	return b.Bytes(), nil
}

// writeGrammars lists the parsers in the module of the grammars.
func writeGrammars(b *bytes.Buffer, all []*module) error {
	b.WriteString("\nGRAMMARS in " + grammarModule + "\n\n")
	i := slices.IndexFunc(all, func(m *module) bool { return m.path == grammarModule })
	if i < 0 {
		return fmt.Errorf("the programs do not use %s", grammarModule)
	}
	packages := slices.Clone(all[i].packages)
	slices.Sort(packages)
	for _, p := range slices.Compact(packages) {
		if p == "" || p == "typescript" {
			continue
		}
		g, ok := grammars[p]
		if !ok {
			return fmt.Errorf("%s/%s: its origin is not known", grammarModule, p)
		}
		fmt.Fprintf(b, "  %s  github.com/%s, Copyright (c) %s  %s\n", p, g.repository, g.holders, cmp.Or(g.licence, "MIT"))
	}
	return nil
}
