package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// platformPackage is the package of the globals that every script sees without an import.
const platformPackage = "globalThis"

// foreign records the external symbol that a reference refers to: an import from a
// package, a global of the platform, or a member of either.
func (s *scope) foreign(r *parse.Reference, from resolve.DefID) {
	name, tier, ok := s.foreignName(r, from)
	if ok {
		s.b.Foreign(r, from, name, tier)
	}
}

// foreignName returns the name of the external symbol of a reference, by the first
// available evidence: the import of its first name, the declarations of the receiver's
// type, the module that the receiver is, the name of the receiver's type.
func (s *scope) foreignName(r *parse.Reference,
	from resolve.DefID) (resolve.ForeignName, graph.Tier, bool) {
	if len(r.Recv) == 0 {
		name, ok := s.rootName(r.Name, nil, r.At)
		if name.Package == platformPackage && r.Kind == parse.RefType {
			space := s.tree.platform.Namespace("") // otherwise a type parameter, or a keyword
			ok = space != nil && space.Type(r.Name) != nil
		}
		return name, graph.Exact, ok
	}
	if dotted := resolve.DottedName(r.Recv); dotted != "" {
		parts := append(strings.Split(dotted, "."), r.Name)
		f, l := s.name(s.b.File, parts[0], r.At, from, values)
		if l == nil && f.External {
			name, ok := s.rootName(parts[0], parts[1:], r.At)
			if ok && (name.Package != platformPackage || len(parts) == 2) {
				// For a.b.c of a global a, only the type of a.b determines the name; in a
				// package, the dotted name is all that is available.
				return name, graph.Exact, true
			}
		}
	}
	t := s.eval(s.b.File, r.Recv, r.At, from)
	for _, d := range s.declarations(t) {
		if all, _ := s.membersIn(d, t, r.Name, 0); len(all) > 0 {
			// A declaration in ArrayConstructor is a member of Array: lib.es5.d.ts
			// declares a class of the language as an interface, a second one for its
			// static side, and a variable.
			owner := strings.TrimSuffix(d.typ.LocalName(), "Constructor")
			return resolve.ForeignName{Package: packageOfModule(d.typ.Namespace), Type: owner,
				Member: r.Name}, resolve.WeakerTier(t.Tier, graph.Exact), true
		}
	}
	if name, ok := s.tree.moduleMember(t, r.Name); ok {
		return name, resolve.WeakerTier(t.Tier, graph.Exact), true
	}
	// Names in lower case are string, number and other types of the language.
	if !t.External || t.Def != resolve.None || t.Name == "" || isLower(t.Name) {
		return resolve.ForeignName{}, 0, false
	}
	parts := strings.Split(t.Name, ".")
	name, ok := s.rootName(parts[0], append(parts[1:], r.Name), r.At)
	return name, resolve.WeakerTier(t.Tier, graph.Exact), ok
}

// rootName returns the name of a dotted name whose first part the file imports from a
// package or, if it does not import that, the platform declares.
func (s *scope) rootName(root string, rest []string, at uint32) (resolve.ForeignName, bool) {
	f := s.b.File
	for _, i := range s.tree.imports[f][root] {
		m := &f.Imports[i]
		if m.Export || m.All || m.Path == "" || !m.Scope.IsEmpty() && !m.Scope.Contains(at) {
			continue
		}
		pkg, inner := packageOf(m.Path)
		if t := s.tree.targets[f][i]; pkg == "" || t.file != nil || t.lost { // of the tree
			return resolve.ForeignName{}, false
		}
		parts := rest
		if m.Name != "" && (m.Name != "default" && m.Name != "=" || len(rest) == 0) {
			// The name in the package counts, not the alias. A default import denotes the
			// package itself, as far as its members are concerned.
			parts = append([]string{m.Name}, rest...)
		}
		return foreignParts(pkg, inner, parts), true
	}
	name := foreignParts(platformPackage, "", append([]string{root}, rest...))
	return name, root != "undefined" && root != "arguments" && root != "super" && root != "this"
}

// foreignParts returns a name in a package, or in a module of it: all parts but the last
// are the type, as far as names indicate.
//
//	import { z } from 'zod'; z.core.parse    // package zod, type z.core, member parse
//	import 'rxjs/operators'                  // package rxjs, module operators
func foreignParts(pkg, module string, parts []string) resolve.ForeignName {
	name := resolve.ForeignName{Package: pkg, Type: module}
	if len(parts) == 0 {
		return name
	}
	if module != "" {
		parts = append([]string{module}, parts...)
	}
	name.Type = strings.Join(parts[:len(parts)-1], ".")
	name.Member = parts[len(parts)-1]
	return name
}

// packageOf splits an import path into the package and the module in it: the name of a
// package may have a scope. It is empty for paths, and for path aliases of bundlers: npm
// allows no name that begins with . or ~, or that is only @, and # is for the imports of
// the package itself (Node.js, "Subpath imports").
//
//	@scope/name/deep/file    // @scope/name, deep/file
func packageOf(path string) (pkg, module string) {
	if path == "" || strings.ContainsRune("./~#", rune(path[0])) || strings.HasPrefix(path, "@/") ||
		strings.ContainsAny(path, " ?!") {
		return "", ""
	}
	n := 1
	if path[0] == '@' {
		n = 2
	}
	parts := strings.SplitN(path, "/", n+1)
	if len(parts) <= n {
		return path, ""
	}
	return strings.Join(parts[:n], "/"), parts[n]
}

// moduleMember returns the name of a member of a value whose full external name is known:
// a module, a class, a function with members.
func (t *tree) moduleMember(of resolve.Type, member string) (name resolve.ForeignName, ok bool) {
	if of.Module != global && of.Form != methodOf || of.Def != resolve.None || len(of.Args) > 0 {
		return name, false
	}
	module := of.Name
	for cut := len(module); cut > 0; cut = strings.LastIndexByte(module[:cut], '.') {
		if t.platform.Namespace(module[:cut]) != nil {
			inner := strings.TrimPrefix(module[cut:], ".")
			return resolve.ForeignName{Package: packageOfModule(module[:cut]), Type: inner,
				Member: member}, true
		}
	}
	return name, false
}

// packageOfModule returns the package that contains a module of the platform or a
// library. The declarations of DefinitelyTyped belong to the packages that they describe.
//
//	node_modules/@types/babel__core/index    // @babel/core
func packageOfModule(module string) string {
	if module == "" {
		return platformPackage
	}
	const installed = "node_modules/"
	i := strings.LastIndex(module, installed)
	if i < 0 {
		return module
	}
	pkg, _ := packageOf(strings.TrimPrefix(module[i+len(installed):], "@types/"))
	if scope, name, ok := strings.Cut(pkg, "__"); ok {
		return "@" + scope + "/" + name
	}
	return pkg
}

// isLower reports whether a name begins with a lower-case letter.
func isLower(name string) bool { return name != "" && name[0] >= 'a' && name[0] <= 'z' }

// ForeignType names a base class or interface.
func (r *rules) ForeignType(b *resolve.Binder, ref parse.TypeRef, _ resolve.DefID, at uint32,
	_ resolve.Type) (name resolve.ForeignName, isInterface, ok bool) {
	parts := strings.Split(ref.Name, ".")
	if parts[0] == "" {
		return name, false, false
	}
	name, ok = newScope(b, r.tree).rootName(parts[0], parts[1:], at)
	return name, false, ok
}
