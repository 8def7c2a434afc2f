package csharp

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const (
	configurationSpace = "Microsoft.Extensions.Configuration."
	optionsSpace       = "Microsoft.Extensions.Options."
)

// configurations are the types with keys; true for those of a section.
var configurations = map[string]bool{"IConfiguration": false, "IConfigurationRoot": false,
	"IConfigurationManager": false, "ConfigurationManager": false, "ConfigurationRoot": false,
	"IConfigurationSection": true, "ConfigurationSection": true}

// outside returns the full name of an external type, without type arguments; empty for
// others.
func (r *configReader) outside(x eval.Expr, t resolve.Type) string {
	name := t.Name
	if t.Def < resolve.None {
		name = x.In.File.ExternalName(t.Def)
	} else if t.Def != resolve.None || !t.External {
		return ""
	}
	name, _, _ = strings.Cut(name, "<")
	return name
}

// typeOf returns the type of a named expression.
func (r *configReader) typeOf(x eval.Expr) resolve.Type {
	switch x.Kind {
	case parse.ExprName, parse.ExprMember, parse.ExprCall:
		return x.In.ValueType(x.At)
	}
	return resolve.Unknown
}

// isConfiguration reports whether an expression is a configuration or section.
func (r *configReader) isConfiguration(x eval.Expr) bool {
	return r.kindOf(x) != ""
}

// isSection reports whether an expression is a section.
func (r *configReader) isSection(x eval.Expr) bool { return configurations[r.kindOf(x)] }

// kindOf returns the short name of the type of a configuration; empty for other
// expressions.
func (r *configReader) kindOf(x eval.Expr) string {
	if r.isOfHost(x) {
		return "IConfiguration"
	}
	name := r.outside(x, r.typeOf(x))
	short := resolve.LastName(name)
	if _, known := configurations[short]; !known ||
		strings.Contains(name, ".") && !strings.HasPrefix(name, configurationSpace) {
		return ""
	}
	return short
}

// isOfHost reports whether an expression is the member Configuration of an object of an
// unknown library type, as host builders have.
func (r *configReader) isOfHost(x eval.Expr) bool {
	if x.Kind != parse.ExprMember || x.Expr.Text != "Configuration" || r.typeOf(x).Known() ||
		x.Referent() != (resolve.Referent{Def: resolve.None}) {
		return false
	}
	of := x.Sub(x.Recv)
	t := r.typeOf(of)
	return t.Def == resolve.None && t.External || !t.Known() && r.isContext(of)
}

// isContext reports whether a name is the first parameter of a function passed to a
// library to configure a host: builder.ConfigureKestrel((context, options) => …).
func (r *configReader) isContext(x eval.Expr) bool {
	if x.Kind != parse.ExprName || x.Referent() != (resolve.Referent{Def: resolve.None}) {
		return false
	}
	f, at, ok := r.Lambda(x)
	return ok && at == 0 && len(f.Args) > 1 && f.Call.Callee() == resolve.None &&
		(strings.HasPrefix(f.Call.Expr.Text, "Configure") || strings.HasPrefix(f.Call.Expr.Text, "Use"))
}
