package golang

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const pflag = "github.com/spf13/pflag."

// A flagSet is a pflag flag set: the global one of a program, a variable, or one of a
// command.
type flagSet struct {
	project string // of a global one
	of      string // the method of a command
	held    resolve.DefID
	local   eval.Place // start of the scope of a local
}

// A declaredFlag is a flag of a set.
type declaredFlag struct {
	in   flagSet
	name string
}

// declaredIn records the sets in which a call declares a flag.
func (r *configReader) declaredIn(x eval.Expr, full, name string) {
	if strings.HasPrefix(full, pflag) {
		r.flags = append(r.flags, declaredFlag{flagSet{project: "/" + r.Project(x.In.File)}, name})
		return
	}
	for _, s := range r.setsOf(x.Sub(x.Recv)) {
		r.flags = append(r.flags, declaredFlag{s, name})
	}
}

// setsOf lists the possible flag sets of an expression.
func (r *configReader) setsOf(x eval.Expr) []flagSet {
	out := []flagSet{r.variable(x)}
	for _, v := range r.Evaluate(x) {
		switch {
		case r.ExternalName(v) == pflag+"CommandLine":
			out = append(out, flagSet{project: "/" + r.Project(v.In.File)})
		case v.Kind == parse.ExprCall && v.Recv != nil && commands[v.Expr.Text]:
			s := r.variable(v.Sub(v.Recv))
			s.of = v.Expr.Text
			out = append(out, s)
		}
	}
	return slices.DeleteFunc(out, func(s flagSet) bool { return s == flagSet{of: s.of} })
}

// variable returns the variable that an expression names, or the zero value.
func (r *configReader) variable(x eval.Expr) flagSet {
	if d := x.Referent().Def; d > resolve.None {
		return flagSet{held: d}
	}
	if l := x.Local(); l != nil {
		return flagSet{local: eval.Place{File: x.In.File, At: l.Scope.Start}}
	}
	return flagSet{}
}

// boundFlags records the keys that flags of a set give their values, under the name of
// the flag. Persistent flags of a command are in all its sets.
//
//	viper.BindPFlags(cmd.Flags())
func (r *configReader) boundFlags(x eval.Expr) {
	set := x.Arg(0, "")
	if set == nil {
		return
	}
	for _, in := range r.setsOf(x.Sub(set)) {
		handed := in
		if in.of != "" {
			handed.of = "PersistentFlags"
		}
		for _, f := range r.flags {
			if f.in != in && f.in != handed {
				continue
			}
			for _, s := range r.sources(x) {
				r.Set(x, config.Key{Space: keyfile.Dotted, Name: r.key(s, f.name)}, graph.Exact)
			}
		}
	}
}
