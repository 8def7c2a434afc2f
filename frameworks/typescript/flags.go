package typescript

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// flagWords are those of files that declare command-line flags.
var flagWords = []string{"commander", "yargs"}

// parsers are the command-line libraries by package: their exports, and objects created
// by them, are parsers.
var parsers = map[string]configLibrary{"commander": commander, "@commander-js/extra-typings": commander,
	"yargs": yargs, "yargs/yargs": yargs}

// A configLibrary is one of parsers of the command line.
type configLibrary uint8

const (
	noLibrary configLibrary = iota
	commander
	yargs
)

// configLibraryOf is the library that a full name is of.
func configLibraryOf(full string) configLibrary {
	for path, l := range parsers {
		if full == path || strings.HasPrefix(full, path+".") {
			return l
		}
	}
	return noLibrary
}

// parserOf returns the library of the parser that an expression is: imported, created,
// returned by a parser method, or the parameter of a function passed to one.
func (r *configReader) parserOf(of eval.Expr) configLibrary {
	todo := []eval.Expr{of}
	for i := 0; i < len(todo) && i < maxChain; i++ {
		x := todo[i]
		if l := configLibraryOf(r.ExternalName(x)); l != noLibrary {
			return l
		}
		switch {
		case x.Kind == parse.ExprCall && x.Recv != nil:
			todo = append(todo, x.Sub(x.Recv))
		case x.Kind == parse.ExprName:
			f, at, ok := r.CallersOf(r.Family).Lambda(x)
			if ok && at == 0 && f.Call.Recv != nil {
				todo = append(todo, f.Call.Sub(f.Call.Recv))
				continue
			}
			for _, v := range r.Evaluate(x) {
				if v.Expr != x.Expr {
					todo = append(todo, v)
				}
			}
		}
	}
	return noLibrary
}

// flag records the flags that a call declares:
//
//	program.option('-p, --port <number>', 'where')
//	yargs(argv).option('port', { type: 'number' }).boolean(['verbose'])
func (r *configReader) flag(x eval.Expr) {
	switch x.Expr.Text {
	case "option", "requiredOption", "options", "boolean", "string", "number", "array", "count",
		"demandOption", "command":
	case "env":
		r.variableOf(x)
		r.prefix(x)
		return
	default:
		return
	}
	if len(x.Args) == 0 {
		return
	}
	switch r.parserOf(x.Sub(x.Recv)) {
	case commander:
		if x.Expr.Text == "option" || x.Expr.Text == "requiredOption" {
			r.declared(x)
		}
	case yargs:
		r.yargs(x)
	}
}

// long matches the long name of a commander flag: '-p, --port <number>'.
var long = regexp.MustCompile(`(?:^|[ ,|])--([^\s=,|<\[]+)`)

// longOf returns the long name in the first argument of a call, or "".
func (r *configReader) longOf(x eval.Expr) string {
	if len(x.Args) == 0 {
		return ""
	}
	text, _ := r.Text(x.Sub(&x.Args[0].Value))
	if m := long.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// declared records the flag of a commander option.
func (r *configReader) declared(x eval.Expr) {
	if name := r.longOf(x); name != "" {
		r.Flag(x, name)
	}
}

// isOption reports whether an expression creates a commander option.
func (r *configReader) isOption(x eval.Expr) bool {
	return x.Kind == parse.ExprNew && x.Expr.Text == "Option" && configLibraryOf(r.ExternalName(x)) == commander
}

// yargs records the flags that a yargs method names: by strings, lists of strings, or
// the keys of an object.
func (r *configReader) yargs(x eval.Expr) {
	arg := &x.Args[0].Value
	if x.Expr.Text == "command" {
		if len(x.Args) < 3 {
			return
		}
		arg = &x.Args[2].Value
	}
	for _, v := range r.Evaluate(x.Sub(arg)) {
		if v.Kind == parse.ExprMap {
			for i := range v.Args {
				if name := v.Args[i].Name; name != "" && name != "..." {
					r.yargsFlag(x, name)
				}
			}
		}
	}
	if x.Expr.Text == "command" || arg.Kind == parse.ExprMap {
		return
	}
	names, _ := r.Texts(x.Sub(arg))
	for _, name := range names {
		r.yargsFlag(x, name)
	}
}

// A yargsFlag is a flag that a file declares with yargs.
type yargsFlag struct {
	in   *resolve.File
	name string
}

// yargsFlag records a yargs flag.
func (r *configReader) yargsFlag(x eval.Expr, name string) {
	r.Flag(x, name)
	r.flags = append(r.flags, yargsFlag{x.In.File, name})
}

// prefix records the prefix of the variables that yargs looks up for flags; without an
// argument these are all variables. It applies to the flags of the file.
//
//	yargs(argv).env('TOOL').option('dry-run', {})    TOOL_DRY_RUN
func (r *configReader) prefix(x eval.Expr) {
	if len(x.Args) > 1 || r.parserOf(x.Sub(x.Recv)) != yargs {
		return
	}
	text := ""
	if arg := x.Arg(0, ""); arg != nil && arg.Text != "true" {
		known := false
		if text, known = r.Text(x.Sub(arg)); !known {
			return
		}
	}
	if r.prefixes == nil {
		r.prefixes = map[*resolve.File][]string{}
	}
	r.prefixes[x.In.File] = append(r.prefixes[x.In.File], strings.TrimRight(text, "_"))
}

// variables records the variables that yargs looks up for the flags of files with
// prefixes.
func (r *configReader) variables() {
	for _, f := range r.flags {
		for _, prefix := range r.prefixes[f.in] {
			r.Name(config.FlagOf(f.in, f.name), strings.TrimPrefix(prefix+"_"+capitals(f.name), "_"))
		}
	}
}

// wordStart matches the start of a word within a name without dashes.
var wordStart = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// capitals converts a name to variable notation: dry-run and dryRun are DRY_RUN.
func capitals(name string) string {
	return strings.ToUpper(strings.ReplaceAll(wordStart.ReplaceAllString(name, "${1}_$2"), "-", "_"))
}

// variableOf records the variable that sets a commander flag:
//
//	new Option('--port <number>').env('PORT')
func (r *configReader) variableOf(x eval.Expr) {
	of := x.Sub(x.Recv)
	for range maxChain {
		if of.Kind != parse.ExprCall || of.Recv == nil {
			break
		}
		of = of.Sub(of.Recv)
	}
	if !r.isOption(of) || len(x.Args) != 1 {
		return
	}
	text, ok := r.Text(x.Sub(&x.Args[0].Value))
	if !ok {
		return
	}
	r.Enter(x, config.Key{Space: keyfile.Variables, Name: text}, graph.Exact)
	if name := r.longOf(of); name != "" {
		r.Name(config.FlagOf(x.In.File, name), text)
	}
}
