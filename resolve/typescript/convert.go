package typescript

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An env holds the values of the type variables in a declaration of the platform.
type env struct {
	names []string // an inner one hides earlier ones
	types []resolve.Type
	this  resolve.Type // the receiver
}

// with returns e with additional type variables. The slices are clipped: two signatures
// may extend one environment.
func (e env) with(names []string, types []resolve.Type) env {
	e.names = append(e.names[:len(e.names):len(e.names)], names...)
	e.types = append(e.types[:len(e.types):len(e.types)], types...)
	return e
}

// variable returns the value of a type variable. Those of a method hide those of its
// type.
func (e env) variable(name string) resolve.Type {
	for i := len(e.names) - 1; i >= 0; i-- {
		if e.names[i] == name {
			return e.types[i]
		}
	}
	return resolve.Unknown
}

// converted converts a type of the tables, replacing its type variables. Computed types
// that are not supported here are Unknown.
func (s *scope) converted(t *external.TypeRef, e env) resolve.Type {
	if t.IsZero() || !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	switch t.Form {
	case external.Named:
		return s.convertedName(t, e)
	case external.TypeVar:
		return e.variable(t.Name)
	case external.Self:
		return e.this
	case external.Array:
		return formed(parse.FormList, s.convertedAll(t.Args, e)...)
	case external.Union:
		return s.union(s.convertedAll(t.Args, e))
	case external.Intersection:
		return s.convertedParts(t.Args, e)
	case external.Tuple:
		return s.convertedTuple(t, e)
	case external.Literal:
		return externalType(literalName(t.Name))
	case external.Func:
		return s.convertedFunc(&t.Members[0], e)
	case external.Object:
		return s.convertedObject(t, e)
	case external.Computed:
		return s.computed(t, e)
	}
	return resolve.Unknown
}

// convertedAll converts types one by one, keeping their positions.
func (s *scope) convertedAll(refs []external.TypeRef, e env) []resolve.Type {
	out := make([]resolve.Type, len(refs))
	for i := range refs {
		out[i] = s.converted(&refs[i], e)
	}
	return out
}

// convertedParts converts an intersection. The part typeof globalThis of window is
// dropped: its members are found as global values.
func (s *scope) convertedParts(parts []external.TypeRef, e env) resolve.Type {
	var out []resolve.Type
	for i := range parts {
		p := &parts[i]
		if p.Form != external.Computed || p.Name != "typeof" || p.Args[0].Name != "globalThis" {
			// The declaration is var window: Window & typeof globalThis.
			out = append(out, s.converted(p, e))
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return formed(parse.FormIntersection, out...)
}

// literalName returns the name of a literal type in the form of written types.
func literalName(text string) string {
	if strings.HasPrefix(text, `"`) {
		return "'" + strings.Trim(text, `"`) + "'"
	}
	return text
}

// convertedName converts a named type. The types any and unknown have no members to find,
// and are Unknown here.
func (s *scope) convertedName(t *external.TypeRef, e env) resolve.Type {
	switch {
	case t.Name == "any" || t.Name == "unknown":
		return resolve.Unknown
	case t.Name == "object" || primitiveOf(t.Name) != "":
		return externalType(t.Name)
	}
	return s.platformNamed(t.Name, s.convertedAll(t.Args, e))
}

// convertedTuple converts a tuple, or returns a list if its length is unknown.
//
//	[first: string, ...rest: number[]]    // a list: its length is open
func (s *scope) convertedTuple(t *external.TypeRef, e env) resolve.Type {
	all := s.convertedAll(t.Args, e)
	for i := range t.Args {
		if t.Args[i].Form == external.Spread {
			// The positions after a spread are unknown.
			return formed(parse.FormList, s.union(all))
		}
	}
	return formed(parse.FormTuple, all...)
}

// convertedFunc converts a function type with the signature m. A parameter `this` is
// never an argument.
func (s *scope) convertedFunc(m *external.Member, e env) resolve.Type {
	form := parse.FormFunc
	if m.Kind == external.Constructor {
		form = parse.FormConstructor
	}
	var args []resolve.Type
	for i := range m.Params {
		p := &m.Params[i]
		if p.Mode == external.This {
			// It constrains the receiver and receives no argument.
			continue
		}
		t := s.converted(&p.Type, e)
		switch {
		case p.Variadic:
			t = formed(parse.FormRest, t)
		case p.Optional:
			t = formed(parse.FormOptional, t)
		}
		args = append(args, t)
	}
	return formed(form, append(args, s.converted(&m.Type, e))...)
}

// convertedObject converts an object type: a function, an index signature, or its
// members.
//
//	{ (x: number): string }         // a function
//	{ [key: string]: Order }        // an index signature
func (s *scope) convertedObject(t *external.TypeRef, e env) resolve.Type {
	var names []string
	var types []resolve.Type
	for i := range t.Members {
		m := &t.Members[i]
		switch m.Kind {
		case external.Call, external.Constructor:
			// A callable type is used as a function, whatever other members it has.
			return s.convertedFunc(m, e)
		case external.Indexer:
			return formed(parse.FormMap, s.converted(&m.Params[0].Type, e), s.converted(&m.Type, e))
		case external.Method:
			names, types = append(names, m.Name), append(types, s.convertedFunc(m, e))
		default:
			v := s.converted(&m.Type, e)
			if m.Flags&external.Optional != 0 {
				v = formed(parse.FormOptional, v)
			}
			names, types = append(names, m.Name), append(types, v)
		}
	}
	return named(parse.FormObject, strings.Join(names, ","), types...)
}

// computed converts a type that the compiler computes.
func (s *scope) computed(t *external.TypeRef, e env) resolve.Type {
	switch t.Name {
	case "is":
		return s.convertedGuard(parse.FormGuard, t, e)
	case "asserts":
		return s.convertedGuard(parse.FormAssertion, t, e)
	case "?": // a tuple element that may be missing
		return s.converted(&t.Args[0], e)
	case "?:":
		if !infers(&t.Args[1]) {
			// A conditional type with infer destructures a type: it is not supported, and
			// Unknown.
			return formed(parse.FormConditional, s.convertedAll(t.Args, e)...)
		}
	case "[]":
		return s.convertedLookup(t, e)
	case "template": // `on${string}`: the exact strings do not matter
		return externalType("string")
	case "typeof":
		// The type of a global variable, such as typeof globalThis.Array.
		return s.globalValue(t.Args[0].Name)
	case "mapped", "mapped?", "mapped-":
		return s.convertedMapped(t, e)
	}
	return resolve.Unknown
}

// convertedGuard converts the result of a type guard or an assertion. A test for a type
// with any only checks its form.
//
//	isArray(x: any): x is any[]     // a test for lists
func (s *scope) convertedGuard(form parse.TypeForm, t *external.TypeRef, e env) resolve.Type {
	out := named(form, t.Args[0].Name)
	if len(t.Args) > 1 {
		to := s.converted(&t.Args[1], e)
		for i := range to.Args {
			if !to.Args[i].Known() {
				// An unknown argument would make the whole test unknown, though any[] still
				// implies a list.
				to.Args[i] = anything
			}
		}
		out.Args = []resolve.Type{to}
	}
	return out
}

// convertedLookup converts T[K]: an element of a list, or a member of a type of the
// platform, which also belongs to the platform.
//
//	addEventListener<K extends keyof WindowEventMap>(type: K, f: (e: WindowEventMap[K]) => any)
func (s *scope) convertedLookup(t *external.TypeRef, e env) resolve.Type {
	of := s.converted(&t.Args[0], e)
	switch key := &t.Args[1]; {
	case key.Form == external.Named && key.Name == "number":
		return formed(elementOf, of)
	case of.External && of.Module == global:
		// The key is a type parameter in nearly all declarations. The selected type has
		// no name here, but it is declared by the platform, which is enough to treat its
		// members as external.
		return externalType(of.Name)
	}
	return resolve.Unknown
}

// infers reports whether a type contains an inferred part: T extends Box<infer E>.
func infers(t *external.TypeRef) bool {
	return t.Form == external.Computed && t.Name == "infer" || slices.ContainsFunc(t.Args,
		func(a external.TypeRef) bool { return infers(&a) })
}

// convertedMapped converts { [P in keyof T]: X } for a T that is a list or a tuple: X
// applied to each element T[P]. It is evaluated once T is known.
//
//	Promise.all<T extends readonly unknown[]>(values: T): Promise<{ [P in keyof T]: Awaited<T[P]> }>
func (s *scope) convertedMapped(t *external.TypeRef, e env) resolve.Type {
	keys, value := &t.Args[1], &t.Args[2]
	if keys.Form != external.Computed || keys.Name != "keyof" || len(t.Args) > 3 {
		return resolve.Unknown
	}
	of := s.converted(&keys.Args[0], e)
	switch {
	case value.Form == external.Computed && value.Name == "[]":
		// { [P in keyof T]: T[P] } is T again.
		return of
	case value.Form == external.Named && value.Name == "Awaited":
		return formed(awaitedAll, of)
	}
	return resolve.Unknown
}

// env returns the values of the type parameters of a declaration, for the receiver this.
// A default may mention the preceding parameters.
func (s *scope) env(d declaration, this resolve.Type) env {
	e := env{this: this}
	for i := range d.typ.TypeParams {
		p := &d.typ.TypeParams[i]
		t := resolve.Unknown
		if i < len(d.args) {
			t = d.args[i]
		} else if !p.Default.IsZero() {
			t = s.converted(&p.Default, e)
		}
		e = e.with([]string{p.Name}, []resolve.Type{t})
	}
	return e
}
