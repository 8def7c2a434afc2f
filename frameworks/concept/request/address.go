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

	// maxNames bounds chains of names.
	maxNames = 12
)

// A Reader collects the requests of one tree. It evaluates their addresses, one for
// each caller that passes a different one.
type Reader struct {
	*eval.Callers
	Found []Request

	family  string
	left    int           // remaining steps for the current address
	within  []*parse.Expr // the values whose texts are being listed
	reduced map[site][]eval.Expr
}

// A site is an expression within the objects of a class; see [Reader.Evaluate].
type site struct {
	*parse.Expr
	class resolve.DefID
}

// NewReader returns a reader of the files of a family of languages. The methods of a base
// class are distinguished by the class of the object: a derived class may define the address.
func NewReader(t *eval.Tree, family string) *Reader {
	c := eval.NewCallers(t, family)
	c.Instances, c.Tests = true, true
	return &Reader{Callers: c, family: family, reduced: map[site][]eval.Expr{}}
}

// Evaluate is [web.Tree.Evaluate], memoized for expressions that depend on no parameter,
// because most values are the same for all callers of a function that makes requests.
func (r *Reader) Evaluate(x eval.Expr) []eval.Expr {
	left := maxLeft
	return r.reduce(x, &left)
}

func (r *Reader) reduce(x eval.Expr, left *int) []eval.Expr {
	key, ok := site{Expr: x.Expr}, x.Env.IsEmpty()
	if this, has := x.Env.Get(eval.Self); has && !x.Env.HasOthers(eval.Self) {
		key.class = r.Class(this)
		ok = this.Expr == r.Instance(key.class).Expr
	}
	if out, known := r.reduced[key]; known && ok {
		return out
	}
	before := *left
	out := r.constructed(x, r.EvaluateWithin(x, left), left)
	if ok && (*left >= 0 || before == maxLeft) { // otherwise another search may get further
		r.reduced[key] = out
	}
	return out
}

// A Text is a possible string value of an expression.
type Text struct {
	Value string    // with Hole for unknown parts
	By    eval.Expr // the expression with its path
	Lead  string    // identity of an unknown prefix; equal for the same base address
	deep  int       // call depth of By
}

// maxLeft bounds the steps for one address.
const maxLeft = 2000

// Texts lists the possible string values of an expression, with the names in it
// evaluated and the parameters of its Env substituted. It is never empty.
func (r *Reader) Texts(x eval.Expr) []Text {
	r.left = maxLeft
	return r.texts(x, 0, 0)
}

// unknown returns the texts of an unknown expression.
func unknown(x eval.Expr) []Text { return []Text{{Value: Hole, By: x, Lead: lead(x)}} }

// lead returns the identity of an unknown value: a declaration is the same everywhere,
// a member of an expression is identified by its name, a local by its file.
func lead(x eval.Expr) string {
	switch {
	case x.Kind != parse.ExprName && x.Kind != parse.ExprMember && x.Kind != parse.ExprCall:
		return ""
	case x.Referent().Def != resolve.None:
		return strconv.Itoa(int(x.Referent().Def))
	case x.Recv != nil && x.Recv.Kind == parse.ExprName:
		return x.Recv.Text + "." + x.Expr.Text
	case x.Recv != nil:
		return lead(x.Sub(x.Recv)) + "." + x.Expr.Text
	case x.Local() != nil:
		return x.In.File.Path + ":" + x.Expr.Text
	}
	return x.Expr.Text
}

func (r *Reader) texts(x eval.Expr, deep, depth int) []Text {
	if x.Kind == parse.ExprString && x.Parts == nil {
		// the part before it may have used up all steps
		return []Text{{Value: x.Expr.Text, By: x, deep: deep}}
	}
	if r.left--; r.left < 0 || depth > maxNames {
		return unknown(x)
	}
	switch x.Kind {
	case parse.ExprString:
		return r.parts(x, deep, depth)
	case parse.ExprLiteral:
		if isNull(x.Expr.Text) { // returned next to an error, or instead of an address
			return unknown(x)
		}
		return []Text{{Value: x.Expr.Text, By: x, deep: deep}}
	case parse.ExprName, parse.ExprMember, parse.ExprCall:
		return r.named(x, deep, depth)
	case parse.ExprConditional:
		var out []Text
		for i := range x.Args {
			out = append(out, r.texts(x.Sub(&x.Args[i].Value), deep, depth+1)...)
		}
		return out[:min(len(out), maxAddresses)]
	}
	return unknown(x)
}

// named lists the strings that a name, a member or a call may evaluate to.
func (r *Reader) named(x eval.Expr, deep, depth int) []Text {
	if d := x.Referent().Def; d != resolve.None && x.Kind != parse.ExprCall {
		if text, ok := r.Constant(d); ok && !strings.Contains(text, resolve.Hole) {
			return []Text{{Value: text, By: x, deep: deep}}
		}
	}
	if given, ok := x.Env.Get(x.Expr.Text); ok && x.Kind == parse.ExprName {
		return r.texts(given, deep+1, depth+1)
	}
	var out []Text
	for _, v := range r.reduce(x, &r.left) {
		if v.Expr == x.Expr {
			out = append(out, unknown(x)...)
			continue
		}
		if slices.Contains(r.within, v.Expr) {
			continue // url = base + url: the value before
		}
		at := deep
		if v.Def != x.Def && r.isGiven(x, v) {
			at++
		}
		r.within = append(r.within, v.Expr)
		texts := r.texts(v, at, depth+1)
		r.within = r.within[:len(r.within)-1]
		for _, t := range texts {
			if at == deep { // a constant, or a value that the definition itself computes
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
	if out == nil {
		return unknown(x)
	}
	return out[:min(len(out), maxAddresses)]
}

// isGiven reports whether the value of x comes from a caller, because x begins with a
// parameter.
func (r *Reader) isGiven(x, value eval.Expr) bool {
	e := x.Expr
	for e.Recv != nil {
		e = e.Recv
	}
	_, ok := x.Env.Get(e.Text)
	return ok && e.Kind == parse.ExprName && e.Text != "this" &&
		r.Table.Def(value.Def).Kind.IsCallable()
}

// parts lists the strings of a concatenation, for all values of its parts.
func (r *Reader) parts(x eval.Expr, deep, depth int) []Text {
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

// part lists the possible strings of a name in a string. Of a member only the name is
// known, which must not be confused with a parameter.
func (r *Reader) part(x eval.Expr, p parse.TextPart, deep, depth int) []Text {
	name := x.Sub(&parse.Expr{Kind: parse.ExprName, At: p.At, Text: p.Text})
	isMember := p.At > 0 && x.In.File.Text[p.At-1] == '.'
	if isMember && name.Referent().Def == resolve.None {
		return unknown(x)
	}
	return r.texts(name, deep, depth+1)
}

// Joined appends every text of the second list to each of the first.
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

// is reports whether two texts are equal as addresses. Deduplication matters because an
// unknown value occurs many times in a large tree, and would leave no room for known
// ones.
func (t Text) is(o Text) bool {
	return t.Value == o.Value && t.Lead == o.Lead && t.deep == o.deep && t.By.Def == o.By.Def &&
		t.By.At == o.By.At && t.By.In == o.By.In
}

// then appends a text. Of the two, the last one that contributes to the path more than
// a parameter determines the writer of the address.
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

// Below prepends base addresses to others. An address with a host has no base.
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
func (r *Reader) Each(visit func(x eval.Expr)) {
	r.EachExpr(r.family, func(k parse.ExprKind) bool {
		return k == parse.ExprCall || k == parse.ExprNew
	}, visit)
}

// Requests builds the requests of a verb to the addresses that x uses in one frame.
// Requests that depend on arguments of callers get a lower tier than those written at
// the call.
func (r *Reader) Requests(x eval.Expr, verbs []string, addresses []Text) []Request {
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

// Enter adds the requests that x makes, for each caller of the definition around it:
// read returns those of one frame, which is the Env of its argument.
func (r *Reader) Enter(x eval.Expr, read func(x eval.Expr) []Request) {
	var found []Request
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		found = append(found, read(x)...)
	}
	r.Found = append(r.Found, weigh(x, found)...)
}

// weigh lists the requests that x makes in all frames. If several are written there,
// the class of the object determines which one is made.
func weigh(x eval.Expr, found []Request) []Request {
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
			q.Tier = resolve.WeakerTier(q.Tier, graph.Hierarchy)
		}
	}
	return found
}

// isNull reports whether a literal is null, in any of the languages.
func isNull(literal string) bool {
	switch literal {
	case "nil", "null", "None", "undefined":
		return true
	}
	return false
}
