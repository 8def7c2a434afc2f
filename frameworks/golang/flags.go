package golang

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// declares matches the calls that declare a flag, of the packages flag and pflag: the
// type, or Var; with the suffix Var if the first argument is the target, and P if a
// short name follows.
var declares = regexp.MustCompile(`^((?:Bool|String|U?[Ii]nt(?:8|16|32|64)?|Float(?:32|64)|Duration|Count|` +
	`IP|IPMask|IPNet|Text|Bool(?:Func)|Func|StringArray|StringTo(?:String|Int|Int64)|BytesHex|BytesBase64|` +
	`(?:Bool|String|Int|Int32|Int64|Uint|Float32|Float64|Duration|IP)Slice)?)(Var)?P?$`)

// gets matches the calls that return the value of a flag: GetString("port"),
// Lookup("port").
var gets = regexp.MustCompile(`^(Get[A-Z]\w*|Lookup|Changed)$`)

// flag records the flag that a call declares or reads:
//
//	flag.Int("port", 8080, "…")        cmd.Flags().StringVarP(&host, "host", "h", "", "…")
//	cmd.Flags().GetInt("port")
func (r *configReader) flag(x eval.Expr, full string) {
	m := declares.FindStringSubmatch(x.Expr.Text)
	if m == nil && !gets.MatchString(x.Expr.Text) || x.Expr.Text == "" || !r.hasFlags(x, full) {
		return
	}
	at := 0
	if m != nil && m[2] != "" {
		at = 1
	}
	name := x.Arg(at, "")
	if name == nil {
		return
	}
	if text, ok := r.Text(x.Sub(name)); ok {
		r.Flag(x, text)
		if m != nil {
			r.declaredIn(x, full, text)
		}
	}
}

// sets are the package functions that return a flag set.
var sets = map[string]bool{"flag.NewFlagSet": true, "github.com/spf13/pflag.NewFlagSet": true}

// commands are the methods of a cobra command that return a flag set.
var commands = map[string]bool{"Flags": true, "PersistentFlags": true, "LocalFlags": true,
	"InheritedFlags": true}

// hasFlags reports whether the target of a call is in a flag package, or a method of a
// flag set.
func (r *configReader) hasFlags(x eval.Expr, full string) bool {
	for _, p := range []string{"flag.", "github.com/spf13/pflag."} {
		if strings.HasPrefix(full, p) {
			return true
		}
	}
	if x.Recv == nil {
		return false
	}
	of := x.Sub(x.Recv)
	if isFlagSet(r.declared(of)) {
		return true
	}
	for _, v := range r.Evaluate(of) {
		if v.Kind == parse.ExprCall && (sets[r.ExternalName(v)] ||
			commands[v.Expr.Text] && v.Referent().Def == resolve.None && imports(v.In.File, "github.com/spf13/cobra")) {
			return true
		}
	}
	return false
}

// declared returns the declared type of a parameter, local or field.
func (r *configReader) declared(x eval.Expr) string {
	if d := x.Referent().Def; d > resolve.None {
		return r.Table.Def(d).Type.Name
	}
	if l := x.Local(); l != nil && !l.Type.IsZero() {
		return l.Type.Name
	}
	for _, p := range r.Table.Def(x.Def).Params {
		if x.Kind == parse.ExprName && p.Name == x.Expr.Text {
			return p.Type.Name
		}
	}
	return ""
}

func isFlagSet(written string) bool {
	switch strings.TrimLeft(written, "*") {
	case "flag.FlagSet", "pflag.FlagSet":
		return true
	}
	return false
}

// imports reports whether a file imports a package.
func imports(f *resolve.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return im.Path == path })
}
