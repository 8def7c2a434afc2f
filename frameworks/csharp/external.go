package csharp

import (
	"slices"
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// enterAs records that a class is registered as a service given by a type expression.
// If the tree does not declare the service, the registration is listed as external.
func (r *reader) enterAs(x eval.Expr, service *parse.Expr, class resolve.Type, lifetime graph.Via,
	tier graph.Tier) {
	of := r.WrittenType(x.Sub(service))
	r.enter(x, of, class, lifetime, tier)
	if of.Def <= resolve.None && class.Def > resolve.None &&
		!isParameter(r.Table, x.Def, service) && (of.Def < resolve.None || !r.declares(service.Text)) {
		r.leave(x, service.Text, class.Def, lifetime)
	}
}

// declares reports whether the tree has a type of that name. Whether it is the service
// is unknown if the project does not reference the one that declares it.
func (r *reader) declares(name string) bool {
	return slices.ContainsFunc(r.Table.Named(language, resolve.LastName(name)), func(d resolve.DefID) bool {
		return r.Table.Def(d).Kind.IsType()
	})
}

// isParameter reports whether an expression is a type parameter of an enclosing
// definition.
func isParameter(ix *resolve.Table, around resolve.DefID, e *parse.Expr) bool {
	for d := around; d != resolve.None; d = ix.Def(d).Outer {
		if slices.Contains(ix.Def(d).TypeParams, e.Text) {
			return true
		}
	}
	return false
}

// leave records that a class of the tree is registered for a library service.
func (r *reader) leave(x eval.Expr, service string, class resolve.DefID, lifetime graph.Via) {
	b := inject.Binding{Service: resolve.None, Outside: service, Implementation: class,
		Lifetime: lifetime, By: x.Def, At: eval.Place{File: x.In.File, At: x.At},
		Tier: graph.Heuristic}
	if r.Table.Def(class).Kind == graph.KindInterface {
		r.forwards = append(r.forwards, b)
	} else if r.mayBe(class, service) {
		r.found = append(r.found, b)
	}
}

// mayBe reports whether an object of a class may be an instance of a library type:
// Func<IStore> is not implemented by the Store that it makes.
func (r *reader) mayBe(class resolve.DefID, service string) bool {
	return service == "object" || service == "Object" ||
		slices.ContainsFunc(r.outsideBases(class), func(base string) bool {
			return base == service || !isInterfaceName(base)
		})
}

// outsideBases lists the names of the library types in the declarations of a class and
// its supertypes in the tree.
func (r *reader) outsideBases(class resolve.DefID) []string {
	var out []string
	for _, c := range r.Lineage(class) {
		f := r.Table.Def(c).File
		for _, b := range r.Table.Bases[c] {
			if b.Def > resolve.None {
				continue
			}
			name := b.Name
			if b.Def < resolve.None {
				name = f.ExternalName(b.Def)
			}
			if name = shortName(name); name != "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// shortName returns the name of a type without its namespace and type arguments.
func shortName(name string) string {
	name, _, _ = strings.Cut(name, "<")
	return resolve.LastName(name)
}

// isInterfaceName reports whether a name follows the convention for interfaces.
func isInterfaceName(name string) bool {
	rest, ok := strings.CutPrefix(name, "I")
	return ok && rest != "" && unicode.IsUpper(rune(rest[0]))
}

// optionsServices are the services for which ConfigureOptions<T>() registers a class
// that implements them.
var optionsServices = []string{"IConfigureOptions", "IPostConfigureOptions", "IValidateOptions"}

// registerOptions records the argument of ConfigureOptions: a class, or an object of
// one.
func (r *reader) registerOptions(x eval.Expr) {
	types, values := r.split(x, false)
	var classes []resolve.Type
	for _, t := range types {
		classes = append(classes, r.WrittenType(x.Sub(t)))
	}
	for _, v := range values {
		for _, g := range r.given(x.Sub(v), resolve.Unknown, 0) {
			classes = append(classes, g.typ)
		}
	}
	for _, c := range classes {
		if c.Def <= resolve.None {
			continue
		}
		for _, base := range r.outsideBases(c.Def) {
			if slices.Contains(optionsServices, base) {
				r.leave(x, base, c.Def, graph.ViaTransient)
			}
		}
	}
}
