package config

import (
	"path"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An Recorder records the reads in the files of one language family.
type Recorder struct {
	*eval.Tree
	Model  *Model
	Family string

	callers *eval.Callers // set on first use
}

// ReadKey records that x reads the key that an expression names. If that is a parameter,
// each caller that passes the name also reads the key.
func (a *Recorder) ReadKey(x eval.Expr, space keyfile.Space, key *parse.Expr) {
	if key == nil {
		return
	}
	k := x.Sub(key)
	if name, ok := a.Text(k); ok {
		a.Enter(x, Key{Space: space, Name: name}, graph.Exact)
		return
	}
	if k.Kind != parse.ExprName || k.Local() == nil {
		return
	}
	if a.callers == nil {
		a.callers = a.CallersOf(a.Family)
	}
	for _, f := range a.callers.FramesAt(x) {
		k.Env = f.Env
		name, ok := a.Text(k)
		if !ok {
			continue
		}
		a.Enter(x, Key{Space: space, Name: name}, graph.Typed)
		if given, ok := f.Env.Get(k.Expr.Text); ok && given.In != nil {
			a.Enter(given, Key{Space: space, Name: name}, graph.Typed)
		}
	}
}

// Enter records that x reads a key.
func (a *Recorder) Enter(x eval.Expr, k Key, tier graph.Tier) {
	if k.Name != "" {
		a.Model.Reads = append(a.Model.Reads, Read{Key: k, By: x.Def, Tier: tier,
			At: eval.Place{File: x.In.File, At: x.At}})
	}
}

// Fill records that a key fills a member.
func (a *Recorder) Fill(k Key, member resolve.DefID, tier graph.Tier) {
	if k.Name != "" {
		a.Model.Fills = append(a.Model.Fills, Fill{Key: k, Member: member, Tier: tier})
	}
}

// Set records that the code around x sets a key.
func (a *Recorder) Set(x eval.Expr, k Key, tier graph.Tier) {
	if k.Name != "" {
		a.Model.Sets = append(a.Model.Sets, Fill{Key: k, Member: x.Def, Tier: tier})
	}
}

// Name records that a library looks up a variable for a key. Names with lower-case
// letters are ignored: variables in files are matched with keys by their upper-case
// names.
func (a *Recorder) Name(k Key, variable string) {
	if k.Name != "" && variable != "" && variable == strings.ToUpper(variable) {
		a.Model.Names = append(a.Model.Names, Name{Key: k, Variable: variable})
	}
}

// Flag records that x reads a command-line flag, by its long name.
func (a *Recorder) Flag(x eval.Expr, name string) {
	if name = strings.TrimLeft(name, "-"); name != "" && !strings.ContainsAny(name, " {}") {
		a.Enter(x, FlagOf(x.In.File, name), graph.Exact)
	}
}

// FlagOf returns the key of a flag that a file declares. Flags of programs in different
// folders are distinct.
func FlagOf(f *resolve.File, name string) Key {
	return Key{Space: keyfile.Flags, Scope: path.Dir(f.Path), Name: "--" + name}
}

// Each calls visit once for every expression in the sites of the family that may read a
// key.
func (a *Recorder) Each(visit func(eval.Expr)) {
	a.EachExpr(a.Family, func(k parse.ExprKind) bool {
		return k != parse.ExprOpaque && k != parse.ExprName
	}, visit)
}
