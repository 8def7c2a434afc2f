// Package protobuf resolves the names in descriptions of Protocol Buffers.
package protobuf

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// rules are those of the language.
//
//   - A name is looked up in the message around it, then further out, up to the packages around
//     its own one; its first part decides where. With a dot before it, it is a whole one.
//   - What a file may name is in it, or in what it imports.
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

// Prepare collects what the files define: types alone, for nothing else can be named. Time and
// memory grow with the definitions.
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

// fullName is the name of a definition with its package, if that is written: the module of a file
// without one is its path.
func fullName(d *resolve.Def) string {
	if d.File.Module == strings.TrimSuffix(d.File.Path, ".proto") {
		return d.Symbol
	}
	return d.File.Module + "." + d.Symbol
}

// Imported implements [resolve.Rules]: of the files whose paths end as the import says, the one
// that is nearest to the file. Which folders the compiler looks in is said by its command line.
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

// shared is the length of what two paths begin with, by which the nearer of two files is told:
// each of several programs of a tree may have a copy of what they share.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// BindFile implements [resolve.Rules]. A definition in a file that is not imported is meant only if
// it is the only one of its name: the import may go by a folder that is not known. What no file
// of the tree defines is outside of it, as the types of google.protobuf are.
func (r *rules) BindFile(b *resolve.Binder) {
	near := r.reach(b)
	for i := range b.File.References {
		ref := &b.File.References[i]
		from := b.File.ID(ref.Def)
		ids := r.named[ref.Name]
		if ref.At == 0 || b.File.Text[ref.At-1] != '.' { // no whole name
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

// reach is the files that a file may name the definitions of: itself and what it imports. What
// these import publicly is found by its name alone.
func (r *rules) reach(b *resolve.Binder) map[*resolve.File]bool {
	out := map[*resolve.File]bool{b.File: true}
	for i := range b.File.Imports {
		for _, f := range r.Imported(b, i).Files {
			out[f] = true
		}
	}
	return out
}

// find lists the definitions that a name may mean at a definition: several where files define it
// twice, which those of one program do not.
//
//	package shop.v1; message Order { Item item = 1; }
//	// shop.v1.Order.item.Item, shop.v1.Order.Item, shop.v1.Item, shop.Item, Item
func (r *rules) find(name string, at *resolve.Def) []resolve.DefID {
	scope := fullName(at)
	if at.Kind == graph.KindFile {
		scope = strings.TrimSuffix(fullName(at), "<module>")
	}
	for {
		// The innermost scope that has the name counts, as in the compiler.
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
