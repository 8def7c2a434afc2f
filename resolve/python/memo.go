package python

import (
	"math"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// A key is a memoized question.
type key struct {
	def     resolve.DefID // the value of a definition, or the result of a function
	class   resolve.DefID // for a function: the class of its receiver
	kind    queryKind
	binding *parse.FlowBinding
	local   *parse.Local
	within  bool // it is evaluated for an object or a call, which may change the answer
}

// A queryKind is the kind of a query on a definition.
type queryKind uint8

const (
	askValue      queryKind = iota // its assigned values
	askResult                      // the result type
	askDecoration                  // the result of its decorators
	askAlias                       // the type that an alias denotes
)

// A memo is an answer, or a question being evaluated.
type memo struct {
	set   set
	level int // of a question being evaluated: its depth in the stack of those; 0 for an answer
}

// memo answers a question, and memoizes the answer if keep is set. A question that
// depends on one being evaluated gets an empty answer, which adds nothing.
// Intermediate answers are not kept then: they may lack the part of the question
// being evaluated.
//
//	def even(n): return odd(n - 1) if n else True
//	def odd(n): return even(n - 1) if n else False
//
// Each result is evaluated while the other is pending. The part that even contributes
// to odd at that point lacks that of odd itself, so only the outermost answer is
// kept.
func (p *evaluator) memo(k key, keep bool, find func() set) set {
	if p.isUnderWay(k) {
		return nothing
	}
	if m, ok := p.answers[k]; ok {
		return m.set
	}
	outer := p.pending
	p.level++
	p.pending = p.level
	p.answers[k] = memo{level: p.level}
	s := find()
	// If no question further out was asked again, the answer depends on no pending
	// one.
	if p.pending >= p.level {
		p.pending = outer
	} else {
		keep = false
		p.pending = min(p.pending, outer)
	}
	if delete(p.answers, k); keep {
		p.answers[k] = memo{set: s}
	}
	p.level--
	return s
}

// isUnderWay reports whether a question is asked within itself. All questions in
// between depend on its answer: none of them is kept.
func (p *evaluator) isUnderWay(k key) bool {
	m := p.answers[k]
	if m.level == 0 {
		return false
	}
	p.pending = min(p.pending, m.level)
	return true
}

// A context is the known state of the object and call for which code is evaluated.
type context struct {
	typeArgs map[string]set        // the values of type parameters
	self     map[resolve.DefID]val // the first parameters of methods
	params   map[param]set         // other parameters
}

// isPlain reports whether code is evaluated for no object and no call.
func (c *context) isPlain() bool { return c.typeArgs == nil && c.self == nil && c.params == nil }

// A param is a parameter of a function.
type param struct {
	function resolve.DefID
	name     string
}

// within runs find in another context. Answers are memoized only outside any context,
// since they may differ for another object or call.
func (p *evaluator) within(c context, find func() set) set {
	outer := p.context
	p.context = c
	defer func() { p.context = outer }()
	return find()
}

// A receiverKey is an expression at a place.
type receiverKey struct {
	steps *parse.Step
	n     int
	at    uint32
	from  resolve.DefID
}

// receiverOf returns the values of the receiver of a reference, which it must have. The binding of
// the reference, of the objects that it is used on and of the methods that reading an attribute
// runs all ask for them.
func (p *evaluator) receiverOf(r *parse.Reference, from resolve.DefID) set {
	k := receiverKey{&r.Recv[0], len(r.Recv), r.At, from}
	s, ok := p.receivers[k]
	if !ok {
		s = p.eval(r.Recv, r.At, from)
		if p.pending == math.MaxInt { // complete: it depends on no pending question or limit
			p.receivers[k] = s
		}
	}
	return s
}
