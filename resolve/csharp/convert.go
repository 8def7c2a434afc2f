package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// fits tells how well a value of type a fits a parameter of type p.
func (c *binder) fits(a, p resolve.Type) fit {
	switch {
	case !a.Known() || !p.Known() || a.IsModule || p.IsModule:
		return maybe
	case p.Owner != resolve.None:
		if slices.Contains(c.around, p.Owner) {
			return fitsOpaque(c, a, p)
		}
		return c.fitsLimit(a, p)
	case a.Def == resolve.None && isLambda(a.Form):
		return c.fitsLambda(a, p)
	case a.Form == "{}":
		return fitsAnonymous(p)
	case a.Form == "[..]":
		return c.fitsCollection(p)
	case a.Form == "methods":
		return c.fitsMethods(a, p)
	case p.External && (p.Form == "object" || p.Form == "dynamic"):
		return loose
	case a.External && a.Form == "null":
		return fitsNull(c, p)
	case sameType(a, p):
		return csSame
	}
	return c.converts(a, p)
}

// fitsOpaque checks an argument against a type parameter of the code that calls,
// which stands for a type that nobody knows.
func fitsOpaque(c *binder, a, p resolve.Type) fit {
	switch {
	case sameType(a, p):
		return csSame
	case a.Form == "null" && a.Def == resolve.None:
		return maybe
	case isLambda(a.Form) && a.Def == resolve.None, a.Form == "methods":
		return no
	}
	for _, x := range c.t.ancestry(a) {
		if sameType(x, p) {
			return base
		}
	}
	return no
}

// fitsLimit checks an argument against the constraint of a type parameter.
func (c *binder) fitsLimit(a, p resolve.Type) fit {
	if sameType(a, p) {
		return csSame
	}
	inferred := loose
	if resolve.IsMethod(c.Table.Def(p.Owner)) && a.Form != "null" && a.Form != "methods" && !isLambda(a.Form) {
		inferred = csSame // the parameter becomes what the argument is
	}
	limit, ok := c.t.limits[param{p.Owner, p.Param}]
	if !ok || inferred == loose {
		return inferred
	}
	bound := c.t.written(limit.file, limit.ref, limit.from, c.Table.Def(limit.from).NameAt)
	bounds := []resolve.Type{bound}
	if bound.Form == "&" {
		bounds = bound.Args
	}
	for _, b := range bounds {
		if b.Def != resolve.None && c.fits(a, withoutArgs(b)) == no || b.Form == "struct" && c.isReference(a) || b.Form == "class" && c.isValue(a) {
			return no
		}
	}
	return inferred
}

// isReference reports whether a type is known to be a reference type.
func (c *binder) isReference(t resolve.Type) bool {
	switch {
	case t.Def != resolve.None:
		k := c.Table.Def(t.Def).Kind
		return k == graph.KindClass || k == graph.KindInterface || k == graph.KindDelegate
	case t.Owner != resolve.None:
		return c.hasLimit(t, "class")
	}
	return t.Form == "string" || t.Form == "object" || t.Form == "[]" || singles[t.Form] && isInterfaceName(t.Form)
}

// isValue reports whether a type is known to be a value type.
func (c *binder) isValue(t resolve.Type) bool {
	switch {
	case t.Def != resolve.None:
		return isValueKind(c.Table.Def(t.Def).Kind)
	case t.Owner != resolve.None:
		return c.hasLimit(t, "struct")
	}
	return isFrameworkValue(t.Form)
}

// hasLimit reports whether a type parameter is constrained by a keyword.
func (c *binder) hasLimit(t resolve.Type, word string) bool {
	ref := c.t.limits[param{t.Owner, t.Param}].ref
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
func withoutArgs(t resolve.Type) resolve.Type {
	t.Args = nil
	return t
}

func fitsNull(c *binder, p resolve.Type) fit {
	if p.External && isFrameworkValue(p.Form) || p.Def != resolve.None && isValueKind(c.Table.Def(p.Def).Kind) {
		return maybe // it may be written with a question mark
	}
	return base
}

func isValueKind(k graph.NodeKind) bool { return k == graph.KindStruct || k == graph.KindEnum }

// fitsMethods checks a method group: one of its methods must take what the
// delegate is given.
func (c *binder) fitsMethods(a, p resolve.Type) fit {
	in, ok := c.t.delegateParams(p)
	if !ok {
		if p.Def != resolve.None || p.External && (isFrameworkValue(p.Form) || p.Form == "string" || p.Form == "Type") {
			return no
		}
		return maybe
	}
	best := no
	for _, m := range a.Args {
		types := c.t.signature(resolve.DefID(m.Param)).params
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
func (c *binder) fitsCollection(p resolve.Type) fit {
	switch {
	case p.Def != resolve.None:
		if c.Table.Def(p.Def).Kind == graph.KindClass || c.Table.Def(p.Def).Kind == graph.KindStruct {
			return maybe
		}
		return no
	case singles[p.Form]:
		return base
	case p.Form == "IDictionary" || p.Form == "IReadOnlyDictionary" || p.Form == "string" || isFrameworkValue(p.Form) || c.t.isDelegate(p):
		return no
	}
	return maybe
}

// fitsAnonymous checks an anonymous object.
func fitsAnonymous(p resolve.Type) fit {
	if p.External && (p.Form == "object" || p.Form == "dynamic") {
		return loose
	}
	return no
}

// fitsLambda checks a lambda by the number of its parameters and by whether it
// returns a value. (static says so, see lambdaArg.)
func (c *binder) fitsLambda(a, p resolve.Type) fit {
	n, ok := c.t.delegateParams(p)
	switch {
	case ok && len(n) != len(a.Args):
		return no
	case ok:
		return c.fitsResult(a, c.t.invoked(p))
	case p.Def != resolve.None, p.External && (isFrameworkValue(p.Form) || p.Form == "string" || p.Form == "Type" || c.t.element(p).Known()):
		return no
	}
	return maybe
}

// fitsResult checks what a lambda returns against the result of a delegate.
func (c *binder) fitsResult(a, result resolve.Type) fit {
	void := !result.Known() || result.Form == "void"
	task := result.Form == "Task" || result.Form == "ValueTask"
	block, async := strings.HasPrefix(a.Form, "block "), strings.HasSuffix(a.Form, "async func")
	switch {
	case async && task && len(result.Args) == 0:
		if a.Static && block {
			return no
		}
		return csSame
	case async && task:
		if !a.Static {
			return loose
		}
		return csSame
	case async && void:
		return loose
	case async:
		if result.Owner != resolve.None {
			return loose
		}
		return no
	case block && a.Static && void:
		return no
	case block && !a.Static && !void:
		return loose
	case !block && void:
		return loose
	}
	return base
}

// converts tells whether a value of type a becomes one of type p.
func (c *binder) converts(a, p resolve.Type) fit {
	open := false
	for i, x := range c.t.ancestry(a) {
		switch {
		case x.Def != resolve.None && x.Def == p.Def, x.Def == resolve.None && p.Def == resolve.None && x.Form == p.Form && x.Form != "":
			if fit := c.argsFit(x, p); fit != no {
				if i > 0 {
					fit = min(fit, base)
				}
				return fit
			}
			if i == 0 {
				return no
			}
		case x.Def == resolve.None && x.External && x.Owner == resolve.None:
			if i > 0 && p.External {
				open = true
			}
		}
	}
	if a.Def != resolve.None && c.hasConversion(a.Def) || p.Def != resolve.None && c.hasConversion(p.Def) {
		return maybe
	}
	switch {
	case a.Def == resolve.None && a.External && p.External:
		return c.t.frameworkFit(c, a, p)
	case a.Form == "[]" || a.Form == "()":
		if p.External && !isFrameworkValue(p.Form) && p.Form != "string" {
			return c.t.frameworkFit(c, a, p)
		}
		return no
	case a.Owner != resolve.None:
		if p.Def != resolve.None && c.Table.Def(p.Def).Kind != graph.KindInterface {
			return no
		}
		return maybe
	case a.Def != resolve.None && p.External:
		if open && !isFrameworkValue(p.Form) && p.Form != "string" {
			return maybe
		}
		return no
	}
	return no
}

// argsFit compares the type arguments of two instances of one type: csSame when
// they are the same or to be inferred, base when they convert, no when they
// contradict each other. A Task with a result is one without, not the reverse.
func (c *binder) argsFit(a, p resolve.Type) fit {
	if a.Args == nil || p.Args == nil {
		switch {
		case len(a.Args) == len(p.Args) || a.Def != resolve.None:
			return csSame
		case len(a.Args) > 0 && a.Form == "Task":
			return base
		}
		return no
	}
	if len(a.Args) != len(p.Args) {
		return no
	}
	fit := csSame
	for i := range a.Args {
		x, y := a.Args[i], p.Args[i]
		if !x.Known() || !y.Known() || y.Owner != resolve.None || sameType(x, y) {
			continue
		}
		n := c.fits(x, y)
		if n == no {
			if n = c.fits(y, x); n == no || a.Form == "Func" {
				return no
			}
			n = base
		}
		if n > maybe {
			fit = min(fit, n)
		} else {
			fit = min(fit, base)
		}
	}
	return fit
}

// hasConversion reports whether a type declares conversions.
func (c *binder) hasConversion(id resolve.DefID) bool {
	return c.t.conversions[c.Table.Canon[id]]
}
