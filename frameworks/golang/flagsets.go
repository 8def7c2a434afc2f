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

// A flagSet is one of pflag: that of a program, a variable, or one that a command has.
type flagSet struct {
	project string // of that of a program
	of      string // the method of a command
	held    resolve.DefID
	local   eval.Place // where the scope of a local begins
}

// A declaredFlag is one of a set.
type declaredFlag struct {
	in   flagSet
	name string
}

// declaredIn notes the sets of which a call declares a flag.
func (r *configReader) declaredIn(x eval.Term, full, name string) {
	if strings.HasPrefix(full, pflag) {
		r.flags = append(r.flags, declaredFlag{flagSet{project: "/" + r.Project(x.In.File)}, name})
		return
	}
	for _, s := range r.setsOf(x.Sub(x.Recv)) {
		r.flags = append(r.flags, declaredFlag{s, name})
	}
}

// setsOf lists the sets of flags that an expression may be.
func (r *configReader) setsOf(x eval.Term) []flagSet {
	out := []flagSet{r.variable(x)}
	for _, v := range r.Reduce(x) {
		switch {
		case r.Outside(v) == pflag+"CommandLine":
			out = append(out, flagSet{project: "/" + r.Project(v.In.File)})
		case v.Kind == parse.ExprCall && v.Recv != nil && commands[v.Expr.Text]:
			s := r.variable(v.Sub(v.Recv))
			s.of = v.Expr.Text
			out = append(out, s)
		}
	}
	return slices.DeleteFunc(out, func(s flagSet) bool { return s == flagSet{of: s.of} })
}

// variable is the variable that an expression names; zero for none.
func (r *configReader) variable(x eval.Term) flagSet {
	if d := x.Meaning().Def; d > resolve.None {
		return flagSet{held: d}
	}
	if l := x.Local(); l != nil {
		return flagSet{local: eval.Place{File: x.In.File, At: l.Scope.Start}}
	}
	return flagSet{}
}

// boundFlags enters the keys that flags of a set give their values: each has the name of its flag.
// Those that a command hands on to others are in all its sets.
//
//	viper.BindPFlags(cmd.Flags())
func (r *configReader) boundFlags(x eval.Term) {
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
