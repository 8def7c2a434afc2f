// Package protobuf resolves the names in Protocol Buffers definitions.
package protobuf

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// rules are those of the language.
//
//   - A name is looked up in the enclosing message, then further out, up to the parents of
//     its package; its first part decides the scope. With a leading dot, it is fully qualified.
//   - The names visible in a file are in the file, or in its imports.
type rules struct {
	resolve.PlainRules
	table *resolve.Table
	named map[string][]resolve.DefID // by full names
	files map[string][]*resolve.File // by the last part of their paths
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{Family: family, Names: []string{family},
		Rules: func() resolve.Rules { return &rules{} }}
}

const family = "protobuf"

// Prepare indexes the types that the files define, since only types can be referred
// to.
func (r *rules) Prepare(ix *resolve.Table) {
	r.table, r.named = ix, map[string][]resolve.DefID{}
	r.files = map[string][]*resolve.File{}
	for _, f := range ix.Files {
		if f.Language != family {
			continue
		}
		r.files[path.Base(f.Path)] = append(r.files[path.Base(f.Path)], f)
		for i := range f.Definitions {
			if d := ix.Def(f.ID(int32(i))); d.Kind.IsType() {
				r.named[fullName(d)] = append(r.named[fullName(d)], d.ID)
			}
		}
	}
}

// fullName returns the name of a definition with its package, if it has one: the
// module of a file without a package is its path.
func fullName(d *resolve.Def) string {
	if d.File.Module == strings.TrimSuffix(d.File.Path, ".proto") {
		return d.Symbol
	}
	return d.File.Module + "." + d.Symbol
}

// Imported implements [resolve.Rules]: of the files whose paths end with the imported
// path, the one nearest to the file. The search folders of the compiler are set on
// its command line.
//
//	import "shop/v1/item.proto";    // in api/shop/v1/order.proto: api/shop/v1/item.proto
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	name := b.File.Imports[i].Path
	var found *resolve.File
	near := -1
	for _, f := range r.files[path.Base(name)] {
		if f.Path != name && !strings.HasSuffix(f.Path, "/"+name) {
			continue
		}
		if n := shared(f.Path, b.File.Path); n > near {
			found, near = f, n
		}
	}
	if found == nil {
		return resolve.Target{External: true}
	}
	return resolve.Target{Files: []*resolve.File{found}}
}

// shared returns the length of the common prefix of two paths, which determines the
// nearer of two files: each of several programs in a tree may have a copy of a shared
// file.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// BindFile implements [resolve.Rules]. A definition in a file that is not imported is
// a target only if it is the only one of its name: the import may be relative to an
// unknown folder. A name without a definition in the tree is external, as the types
// of google.protobuf are.
func (r *rules) BindFile(b *resolve.Binder) {
	near := r.reach(b)
	for i := range b.File.References {
		ref := &b.File.References[i]
		from := b.File.ID(ref.Def)
		ids := r.named[ref.Name]
		if ref.At == 0 || b.File.Text[ref.At-1] != '.' { // not fully qualified
			ids = r.find(ref.Name, r.table.Def(from))
		}
		var seen []resolve.DefID
		for _, d := range ids {
			if near[r.table.Def(d).File] {
				seen = append(seen, d)
			}
		}
		switch {
		case len(seen) == 1:
			b.Settle(ref, from, seen, graph.Exact, resolve.Resolved)
		case len(seen) == 0 && len(ids) == 1: // imported by a path from outside the tree
			b.Settle(ref, from, ids, graph.Unique, resolve.Resolved)
		case len(ids) == 0:
			b.Settle(ref, from, nil, graph.Exact, resolve.External)
		default:
			b.Settle(ref, from, nil, graph.Exact, resolve.NotFound)
		}
	}
}

// reach returns the files whose definitions are visible in a file: itself and its
// imports. Public imports of those are found only by a unique name.
func (r *rules) reach(b *resolve.Binder) map[*resolve.File]bool {
	out := map[*resolve.File]bool{b.File: true}
	for i := range b.File.Imports {
		for _, f := range r.Imported(b, i).Files {
			out[f] = true
		}
	}
	return out
}

// find lists the definitions that a name may refer to within a definition: several if
// files define it twice, which cannot happen in one program.
//
//	package shop.v1; message Order { Item item = 1; }
//	// shop.v1.Order.item.Item, shop.v1.Order.Item, shop.v1.Item, shop.Item, Item
func (r *rules) find(name string, at *resolve.Def) []resolve.DefID {
	scope := fullName(at)
	if at.Kind == graph.KindFile {
		scope = strings.TrimSuffix(fullName(at), "<module>")
	}
	for {
		// The innermost scope with the name wins, as in the compiler.
		full := strings.TrimPrefix(strings.TrimSuffix(scope, ".")+"."+name, ".")
		if ids := r.named[full]; ids != nil {
			return ids
		}
		if scope == "" {
			return nil
		}
		i := strings.LastIndexByte(strings.TrimSuffix(scope, "."), '.')
		scope = scope[:max(i, 0)]
	}
}
