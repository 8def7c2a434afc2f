package python

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// options are the decorators that declare a flag of a command, by full name.
var options = map[string]bool{"click.option": true, "rich_click.option": true,
	"asyncclick.option": true}

// flags records the flags of click commands:
//
//	@click.option("-p", "--port", default=80)
func (r *reader) flags() {
	r.EachAttribute("python", func(d *resolve.Def, x eval.Expr) {
		if options[r.ExternalName(x)] && d.Kind.IsCallable() {
			x.Def = d.ID
			r.declared(x)
		}
	})
}

// declared records the flag with the first long name among the arguments of a call.
func (r *reader) declared(x eval.Expr) {
	for i := range x.Args {
		if x.Args[i].Name != "" {
			return
		}
		text, ok := r.Text(x.Sub(&x.Args[i].Value))
		if !ok {
			return
		}
		name, ok := strings.CutPrefix(text, "--")
		if name, _, _ = strings.Cut(name, "/"); ok && name != "" {
			r.Flag(x, name)
			return
		}
	}
}

// argument records a flag added to an argparse parser that is created in the function,
// or passed to it.
func (r *reader) argument(x eval.Expr) {
	if r.isParser(x.Sub(x.Recv), 0) {
		r.declared(x)
	}
}

// groups are the parser methods that return parsers and argument groups.
var groups = map[string]bool{"add_argument_group": true, "add_mutually_exclusive_group": true,
	"add_parser": true, "add_subparsers": true}

// maxGroups bounds nested groups.
const maxGroups = 5

// isParser reports whether an expression is an argparse parser, or a group of one.
func (r *reader) isParser(of eval.Expr, depth int) bool {
	if l := of.Local(); l != nil && isParserType(l.Type.Name) {
		return true
	}
	for _, p := range r.Table.Def(of.Def).Params {
		if of.Kind == parse.ExprName && p.Name == of.Expr.Text &&
			(isParserType(p.Type.Name) || r.isDjangos(r.Table.Def(of.Def))) {
			return true
		}
	}
	for _, v := range r.Evaluate(of) {
		switch {
		case v.Kind != parse.ExprCall:
		case r.ExternalName(v) == "argparse.ArgumentParser":
			return true
		case v.Recv != nil && groups[v.Expr.Text] && depth < maxGroups &&
			r.isParser(v.Sub(v.Recv), depth+1):
			return true
		}
	}
	return false
}

// isDjangos reports whether Django passes a parser to a method: add_arguments of a
// command, whose class derives from Django's or is in the folder of commands.
func (r *reader) isDjangos(d *resolve.Def) bool {
	if d.Name != "add_arguments" || d.Outer == resolve.None || !r.Table.Def(d.Outer).Kind.IsType() {
		return false
	}
	return strings.Contains("/"+d.File.Path, "/management/commands/") ||
		slices.ContainsFunc(r.ExternalBases(d.Outer), func(base string) bool {
			return strings.HasPrefix(base, "django.core.management.")
		})
}

func isParserType(written string) bool {
	return written == "ArgumentParser" || written == "argparse.ArgumentParser"
}
