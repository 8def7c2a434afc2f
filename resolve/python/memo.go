package python

import (
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A key is a question whose answer is kept.
type key struct {
	def     resolve.DefID // the value of a definition, or the result of a function
	class   resolve.DefID // of a function: of the object that it is called on
	kind    question
	binding *parse.FlowBinding
	local   *parse.Local
	within  bool // it is asked for an object or a call, for which the answer may be another
}

// A question is what is asked of a definition.
type question uint8

const (
	askValue      question = iota // what it is set to
	askResult                     // the result type
	askDecoration                 // what its decorators make of it
	askAlias                      // the type that an alias stands for
)

// A memo is an answer, or a question under way.
type memo struct {
	set   set
	level int // of a question under way: its place among those; 0 for an answer
}

// memo answers a question, and keeps the answer if keep is set. A question that
// leads back to one under way is answered with nothing, which adds nothing to the
// answer. What else was found out on the way is not kept then: it may lack what the
// question under way will tell.
//
//	def even(n): return odd(n - 1) if n else True
//	def odd(n): return even(n - 1) if n else False
//
// The result of each is asked for while that of the other is open. What even adds to odd in
// that state lacks the part of odd itself, which is why only the outermost answer is kept.
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
	// If nothing further out was asked again, the answer depends on nothing under way.
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

// isUnderWay reports whether a question is asked within itself. All questions between that one and
// this depend on its answer: none of them is kept.
func (p *evaluator) isUnderWay(k key) bool {
	m := p.answers[k]
	if m.level == 0 {
		return false
	}
	p.pending = min(p.pending, m.level)
	return true
}

// A context is what is known of the object that the code under way is run for.
type context struct {
	typeArgs map[string]set        // what type parameters stand for
	self     map[resolve.DefID]val // the first parameters of methods
	params   map[param]set         // other parameters
}

// isPlain reports whether code is under way for no object and no call.
func (c *context) isPlain() bool { return c.typeArgs == nil && c.self == nil && c.params == nil }

// A param is a parameter of a function.
type param struct {
	function resolve.DefID
	name     string
}

// within runs find in another context. Answers are only kept outside of any, since they
// may be others for another object or call.
func (p *evaluator) within(c context, find func() set) set {
	outer := p.context
	p.context = c
	defer func() { p.context = outer }()
	return find()
}
