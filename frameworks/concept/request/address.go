package request

import (
	"slices"
	"strconv"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const (
	// maxAddresses bounds the addresses of one expression.
	maxAddresses = 50

	// maxNames bounds names that stand for one another.
	maxNames = 12
)

// A Reader collects the requests of one tree. It evaluates their addresses, one for each
// caller who gives another one.
type Reader struct {
	*eval.Callers
	Found []Request

	family  string
	left    int // steps that an address may still take
	reduced map[site][]eval.Term
}

// A site is an expression within the objects of a class; see [Reader.Reduce].
type site struct {
	*parse.Expr
	class resolve.DefID
}

// NewReader returns a reader of the files of a family of languages. The methods of a base
// class are told apart by the class of the object: a derived class may say what is asked for.
// Time is that of [eval.NewCallers].
func NewReader(t *eval.Tree, family string) *Reader {
	c := eval.NewCallers(t, family)
	c.Instances, c.Tests = true, true
	return &Reader{Callers: c, family: family, reduced: map[site][]eval.Term{}}
}

// Reduce is that of the tree. What depends on no parameter is reduced once: the callers of a
// function that makes requests differ in little.
func (r *Reader) Reduce(x eval.Term) []eval.Term {
	left := maxLeft
	return r.reduce(x, &left)
}

func (r *Reader) reduce(x eval.Term, left *int) []eval.Term {
	key, ok := site{Expr: x.Expr}, len(x.Env) == 0
	if this, has := x.Env["this"]; has && len(x.Env) == 1 {
		key.class = r.Class(this)
		ok = this.Expr == r.Instance(key.class).Expr
	}
	if out, known := r.reduced[key]; known && ok {
		return out
	}
	before := *left
	out := r.ReduceWithin(x, left)
	if ok && (*left >= 0 || before == maxLeft) { // else another search may come further
		r.reduced[key] = out
	}
	return out
}

// A Text is what an expression may be as a string.
type Text struct {
	Value string    // with Hole
	By    eval.Term // the expression that writes its path
	Lead  string    // what it begins with, if that is not known; equal for one base address
	deep  int       // how many callers away By is
}

// maxLeft bounds the steps to one address.
const maxLeft = 2000

// Texts lists what an expression may be as a string, with the names in it and the parameters
// of its Env put in. It is never empty.
func (r *Reader) Texts(x eval.Term) []Text {
	r.left = maxLeft
	return r.texts(x, 0, 0)
}

// unknown is an expression of which nothing is known.
func unknown(x eval.Term) []Text { return []Text{{Value: Hole, By: x, Lead: lead(x)}} }

// lead tells what is not known from others: a declaration is one everywhere, a member of
// something by its name, a local in its file.
func lead(x eval.Term) string {
	switch {
	case x.Kind != parse.ExprName && x.Kind != parse.ExprMember && x.Kind != parse.ExprCall:
		return ""
	case x.Meaning().Def != resolve.None:
		return strconv.Itoa(int(x.Meaning().Def))
	case x.Recv != nil && x.Recv.Kind == parse.ExprName:
		return x.Recv.Text + "." + x.Expr.Text
	case x.Recv != nil:
		return lead(x.Sub(x.Recv)) + "." + x.Expr.Text
	case x.Local() != nil:
		return x.In.File.Path + ":" + x.Expr.Text
	}
	return x.Expr.Text
}

func (r *Reader) texts(x eval.Term, deep, depth int) []Text {
	if x.Kind == parse.ExprString && x.Parts == nil {
		// what is before it may have taken all steps
		return []Text{{Value: x.Expr.Text, By: x, deep: deep}}
	}
	if r.left--; r.left < 0 || depth > maxNames {
		return unknown(x)
	}
	switch x.Kind {
	case parse.ExprString:
		return r.parts(x, deep, depth)
	case parse.ExprLiteral:
		if isNull(x.Expr.Text) { // what is returned beside an error, or instead of an address
			return unknown(x)
		}
		return []Text{{Value: x.Expr.Text, By: x, deep: deep}}
	case parse.ExprName, parse.ExprMember, parse.ExprCall:
		return r.named(x, deep, depth)
	case parse.ExprChoice:
		var out []Text
		for i := range x.Args {
			out = append(out, r.texts(x.Sub(&x.Args[i].Value), deep, depth+1)...)
		}
		return out[:min(len(out), maxAddresses)]
	}
	return unknown(x)
}

// named lists the strings that a name, a member or a call stands for.
func (r *Reader) named(x eval.Term, deep, depth int) []Text {
	if d := x.Meaning().Def; d != resolve.None && x.Kind != parse.ExprCall {
		if text, ok := r.Constant(d); ok && !strings.Contains(text, resolve.Hole) {
			return []Text{{Value: text, By: x, deep: deep}}
		}
	}
	if given, ok := x.Env[x.Expr.Text]; ok && x.Kind == parse.ExprName {
		return r.texts(given, deep+1, depth+1)
	}
	var out []Text
	for _, v := range r.reduce(x, &r.left) {
		if v.Expr == x.Expr {
			out = append(out, unknown(x)...)
			continue
		}
		at := deep
		if v.Def != x.Def && r.isGiven(x, v) {
			at++
		}
		for _, t := range r.texts(v, at, depth+1) {
			if at == deep { // a constant, or what the definition itself computes
				t.By = x
			}
			if !slices.ContainsFunc(out, t.is) {
				out = append(out, t)
			}
		}
		if len(out) > maxAddresses {
			break
		}
	}
	return out[:min(len(out), maxAddresses)]
}

// isGiven reports whether the value of x comes from a caller: x begins with a parameter.
func (r *Reader) isGiven(x, value eval.Term) bool {
	e := x.Expr
	for e.Recv != nil {
		e = e.Recv
	}
	_, ok := x.Env[e.Text]
	return ok && e.Kind == parse.ExprName && e.Text != "this" &&
		r.Table.Def(value.Def).Kind.IsCallable()
}

// parts lists the strings that one of several parts may be.
func (r *Reader) parts(x eval.Term, deep, depth int) []Text {
	out := []Text{{By: x, deep: deep}}
	for i := range x.Args {
		out = Joined(out, r.texts(x.Sub(&x.Args[i].Value), deep, depth+1))
	}
	if len(x.Args) > 0 {
		return out
	}
	for _, p := range x.Parts {
		next := unknown(x)
		switch {
		case p.At != 0:
			next = r.part(x, p, deep, depth)
		case p.Text != "":
			next = []Text{{Value: p.Text, By: x, deep: deep}}
		}
		out = Joined(out, next)
	}
	return out
}

// part lists the strings that a name in a string may be. Of a member its name alone is known,
// which must not be taken for a parameter.
func (r *Reader) part(x eval.Term, p parse.TextPart, deep, depth int) []Text {
	name := x.Sub(&parse.Expr{Kind: parse.ExprName, At: p.At, Text: p.Text})
	isMember := p.At > 0 && x.In.File.Text[p.At-1] == '.'
	if isMember && name.Meaning().Def == resolve.None {
		return unknown(x)
	}
	return r.texts(name, deep, depth+1)
}

// Joined puts every text of one list before each of another.
func Joined(before, after []Text) []Text {
	var out []Text
	for _, a := range before {
		for _, b := range after {
			if out = append(out, a.then(b)); len(out) >= maxAddresses {
				return out
			}
		}
	}
	return out
}

// is reports whether two texts say the same of an address. What is not known has many values in
// a large tree, which would leave no room for what is known.
func (t Text) is(o Text) bool {
	return t.Value == o.Value && t.Lead == o.Lead && t.deep == o.deep && t.By.Def == o.By.Def &&
		t.By.At == o.By.At && t.By.In == o.By.In
}

// then puts a text before another one. The last that writes some of the path beyond a
// parameter writes the address.
//
//	"/api" + path                 path
//	"/orders/" + id               the first one
//	"/orders?state=" + "open"     the first one
func (t Text) then(next Text) Text {
	out := Text{t.Value + next.Value, t.By, t.Lead, t.deep}
	if t.Value == "" {
		out.Lead = next.Lead
	}
	path, _, _ := strings.Cut(next.Value, "?")
	known := strings.Trim(path, Hole+"/") != ""
	if known && !strings.Contains(t.Value, "?") &&
		(strings.Contains(path, "/") || !(Address{Text: t.Value}).Known()) {
		out.By, out.deep = next.By, next.deep
	}
	return out
}

// Below puts base addresses before others. An address with a host of its own has no base.
func Below(base, of []Text) []Text {
	if len(base) == 0 {
		return of
	}
	var out []Text
	for _, t := range of {
		if strings.Contains(t.Value, "://") {
			out = append(out, t)
			continue
		}
		for _, b := range base {
			switch {
			case b.Value == Hole && strings.HasPrefix(t.Value, Hole), b.Value == "":
				out = append(out, t)
			default:
				value := strings.TrimRight(b.Value, "/") + "/" + strings.TrimLeft(t.Value, "/")
				out = append(out, Text{value, t.By, b.Lead, t.deep})
			}
		}
	}
	return out[:min(len(out), maxAddresses)]
}

// Each calls visit for every call and creation in the files of the family.
func (r *Reader) Each(visit func(x eval.Term)) {
	r.EachExpr(r.family, func(k parse.ExprKind) bool {
		return k == parse.ExprCall || k == parse.ExprNew
	}, visit)
}

// Requests makes the requests of a verb to addresses that x makes in one frame. What depends
// on arguments of callers is known less surely than what is written where the request is made.
func (r *Reader) Requests(x eval.Term, verbs []string, addresses []Text) []Request {
	var out []Request
	for _, verb := range verbs {
		for _, a := range addresses {
			by, tier := a.By, graph.Typed
			if a.deep == 0 {
				by, tier = x, graph.Exact
			}
			at := eval.Place{File: by.In.File, At: by.At}
			q := Request{Verb: verb, Tier: tier, Handler: resolve.None,
				Address: Address{Text: a.Value, Lead: a.Lead, By: by.Def, At: at}}
			if !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// Enter enters the requests that x makes, for each caller of the definition around it: read
// returns those of one frame, which is the Env of its argument.
func (r *Reader) Enter(x eval.Term, read func(x eval.Term) []Request) {
	var found []Request
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		found = append(found, read(x)...)
	}
	r.Found = append(r.Found, weigh(x, found)...)
}

// weigh lists the requests that x makes in all frames. Of several that are written in it, which
// one it makes depends on the class of the object.
func weigh(x eval.Term, found []Request) []Request {
	texts := map[string]bool{}
	for _, q := range found {
		if q.Address.By == x.Def {
			texts[q.Address.Text] = true
		}
	}
	if len(texts) < 2 {
		return found
	}
	for i := range found {
		if q := &found[i]; q.Address.By == x.Def {
			q.Tier = resolve.Worse(q.Tier, graph.Hierarchy)
		}
	}
	return found
}

// isNull reports whether a literal is null, as the languages write it.
func isNull(literal string) bool {
	switch literal {
	case "nil", "null", "None", "undefined":
		return true
	}
	return false
}
