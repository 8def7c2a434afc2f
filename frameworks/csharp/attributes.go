package csharp

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// flagWords are those of files with properties that a library fills from flags.
var flagWords = []string{"[Option(", "[Option]", "[Option,", ", Option(", ", Option]",
	"[CommandOption("}

// filled are the attributes of properties that libraries fill from flags, by name: the
// namespace of the library, and a function that returns the long name of the flag, or
// "".
var filled = map[string][]struct {
	space string
	name  func(r *configReader, d *resolve.Def, x eval.Expr) string
}{
	"Option": {
		{"CommandLine", (*configReader).parserName},
		{"McMaster.Extensions.CommandLineUtils", (*configReader).utilsName},
	},
	"CommandOption": {{"Spectre.Console.Cli", (*configReader).templateName}},
}

// fillFlags records the properties that libraries fill from flags, by their attributes.
func (r *configReader) fillFlags() {
	r.EachAttribute(language, func(d *resolve.Def, x eval.Expr) {
		if d.Kind != graph.KindProperty || x.Referent().Def > resolve.None {
			return
		}
		for _, a := range filled[strings.TrimSuffix(x.Expr.Text, "Attribute")] {
			if !r.sees(d.File, a.space) {
				continue
			}
			if name := a.name(r, d, x); name != "" {
				r.model.Fills = append(r.model.Fills, config.Fill{Key: config.FlagOf(d.File, name),
					Member: d.ID, Tier: graph.Exact})
			}
			return
		}
	})
}

// parserName returns the name of a CommandLineParser flag: the string argument of the
// attribute, or else the property name in lower case. A single letter makes a flag
// without a long name.
//
//	[Option('p', "port")]    [Option("port")]    [Option('p')]    [Option]
func (r *configReader) parserName(d *resolve.Def, x eval.Expr) string {
	for i := range x.Args {
		switch a := &x.Args[i]; {
		case a.Name != "" && a.Name != "longName" && a.Name != "shortName":
		case x.In.File.Text[a.Value.At] == '\'' && len(x.Args) == i+1, a.Name == "shortName":
			return ""
		case x.In.File.Text[a.Value.At] != '\'':
			text, _ := r.Text(x.Sub(&a.Value))
			return text
		}
	}
	return strings.ToLower(d.Name)
}

// longFlag matches the long name in the template of a flag: "-p|--port <PORT>".
var longFlag = regexp.MustCompile(`(?:^|[|\s])--([\w-]+)`)

// templateName returns the name of a Spectre.Console.Cli flag from its template.
func (r *configReader) templateName(_ *resolve.Def, x eval.Expr) string {
	template := x.Arg(0, "template")
	if template == nil {
		return ""
	}
	text, _ := r.Text(x.Sub(template))
	if m := longFlag.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// utilsName returns the name of a McMaster.Extensions.CommandLineUtils flag: from the
// template, from LongName, or else the property name with dashes.
func (r *configReader) utilsName(d *resolve.Def, x eval.Expr) string {
	if name := x.Arg(-1, "LongName"); name != nil {
		text, _ := r.Text(x.Sub(name))
		return text
	}
	if template := x.Arg(0, "template"); template != nil {
		if _, ok := r.Text(x.Sub(template)); ok {
			return r.templateName(d, x)
		}
	}
	return dashed(d.Name)
}

// wordStart matches the start of a word within a name: MaxSize, but not OAuth.
var wordStart = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// dashed returns a name in lower case with a dash between words.
func dashed(name string) string {
	return strings.ToLower(wordStart.ReplaceAllString(name, "$1-$2"))
}
