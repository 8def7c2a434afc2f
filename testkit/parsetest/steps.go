package parsetest

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/parse"
)

// CheckSteps verifies that every expression of f consists of steps that the table
// [parse.StepRules] allows: their kinds, places, names and numbers.
func CheckSteps(f *parse.Facts) error {
	c := checker{f: f, seen: map[*parse.Step]int{}}
	for i := range f.Definitions {
		c.values("definition "+f.Definitions[i].Symbol, f.Definitions[i].Init)
	}
	for i := range f.References {
		r := &f.References[i]
		c.expression("receiver of "+r.Name, r.Recv)
		for _, a := range r.ArgSteps() {
			c.expression("argument of "+r.Name, a)
		}
	}
	for i := range f.Implicit {
		c.expression("value of "+f.Implicit[i].Op, f.Implicit[i].Value)
		c.expression("operand of "+f.Implicit[i].Op, f.Implicit[i].Arg)
	}
	for i := range f.Locals {
		l := &f.Locals[i]
		c.expression("local "+l.Name, l.Init)
		c.take(l)
	}
	for i := range f.LiveBindings {
		for _, b := range f.LiveBindings[i].Bindings {
			c.values("flow "+f.LiveBindings[i].Name, b.Values)
		}
	}
	for i := range f.Groups {
		c.values(fmt.Sprintf("group %d", i+1), f.Groups[i].Values)
	}
	for i := range f.Guards {
		c.expression("guard of "+f.Guards[i].Name, f.Guards[i].Steps)
		c.expression("guard of "+f.Guards[i].Name, f.Guards[i].By)
	}
	return c.err
}

// A checker holds the first error of a file, and for each chain how many of its
// steps were checked: the receivers of a().b().c() are prefixes of one chain.
type checker struct {
	f    *parse.Facts
	seen map[*parse.Step]int
	err  error
}

func (c *checker) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) values(what string, list []parse.Value) {
	for _, v := range list {
		c.expression(what, v.Steps)
	}
}

// expression checks a chain. Its last combining step ends the parts; the following
// steps continue from its value.
func (c *checker) expression(what string, steps []parse.Step) {
	if c.err != nil || len(steps) == 0 || len(steps) <= c.seen[&steps[0]] {
		return
	}
	whole := len(steps) - 1
	for whole >= 0 && !combines(steps[whole].Kind) {
		whole--
	}
	for i := max(whole, c.seen[&steps[0]]); i < len(steps); i++ {
		c.step(what, steps, i)
	}
	c.seen[&steps[0]] = len(steps)
	if whole >= 0 && c.err == nil {
		c.parts(what, steps[:whole], &steps[whole])
	}
}

// combines reports whether a step combines the parts before it.
func combines(k parse.StepKind) bool { return k >= parse.StepUnary && k <= parse.StepQuery }

// parts checks the parts that s combines of the steps before it.
func (c *checker) parts(what string, before []parse.Step, s *parse.Step) {
	cut := len(before) - int(s.Args)
	if cut < 0 {
		return // an error of the step, which was recorded
	}
	switch s.Kind {
	case parse.StepUnary:
		c.part(what, before)
	case parse.StepBinary, parse.StepIndexBy, parse.StepChoice:
		c.part(what, before[:cut])
		c.part(what, before[cut:])
	case parse.StepTuple:
		if cut > 0 {
			c.failf("%s: %d steps before a tuple", what, cut)
		}
		c.ended(what, before[cut:])
	case parse.StepQuery:
		c.part(what, before[:cut])
		c.ended(what, before[cut:])
	case parse.StepPart:
		c.failf("%s: a part of nothing", what)
	}
}

// part checks a part, which has at least one step.
func (c *checker) part(what string, steps []parse.Step) {
	if len(steps) == 0 {
		c.failf("%s: an empty part", what)
	}
	c.expression(what, steps)
}

// ended checks parts that end with a StepPart each.
func (c *checker) ended(what string, steps []parse.Step) {
	for end := len(steps); end > 0 && c.err == nil; {
		last := &steps[end-1]
		if last.Kind != parse.StepPart || int(last.Args) > end-1 {
			c.failf("%s: a part ends with %d", what, last.Kind)
			return
		}
		c.step(what, steps, end-1)
		start := end - 1 - int(last.Args)
		c.part(what, steps[start:end-1])
		end = start
	}
}

// take checks the Take of a local.
func (c *checker) take(l *parse.Local) {
	switch l.LastStep {
	case 0, parse.StepElement, parse.StepKey, parse.StepResult:
	default:
		c.failf("local %s: takes %d", l.Name, l.LastStep)
		return
	}
	if l.LastStep != 0 {
		last := []parse.Step{{Kind: parse.StepOpaque}, {Kind: l.LastStep, Args: l.Result}}
		c.step("local "+l.Name, last, 1)
	}
}

// step checks step i of a chain against its rule.
func (c *checker) step(what string, steps []parse.Step, i int) {
	s := &steps[i]
	if s.Kind == 0 || int(s.Kind) >= len(parse.StepRules) {
		c.failf("%s: step %d has the kind %d", what, i, s.Kind)
		return
	}
	rule := &parse.StepRules[s.Kind]
	bad := ""
	switch {
	case !fits(rule.Start, i == 0):
		bad = "place"
	case !fits(rule.Type, s.Type != nil):
		bad = "type"
	case !c.nameFits(rule.Text, s.Name):
		bad = "name"
	case !numberFits(rule.Args, int(s.Args), i):
		bad = "number"
	case !c.placeFits(rule.At, s.At):
		bad = "position"
	case !c.has(s.Kind):
		bad = "language"
	default:
		return
	}
	c.failf("%s: %s: the %s of step %d does not fit its kind: %+v", what,
		parse.Expression(steps), bad, i, *s)
}

// has reports whether the language of the file has steps of a kind.
func (c *checker) has(k parse.StepKind) bool {
	of := parse.StepRules[k].Of
	return of == "" || slices.Contains(strings.Fields(of), c.f.Language)
}

// fits reports whether the presence of something meets the need.
func fits(n parse.Need, there bool) bool {
	return n == parse.Maybe || (n == parse.Always) == there
}

// nameFits reports whether a step whose name is a text of the kind t may be named
// s in the language of the file.
func (c *checker) nameFits(t parse.StepText, s string) bool {
	switch {
	case textFits(t, s):
		return true
	case s == "": // in broken syntax, and for the schema in db..proc
		return c.f.HasError || c.f.Language == "sql"
	}
	return t == parse.IndexText && c.f.Language == "python"
}

// textFits reports whether s is a text of the kind t.
func textFits(t parse.StepText, s string) bool {
	switch t {
	case parse.NameText:
		return s != ""
	case parse.MaybeName:
		return true
	case parse.IndexText:
		return s == "" || s[0] >= '0' && s[0] <= '9'
	case parse.SignText:
		return s != "" && strings.Trim(s, "+-*/%&|^~!<>=?.") == ""
	case parse.MaybeSign:
		return strings.Trim(s, "?:") == ""
	case parse.BraceText:
		return s == "()" || s == "{}" || s == "[]"
	case parse.AsyncText:
		return s == "" || s == "async"
	}
	return s == ""
}

// numberFits reports whether step i of a chain may have the number n.
func numberFits(k parse.StepNumber, n, i int) bool {
	switch k {
	case parse.Count:
		return n >= -1
	case parse.Index:
		return n >= 0
	case parse.Parts:
		return n >= 0 && n <= i
	}
	return n == 0
}

// placeFits reports whether at is a place of the file.
func (c *checker) placeFits(p parse.StepPlace, at uint32) bool {
	size, groups := uint32(len(c.f.Text)), uint32(len(c.f.Groups))
	switch p {
	case parse.MaybePos:
		return at <= size
	case parse.GroupRef:
		return at > 0 && at <= groups
	case parse.MaybeGroup:
		return at <= groups
	case parse.CallPlace:
		if c.has(parse.StepObject) {
			return at <= groups
		}
		return at <= size
	}
	return at == 0
}
