package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// fits tells how well a value of type a fits a parameter of type p.
func (c *csBinder) fits(a, p typ) csFit {
	switch {
	case !a.known() || !p.known() || a.isModule || p.isModule:
		return csMaybe
	case p.owner != none:
		if slices.Contains(c.around, p.owner) {
			return fitsOpaque(c, a, p)
		}
		return c.fitsLimit(a, p)
	case a.def == none && isLambda(a.form):
		return c.fitsLambda(a, p)
	case a.form == "{}":
		return fitsAnonymous(p)
	case a.form == "[..]":
		return c.fitsCollection(p)
	case a.form == "methods":
		return c.fitsMethods(a, p)
	case p.external && (p.form == "object" || p.form == "dynamic"):
		return csLoose
	case a.external && a.form == "null":
		return fitsNull(c, p)
	case sameType(a, p):
		return csSame
	}
	return c.converts(a, p)
}

// fitsOpaque checks an argument against a type parameter of the code that calls,
// which stands for a type that nobody knows.
func fitsOpaque(c *csBinder, a, p typ) csFit {
	switch {
	case sameType(a, p):
		return csSame
	case a.form == "null" && a.def == none:
		return csMaybe
	case isLambda(a.form) && a.def == none, a.form == "methods":
		return csNo
	}
	for _, x := range c.t.ancestry(a) {
		if sameType(x, p) {
			return csBase
		}
	}
	return csNo
}

// fitsLimit checks an argument against the constraint of a type parameter.
func (c *csBinder) fitsLimit(a, p typ) csFit {
	if sameType(a, p) {
		return csSame
	}
	inferred := csLoose
	if isMethod(c.ix.def(p.owner)) && a.form != "null" && a.form != "methods" && !isLambda(a.form) {
		inferred = csSame // the parameter becomes what the argument is
	}
	limit, ok := c.t.limits[csParam{p.owner, p.param}]
	if !ok || inferred == csLoose {
		return inferred
	}
	bound := c.t.written(limit.file, limit.ref, limit.from, c.ix.def(limit.from).NameAt)
	bounds := []typ{bound}
	if bound.form == "&" {
		bounds = bound.args
	}
	for _, b := range bounds {
		if b.def != none && c.fits(a, withoutArgs(b)) == csNo || b.form == "struct" && c.isReference(a) || b.form == "class" && c.isValue(a) {
			return csNo
		}
	}
	return inferred
}

// isReference reports whether a type is known to be a reference type.
func (c *csBinder) isReference(t typ) bool {
	switch {
	case t.def != none:
		k := c.ix.def(t.def).Kind
		return k == graph.KindClass || k == graph.KindInterface || k == graph.KindDelegate
	case t.owner != none:
		return c.hasLimit(t, "class")
	}
	return t.form == "string" || t.form == "object" || t.form == "[]" || singles[t.form] && isInterfaceName(t.form)
}

// isValue reports whether a type is known to be a value type.
func (c *csBinder) isValue(t typ) bool {
	switch {
	case t.def != none:
		return isValueKind(c.ix.def(t.def).Kind)
	case t.owner != none:
		return c.hasLimit(t, "struct")
	}
	return isFrameworkValue(t.form)
}

// hasLimit reports whether a type parameter is constrained by a keyword.
func (c *csBinder) hasLimit(t typ, word string) bool {
	ref := c.t.limits[csParam{t.owner, t.param}].ref
	if ref.Name == word {
		return true
	}
	for _, a := range ref.Args {
		if ref.Name == "&" && a.Name == word {
			return true
		}
	}
	return false
}

// withoutArgs is a type with its arguments left open.
func withoutArgs(t typ) typ {
	t.args = nil
	return t
}

func fitsNull(c *csBinder, p typ) csFit {
	if p.external && isFrameworkValue(p.form) || p.def != none && isValueKind(c.ix.def(p.def).Kind) {
		return csMaybe // it may be written with a question mark
	}
	return csBase
}

func isValueKind(k graph.NodeKind) bool { return k == graph.KindStruct || k == graph.KindEnum }

// fitsMethods checks a method group: one of its methods must take what the
// delegate is given.
func (c *csBinder) fitsMethods(a, p typ) csFit {
	in, ok := c.t.delegateParams(p)
	if !ok {
		if p.def != none || p.external && (isFrameworkValue(p.form) || p.form == "string" || p.form == "Type") {
			return csNo
		}
		return csMaybe
	}
	best := csNo
	for _, m := range a.args {
		types := c.t.signature(defID(m.param)).params
		if len(types) != len(in) {
			continue
		}
		fit := csSame
		for i, t := range types {
			fit = min(fit, c.fits(in[i], t))
		}
		best = max(best, fit)
	}
	return best
}

// fitsCollection checks a collection expression.
func (c *csBinder) fitsCollection(p typ) csFit {
	switch {
	case p.def != none:
		if c.ix.def(p.def).Kind == graph.KindClass || c.ix.def(p.def).Kind == graph.KindStruct {
			return csMaybe
		}
		return csNo
	case singles[p.form]:
		return csBase
	case p.form == "IDictionary" || p.form == "IReadOnlyDictionary" || p.form == "string" || isFrameworkValue(p.form) || c.t.isDelegate(p):
		return csNo
	}
	return csMaybe
}

// fitsAnonymous checks an anonymous object.
func fitsAnonymous(p typ) csFit {
	if p.external && (p.form == "object" || p.form == "dynamic") {
		return csLoose
	}
	return csNo
}

// fitsLambda checks a lambda by the number of its parameters and by whether it
// returns a value. (static says so, see lambdaArg.)
func (c *csBinder) fitsLambda(a, p typ) csFit {
	n, ok := c.t.delegateParams(p)
	switch {
	case ok && len(n) != len(a.args):
		return csNo
	case ok:
		return c.fitsResult(a, c.t.invoked(p))
	case p.def != none, p.external && (isFrameworkValue(p.form) || p.form == "string" || p.form == "Type" || c.t.element(p).known()):
		return csNo
	}
	return csMaybe
}

// fitsResult checks what a lambda returns against the result of a delegate.
func (c *csBinder) fitsResult(a, result typ) csFit {
	void := !result.known() || result.form == "void"
	task := result.form == "Task" || result.form == "ValueTask"
	block, async := strings.HasPrefix(a.form, "block "), strings.HasSuffix(a.form, "async func")
	switch {
	case async && task && len(result.args) == 0:
		if a.static && block {
			return csNo
		}
		return csSame
	case async && task:
		if !a.static {
			return csLoose
		}
		return csSame
	case async && void:
		return csLoose
	case async:
		if result.owner != none {
			return csLoose
		}
		return csNo
	case block && a.static && void:
		return csNo
	case block && !a.static && !void:
		return csLoose
	case !block && void:
		return csLoose
	}
	return csBase
}

// converts tells whether a value of type a becomes one of type p.
func (c *csBinder) converts(a, p typ) csFit {
	open := false
	for i, x := range c.t.ancestry(a) {
		switch {
		case x.def != none && x.def == p.def, x.def == none && p.def == none && x.form == p.form && x.form != "":
			if fit := c.argsFit(x, p); fit != csNo {
				if i > 0 {
					fit = min(fit, csBase)
				}
				return fit
			}
			if i == 0 {
				return csNo
			}
		case x.def == none && x.external && x.owner == none:
			if i > 0 && p.external {
				open = true
			}
		}
	}
	if a.def != none && c.hasConversion(a.def) || p.def != none && c.hasConversion(p.def) {
		return csMaybe
	}
	switch {
	case a.def == none && a.external && p.external:
		return c.t.frameworkFit(c, a, p)
	case a.form == "[]" || a.form == "()":
		if p.external && !isFrameworkValue(p.form) && p.form != "string" {
			return c.t.frameworkFit(c, a, p)
		}
		return csNo
	case a.owner != none:
		if p.def != none && c.ix.def(p.def).Kind != graph.KindInterface {
			return csNo
		}
		return csMaybe
	case a.def != none && p.external:
		if open && !isFrameworkValue(p.form) && p.form != "string" {
			return csMaybe
		}
		return csNo
	}
	return csNo
}

// argsFit compares the type arguments of two instances of one type: csSame when
// they are the same or to be inferred, csBase when they convert, csNo when they
// contradict each other. A Task with a result is one without, not the reverse.
func (c *csBinder) argsFit(a, p typ) csFit {
	if a.args == nil || p.args == nil {
		switch {
		case len(a.args) == len(p.args) || a.def != none:
			return csSame
		case len(a.args) > 0 && a.form == "Task":
			return csBase
		}
		return csNo
	}
	if len(a.args) != len(p.args) {
		return csNo
	}
	fit := csSame
	for i := range a.args {
		x, y := a.args[i], p.args[i]
		if !x.known() || !y.known() || y.owner != none || sameType(x, y) {
			continue
		}
		n := c.fits(x, y)
		if n == csNo {
			if n = c.fits(y, x); n == csNo || a.form == "Func" {
				return csNo
			}
			n = csBase
		}
		if n > csMaybe {
			fit = min(fit, n)
		} else {
			fit = min(fit, csBase)
		}
	}
	return fit
}

// hasConversion reports whether a type declares conversions.
func (c *csBinder) hasConversion(id defID) bool {
	return c.t.conversions[c.ix.canon[id]]
}
