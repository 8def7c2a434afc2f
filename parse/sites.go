package parse

import (
	"cmp"
	"slices"
)

// A SiteGrammar defines the syntax of sites and expressions in one language.
type SiteGrammar interface {
	// Site keeps the sites of node n, by the methods of r; it returns false for a node
	// that is not a site, whose children are visited then.
	Site(r *SiteReader, n Node) bool

	// Expr reads an expression into e, which has its At set; it returns false for an
	// opaque one, whose children are searched for sites then.
	Expr(r *SiteReader, n Node, e *Expr) bool
}

// A SiteReader collects the sites of one file, whose definitions are known. It
// walks the tree once more, because few files have any sites.
type SiteReader struct {
	f        *Facts
	grammar  SiteGrammar
	scope    SiteScope
	lambdas  int        // enclosing the current node
	branches int        // enclosing the current node, loops included
	when     *Condition // enclosing the current node
	depth    int
	reading  []*Expr // the expressions being read, by depth
}

// maxSiteDepth bounds the nesting of visited nodes.
const maxSiteDepth = 200

// NewSiteReader returns a reader that keeps the sites of a scope in f.
func NewSiteReader(f *Facts, g SiteGrammar, scope SiteScope) *SiteReader {
	return &SiteReader{f: f, grammar: g, scope: scope}
}

// Read keeps the sites below n, and sorts all sites.
func (r *SiteReader) Read(n Node) {
	r.Visit(n)
	byPlace := func(a, b Site) int { return cmp.Compare(a.Expr.At, b.Expr.At) }
	if !slices.IsSortedFunc(r.f.Sites, byPlace) { // it often is, and sites are large
		slices.SortStableFunc(r.f.Sites, byPlace)
	}
}

// Visit keeps the sites below n.
func (r *SiteReader) Visit(n Node) {
	if r.depth >= maxSiteDepth {
		return
	}
	r.depth++
	for c := range n.Named {
		r.VisitNode(c)
	}
	r.depth--
}

// VisitNode keeps the sites in n, including n itself.
func (r *SiteReader) VisitNode(n Node) {
	if !r.grammar.Site(r, n) {
		r.Visit(n)
	}
}

// Branch keeps the sites below n, which may not run, or run several times.
func (r *SiteReader) Branch(n Node) {
	r.branches++
	r.Visit(n)
	r.branches--
}

// When calls branch to keep the sites of a branch that runs under a condition; an
// opaque test is an unknown condition.
func (r *SiteReader) When(test Expr, not bool, branch func()) {
	outer := r.when
	r.when = &Condition{Expr: test, Not: not, Outer: outer}
	r.branches++
	branch()
	r.branches--
	r.when = outer
}

// Tested keeps the calls in a condition.
func (r *SiteReader) Tested(e Expr) {
	if e.Kind != ExprTest {
		r.Keep(SiteCall, 0, e)
		return
	}
	for i := range e.Args {
		r.Tested(e.Args[i].Value)
	}
}

// Method keeps the sites below n, the definition of a callable.
func (r *SiteReader) Method(n Node) {
	lambdas, branches, when := r.lambdas, r.branches, r.when
	r.lambdas, r.branches, r.when = 0, 0, nil
	r.Visit(n)
	r.lambdas, r.branches, r.when = lambdas, branches, when
}

// Expr reads an expression. Sites in unreadable parts are kept.
func (r *SiteReader) Expr(n Node) Expr {
	if r.depth >= maxSiteDepth {
		return Expr{At: n.Start()}
	}
	for len(r.reading) <= r.depth {
		r.reading = append(r.reading, new(Expr))
	}
	e := r.reading[r.depth]
	*e = Expr{At: n.Start()}
	r.depth++
	if !r.grammar.Expr(r, n, e) {
		r.Visit(n)
	}
	r.depth--
	return *e
}

// Condition keeps the sites of the condition of a choice, which may be a site
// itself.
func (r *SiteReader) Condition(n Node) {
	if !n.IsZero() && !r.grammar.Site(r, n) {
		r.Visit(n)
	}
}

// Call keeps the expression n, whose value is not assigned to a name.
func (r *SiteReader) Call(n Node) { r.Keep(SiteCall, 0, r.Expr(n)) }

// Member keeps the member or element n, whose value is not assigned to a name, if
// the scope includes members; it returns false if not, or if its object has no
// name.
//
//	if (process.env.DEBUG)    // neither a call nor a value of a name, but a setting
func (r *SiteReader) Member(n Node) bool {
	if r.scope < MemberSites {
		return false
	}
	e := r.Expr(n)
	if e.Kind != ExprMember && e.Kind != ExprIndex {
		return true
	}
	r.f.Sites = append(r.f.Sites, Site{Kind: SiteCall, Def: r.f.DefinitionAt(e.At),
		Branch: r.branches > 0, Expr: e})
	return true
}

// Called reads the callee of a call into e: its name or member is function if
// named is set; otherwise function becomes Recv, without Text.
func (r *SiteReader) Called(e *Expr, function Node, named bool) {
	if named {
		*e = r.Expr(function)
	} else {
		callee := r.Expr(function)
		e.Recv = &callee
	}
	e.Kind = ExprCall
}

// Value keeps the value of a named variable; it does nothing for zero nodes.
func (r *SiteReader) Value(name, value Node) {
	if !name.IsZero() && !value.IsZero() {
		r.Keep(SiteValue, name.Start(), r.Expr(value))
	}
}

// Declared keeps the value of a local whose scope begins at an offset after its
// declaration.
func (r *SiteReader) Declared(name, value Node, scope uint32) {
	e := r.Expr(value)
	if r.Keep(SiteValue, name.Start(), e) {
		r.f.Sites[len(r.f.Sites)-1].Scope = scope
	}
}

// Added keeps the operand appended to the value of a name, known or not: url +=
// "/lines".
func (r *SiteReader) Added(name, value Node) {
	e := r.Expr(value)
	if e.Kind == ExprLiteral {
		return // n += 1
	}
	r.f.Sites = append(r.f.Sites, Site{Kind: SiteValue, Def: r.f.DefinitionAt(e.At),
		For: name.Start(), Branch: r.branches > 0, If: r.when, Appends: true, Expr: e})
}

// Assigned keeps the value assigned to a member of an expression, and the member
// itself if its object contains a call.
func (r *SiteReader) Assigned(name, member, value Node) {
	to, e := r.Expr(member), r.Expr(value)
	calls := false
	to.Walk(func(x *Expr) { calls = calls || x.Kind == ExprCall })
	before := len(r.f.Sites)
	r.Keep(SiteValue, name.Start(), e)
	switch {
	case !calls:
	case len(r.f.Sites) > before:
		r.f.Sites[before].To = &to
	default: // the value is not informative, but its target may be
		r.Keep(SiteCall, 0, *to.Recv)
	}
}

// Choice reads a conditional expression into e.
func (r *SiteReader) Choice(e *Expr, values ...Node) {
	e.Kind = ExprConditional
	for _, v := range values {
		e.Args = append(e.Args, ExprArg{Value: r.Expr(v)})
	}
}

// Each keeps the operand of a loop, and the sites in its body.
func (r *SiteReader) Each(name, over, body Node) {
	r.Keep(SiteEach, name.Start(), r.Expr(over))
	r.Branch(body)
}

// Returned keeps the return value of a callable. The return value of a lambda has
// no name.
func (r *SiteReader) Returned(value Node) {
	if d := r.f.DefinitionAt(value.Start()); r.lambdas == 0 && d > 0 {
		r.Keep(SiteValue, r.f.Definitions[d].NameAt, r.Expr(value))
	} else {
		r.Call(value)
	}
}

// Attribute keeps an attribute of definition def.
func (r *SiteReader) Attribute(def int32, e Expr) {
	r.f.Sites = append(r.f.Sites, Site{Kind: SiteAttribute, Def: def, Expr: e})
}

// AttributeAt keeps an attribute of the definition that begins at n or has its name there, and
// reports whether there is one: that of a parameter, or of a field without a definition, has none.
func (r *SiteReader) AttributeAt(n Node, read func() Expr) bool {
	def := r.f.DefinitionAt(n.Start())
	if def == 0 || r.f.Definitions[def].NameAt < n.Start() {
		return false
	}
	r.Attribute(def, read())
	return true
}

// KeepPart keeps the operand of a loop that binds a name to a part, from 1, of
// each element.
func (r *SiteReader) KeepPart(name Node, part uint8, list Expr) {
	if r.Keep(SiteEach, name.Start(), list) {
		r.f.Sites[len(r.f.Sites)-1].Part = part
	}
}

// Keep keeps an expression, and reports whether it did: uninformative ones are
// left out.
func (r *SiteReader) Keep(kind SiteKind, of uint32, e Expr) bool {
	if kind >= SiteValue && e.Kind == ExprOpaque || kind == SiteCall && !e.calls() {
		return false
	}
	r.f.Sites = append(r.f.Sites, Site{Kind: kind, Def: r.f.DefinitionAt(e.At), For: of,
		Branch: r.branches > 0, If: r.when, Expr: e})
	return true
}

// calls reports whether e may have an effect though its value is unused.
func (e *Expr) calls() bool {
	switch e.Kind {
	case ExprCall, ExprNew, ExprQuery, ExprConditional:
		return true
	case ExprString, ExprTest:
		return len(e.Args) > 0 // a hole may contain a call
	case ExprList: // () => [f(), g()]
		return slices.ContainsFunc(e.Args, func(a ExprArg) bool { return a.Value.calls() })
	case ExprIndex, ExprMember: // f().error
		return e.Recv != nil && e.Recv.calls()
	}
	return false
}

// SetText makes e a string with the given parts.
func (e *Expr) SetText(p TextParts) {
	e.Kind, e.Text = ExprString, p.Text()
	if len(p) > 1 || len(p) == 1 && (p[0].At != 0 || p[0].Text == "") {
		e.Parts = p
	}
}

// Lambda reads an anonymous function with params and a body. The sites in its body
// are kept.
func (r *SiteReader) Lambda(e *Expr, params []Node, body Node, isBlock bool) {
	e.Kind, e.Body = ExprLambda, body.Range()
	for _, p := range params {
		e.Args = append(e.Args, ExprArg{Name: p.Text(), Value: Expr{At: p.Start()}})
	}
	lambdas, branches := r.lambdas, r.branches
	defer func() { r.lambdas, r.branches = lambdas, branches }()
	r.lambdas++
	if d := r.f.DefinitionAt(body.Start()); d > 0 && r.f.Definitions[d].Body == e.Body {
		r.lambdas, r.branches = 0, 0 // it is a definition, like a method
	}
	switch {
	case isBlock:
		r.Visit(body)
	case r.lambdas == 0:
		r.Returned(body)
	default:
		r.evaluated(e, body)
	}
}

// evaluated keeps the expression body of a lambda: in the lambda if it is a string
// or an object, which is the value of a call of the lambda, otherwise as a site.
func (r *SiteReader) evaluated(lambda *Expr, body Node) {
	if body.Is("assignment_expression") && r.grammar.Site(r, body) {
		return
	}
	if e := r.Expr(body); e.Kind == ExprString || e.Kind == ExprMap {
		lambda.Recv = &e
	} else {
		r.Keep(SiteCall, 0, e)
	}
}
