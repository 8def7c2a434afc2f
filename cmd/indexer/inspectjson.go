package main

import (
	"sort"
	"strings"

	"seedgraph/parse"
)

// An inspection is the JSON object of inspect. Offsets are in bytes of the
// text, lines count from 1; a definition is referred to by its index in
// Definitions.
type inspection struct {
	Path        string              `json:"path"`
	Language    string              `json:"language"`
	Module      string              `json:"module"`
	Test        bool                `json:"test"`
	HasError    bool                `json:"has_error"`
	ErrorBytes  int                 `json:"error_bytes"`
	Definitions []inspectDefinition `json:"definitions"` // by position; the first is the file
	Imports     []inspectImport     `json:"imports"`     // by position
	Locals      []inspectLocal      `json:"locals"`      // by position of their scope
	References  []inspectReference  `json:"references"`  // by position
	Embedded    []inspectEmbedded   `json:"embedded"`    // by position
	Lost        []inspectLost       `json:"lost"`        // definitions that are not read, by position
}

type inspectLost struct {
	Name string `json:"name"`
	Line int    `json:"line"`
}

type inspectDefinition struct {
	Kind       string         `json:"kind"`
	Name       string         `json:"name"`
	Symbol     string         `json:"symbol"`
	Module     string         `json:"module,omitempty"`
	Schema     string         `json:"schema,omitempty"`
	Parent     int32          `json:"parent"` // -1 for the file
	Start      uint32         `json:"start"`
	End        uint32         `json:"end"`
	StartLine  int            `json:"start_line"`
	EndLine    int            `json:"end_line"`
	NameLine   int            `json:"name_line"`
	Signature  string         `json:"signature,omitempty"`
	Doc        string         `json:"doc,omitempty"`
	Modifiers  []string       `json:"modifiers,omitempty"`
	Decorators []string       `json:"decorators,omitempty"`
	Bases      []string       `json:"bases,omitempty"`
	TypeParams []string       `json:"type_params,omitempty"`
	Params     []inspectParam `json:"params,omitempty"`
	Receiver   string         `json:"receiver,omitempty"`
	Type       string         `json:"type,omitempty"`
	Complexity int            `json:"complexity,omitempty"`
	Exported   bool           `json:"exported,omitempty"`
	Test       bool           `json:"test,omitempty"`
}

type inspectParam struct {
	Name     string `json:"name"`
	Type     string `json:"type,omitempty"`
	Optional bool   `json:"optional,omitempty"`
	Variadic bool   `json:"variadic,omitempty"`
}

type inspectImport struct {
	Path       string `json:"path"`
	Name       string `json:"name,omitempty"`
	Alias      string `json:"alias,omitempty"`
	All        bool   `json:"all,omitempty"`
	Static     bool   `json:"static,omitempty"`
	Global     bool   `json:"global,omitempty"`
	Export     bool   `json:"export,omitempty"`
	Definition int32  `json:"definition"` // that contains it
	Line       int    `json:"line"`
}

type inspectLocal struct {
	Name       string `json:"name"`
	Type       string `json:"type,omitempty"`
	Value      string `json:"value,omitempty"` // its assigned value, or the expression that it iterates over
	Definition int32  `json:"definition"`
	StartLine  int    `json:"start_line"` // of its scope
	EndLine    int    `json:"end_line"`
}

type inspectReference struct {
	Kind       string   `json:"kind"`
	Name       string   `json:"name"`
	Receiver   string   `json:"receiver,omitempty"`
	Args       *int16   `json:"args,omitempty"` // of calls and creations
	Ops        []string `json:"ops,omitempty"`
	Definition int32    `json:"definition"`
	At         uint32   `json:"at"`
	Line       int      `json:"line"`
}

type inspectEmbedded struct {
	Text       string `json:"text"`
	Use        string `json:"use"` // code, procedure (run as one) or text (part of others)
	Sink       string `json:"sink,omitempty"`
	Definition int32  `json:"definition"`
	Start      uint32 `json:"start"`
	End        uint32 `json:"end"`
	Line       int    `json:"line"`
}

// inspectionOf converts facts.
func inspectionOf(f *parse.Facts) *inspection {
	x := &inspection{
		Path: f.Path, Language: f.Language, Module: f.Module, Test: f.Test, HasError: f.HasError,
		ErrorBytes:  f.ErrorBytes,
		Definitions: make([]inspectDefinition, len(f.Definitions)), Imports: []inspectImport{},
		Locals:     []inspectLocal{},
		References: []inspectReference{}, Embedded: []inspectEmbedded{}, Lost: []inspectLost{},
	}
	line := lineFinder(f.Text)
	for i := range f.Definitions {
		x.Definitions[i] = definitionOf(&f.Definitions[i], line)
	}
	for _, m := range f.Imports {
		x.Imports = append(x.Imports, inspectImport{m.Path, m.Name, m.Alias, m.All, m.Static,
			m.Global, m.Export, m.Def, line(m.At)})
	}
	for _, l := range f.Locals {
		x.Locals = append(x.Locals, inspectLocal{l.Name, l.Type.String(), parse.Expression(l.Init),
			l.Def, line(l.Scope.Start), line(l.Scope.End)})
	}
	for _, r := range f.References {
		ref := inspectReference{r.Kind.String(), r.Name, parse.Expression(r.Recv), nil,
			r.Op.Names(), r.Def, r.At, line(r.At)}
		if r.Args >= 0 && (r.Kind == parse.RefCall || r.Kind == parse.RefCreate) {
			ref.Args = &r.Args
		}
		x.References = append(x.References, ref)
	}
	for _, e := range f.Embedded {
		x.Embedded = append(x.Embedded, inspectEmbedded{e.Text, e.Use.String(), e.Sink, e.Def,
			e.Range.Start, e.Range.End, line(e.Range.Start)})
	}
	for _, l := range f.Lost {
		x.Lost = append(x.Lost, inspectLost{l.Name, line(l.At)})
	}
	return x
}

func definitionOf(d *parse.Definition, line func(uint32) int) inspectDefinition {
	x := inspectDefinition{
		Kind: string(d.Kind), Name: d.Name, Symbol: d.Symbol, Module: d.Module, Schema: d.Schema,
		Parent: d.Parent,
		Start:  d.Range.Start, End: d.Range.End, StartLine: line(d.Range.Start),
		EndLine: line(max(d.Range.End, d.Range.Start+1) - 1), NameLine: line(d.NameAt),
		Signature: d.Signature, Doc: d.Doc, Modifiers: d.Modifiers, Decorators: d.Decorators,
		TypeParams: d.TypeParams,
		Receiver:   d.Receiver().String(), Type: d.Type.String(), Complexity: d.Complexity,
		Exported: d.Exported, Test: d.Test,
	}
	for _, b := range d.Bases {
		x.Bases = append(x.Bases, b.String())
	}
	for _, p := range d.Params {
		x.Params = append(x.Params, inspectParam{p.Name, p.Type.String(), p.Optional, p.Variadic})
	}
	return x
}

// lineFinder returns a function from offsets of text to lines.
func lineFinder(text string) func(at uint32) int {
	starts := []int{0}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
		starts = append(starts, at)
	}
	return func(at uint32) int { return sort.SearchInts(starts, int(at)+1) }
}
