package csharp

import (
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// usedNamespace returns the namespace that a using directive imports, or "" if it is
// external.
//
// `using Model;` inside `namespace Shop` may refer to Shop.Model (C# 14.5.3).
func (t *tree) usedNamespace(u *using) string {
	for ns := u.within; ns != ""; ns = outerNamespace(ns) {
		if full := ns + "." + u.path; t.hasNamespace(full) {
			return full
		}
	}
	if t.hasNamespace(u.path) {
		return u.path
	}
	return ""
}

// absolute resolves the type or namespace named by a using directive: in the enclosing
// namespaces and, from the next outer one on, through the directives there. Directives at
// the same level, including itself, do not count (C# 14.5.2).
//
//	using Lucene.Documents;
//	namespace Lucene.Index { using Field = Field; }    // Lucene.Documents.Field
func (t *tree) absolute(f *resolve.File, u *using) resolve.LookupResult {
	for ns := u.within; ; ns = outerNamespace(ns) {
		if q := t.path(f, resolve.LookupResult{Module: ns, IsModule: true}, u.path); q.Ok() {
			return q
		}
		if ns != u.within {
			first, rest, more := strings.Cut(u.path, ".")
			q := t.used(f, ns, first, -1, u.scope.Start)
			if q.Ok() && more {
				q = t.path(f, q, rest)
			}
			if q.Ok() {
				return q
			}
		}
		if ns == "" {
			return resolve.LookupResult{External: true}
		}
	}
}

// aliased returns the type that an alias denotes (C# 12), in which names mean what they mean in
// the directive.
//
//	using Rows = System.Collections.Generic.List<(Shop.Row row, int n)>;
func (t *tree) aliased(f *resolve.File, u *using, ref parse.TypeRef) resolve.Type {
	if predefined[ref.Name] != "" || ref.Name == "dynamic" {
		return keyword(ref.Name)
	}
	var args []resolve.Type
	for _, a := range ref.Args {
		args = append(args, t.aliased(f, u, a))
	}
	if ref.Form != parse.FormNamed {
		return t.composed(ref, args)
	}
	part := using{path: ref.Name, within: u.within, scope: u.scope}
	ids := t.absolute(f, &part).Defs
	ids = slices.DeleteFunc(slices.Clone(ids), func(id resolve.DefID) bool {
		return len(t.def(id).TypeParams) != len(args)
	})
	if len(ids) == 1 {
		return t.typeOfDef(ids[0], args, 0)
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: lastPart(ref.Name), Args: args,
		External: true}
}

// path resolves the parts of a dotted name. Directives name generic types with arguments,
// which the front end drops, so any arity matches.
func (t *tree) path(f *resolve.File, q resolve.LookupResult, name string) resolve.LookupResult {
	for more := true; more && q.Ok(); {
		var part string
		part, name, more = strings.Cut(name, ".")
		q = t.inside(f, q, part, -1)
	}
	return q
}
