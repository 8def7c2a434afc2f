package scoped

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// overloads keeps the callables that a call may run: by the labels and the number of its
// arguments, and by their types.
func (e *eval) overloads(ids []resolve.DefID, r *parse.Reference, from resolve.DefID) []resolve.DefID {
	if len(ids) < 2 {
		return ids
	}
	if e.row.Scoping.Labels {
		ids = e.kept(ids, func(d *resolve.Def) bool { return !d.Kind.IsCallable() || e.fitsLabels(d, r) })
	} else {
		ids = e.kept(ids, func(d *resolve.Def) bool { return !d.Kind.IsCallable() || fitsNames(d, r) })
		ids = e.byArity(ids, r.Args)
		if e.row.Arguments && int(r.Args) > len(r.ArgSteps()) {
			ids = e.kept(ids, func(d *resolve.Def) bool { return fitsTrailing(d, r) })
		}
	}
	if len(ids) > 1 && r.Args > 0 {
		ids = e.byTypes(ids, r, from)
	}
	if len(ids) > 1 && r.Args >= 0 {
		ids = e.kept(ids, func(d *resolve.Def) bool { return len(d.Params) == int(r.Args) })
	}
	return ids
}

// fitsTrailing reports whether the parameters before the last one, which a lambda after the
// arguments is for, are given or optional.
func fitsTrailing(d *resolve.Def, r *parse.Reference) bool {
	if r.Extra != nil && r.Extra.ArgNames != nil {
		return true
	}
	for i := len(r.ArgSteps()); i < len(d.Params)-1; i++ {
		if !d.Params[i].Optional && !d.Params[i].Variadic {
			return false
		}
	}
	return true
}

// kept returns those of several definitions that fit; all, if none does.
func (e *eval) kept(ids []resolve.DefID, fits func(d *resolve.Def) bool) []resolve.DefID {
	if out := e.ix.Filter(ids, fits); len(out) > 0 {
		return out
	}
	return ids
}

// fitsNames reports whether a callable has parameters of the names that a call states.
func fitsNames(d *resolve.Def, r *parse.Reference) bool {
	if r.Extra == nil {
		return true
	}
	for _, n := range r.Extra.ArgNames {
		if n != "" && labelled(d, d.Params, n) < 0 {
			return false
		}
	}
	return true
}

// labels returns the labels of the parameters of a callable, which its symbol has: total(of:).
func labels(d *resolve.Def) []string {
	open := strings.LastIndexByte(d.Symbol, '(')
	if open < 0 || !strings.HasSuffix(d.Symbol, ":)") {
		return nil
	}
	list := strings.Split(strings.TrimSuffix(d.Symbol[open+1:], ":)"), ":")
	return list[:min(len(list), len(d.Params))]
}

// fitsLabels reports whether the labels of a call are those of a callable, of whose parameters
// optional ones may be left out. Closures after the arguments need no labels.
func (e *eval) fitsLabels(d *resolve.Def, r *parse.Reference) bool {
	want := labels(d)
	var given []string
	listed := len(r.ArgSteps())
	if r.Extra != nil {
		given = r.Extra.ArgNames
	}
	i, variadic := 0, false
	for k := range listed {
		label := "_"
		if k < len(given) && given[k] != "" {
			label = given[k]
		}
		if label == "_" && variadic {
			continue
		}
		for i < len(want) && want[i] != label && (d.Params[i].Optional || d.Params[i].Variadic) {
			i++
		}
		if i >= len(want) || want[i] != label {
			return false
		}
		variadic = d.Params[i].Variadic
		i++
	}
	for range int(r.Args) - listed {
		for i < len(want) && d.Params[i].Optional && d.Params[i].Type.Form != parse.FormFunc && i+1 < len(want) {
			i++
		}
		if i >= len(want) {
			return false
		}
		i++
	}
	for ; i < len(want); i++ {
		if !d.Params[i].Optional && !d.Params[i].Variadic {
			return false
		}
	}
	return true
}

// byTypes keeps the callables whose parameters take the arguments of a call, as far as the
// types of both are known, and of these the ones with the nearest types.
func (e *eval) byTypes(ids []resolve.DefID, r *parse.Reference, from resolve.DefID) []resolve.DefID {
	steps := r.ArgSteps()
	if len(steps) > maxTyped || len(ids) > maxOverloads || !e.budget.Enter() {
		return ids
	}
	defer e.budget.Leave()
	types := make([]resolve.Type, len(steps))
	for i, s := range steps {
		types[i] = resolve.Unknown
		switch {
		case len(s) == 1 && s[0].Kind == parse.StepLambda:
			types[i].Form = parse.FormFunc
		case len(s) > 0 && s[0].Kind != parse.StepArgument: // which depends on the call
			types[i] = e.eval(s, from, r.At)
		}
	}
	var out []resolve.DefID
	best := -1
	for _, id := range ids {
		n, ok := e.takes(id, r, from, types)
		if !ok || n < best {
			continue
		}
		if n > best {
			best, out = n, out[:0]
		}
		out = append(out, id)
	}
	if len(out) == 0 {
		return ids
	}
	return out
}

// Limits of the comparison of overloads.
const (
	maxTyped     = 12
	maxOverloads = 40
)

// takes reports whether a callable may take arguments of the given types, and how many of them
// have exactly the type of the parameter.
func (e *eval) takes(id resolve.DefID, r *parse.Reference, from resolve.DefID, types []resolve.Type) (same int, ok bool) {
	d := e.ix.Def(id)
	if !d.Kind.IsCallable() {
		return 0, true
	}
	for i, t := range types {
		if !t.Known() {
			continue
		}
		p := e.outline(d, r, from, i)
		switch {
		case !p.Known() || p.Owner != resolve.None:
		case t.Form == parse.FormFunc && p.Form != parse.FormFunc:
			if p.Def <= resolve.None || e.ix.Def(p.Def).Kind != kindInterface {
				return 0, false
			}
		case t.Form != parse.FormFunc && p.Form == parse.FormFunc:
			return 0, false
		case t.Form == parse.FormNamed && p.Form == parse.FormNamed:
			if t.Static || t.IsModule {
				continue
			}
			if t.Def != resolve.None && t.Def == p.Def || t.Def == resolve.None && t.Name == p.Name {
				same++
			} else if !e.mayConvert(t, p) {
				return 0, false
			}
		}
	}
	if listed := len(types); int(r.Args) > listed { // a lambda after the list
		if p := e.outline(d, r, from, -1); p.Known() && p.Form != parse.FormFunc && p.Owner == resolve.None &&
			(p.Def <= resolve.None || e.ix.Def(p.Def).Kind != kindInterface) && !p.External {
			return 0, false
		}
	}
	return same, true
}

// outline returns the type of the parameter that takes an argument of a call, whose type
// arguments may still be type parameters: they do not distinguish overloads.
func (e *eval) outline(d *resolve.Def, r *parse.Reference, from resolve.DefID, arg int) resolve.Type {
	t := e.declaredParameter(d, r, arg, "")
	if t.Owner == resolve.None {
		return t
	}
	return e.substituted(t, d, r, from)
}

// mayConvert reports whether a value may be an argument for a parameter of another type.
func (e *eval) mayConvert(t, p resolve.Type) bool {
	switch {
	case t.Def > resolve.None && p.Def > resolve.None:
		line, _ := e.w.lineage(t)
		return hasType(line, p.Def)
	case t.Def > resolve.None:
		return e.isOpen(t) || p.Name == "Any" || !p.External
	case p.Def > resolve.None:
		return !t.External || !e.w.literals[t.Name]
	}
	if e.w.literals[t.Name] && e.w.literals[p.Name] {
		return false
	}
	return true
}
