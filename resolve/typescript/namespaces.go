package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A namespaceKey identifies a namespace: its declarations in a module, or in all scripts,
// are merged (TypeScript specification 10.5).
//
//	namespace App { export class Core {} }          // core.ts
//	namespace App.Util { export function f() {} }   // util.ts: App.Core, App.Util.f
type namespaceKey struct {
	file   *resolve.File // nil for scripts
	symbol string        // its full name
}

// namespaces are the namespaces that a tree declares by name.
type namespaces struct {
	scripts map[*resolve.File]bool
	parts   map[namespaceKey][]resolve.DefID
	implied map[namespaceKey]bool // those declared only as a prefix: App in App.Util
}

// add records the namespaces of a file.
func (n *namespaces) add(t *tree, f *resolve.File, isModule bool) {
	if !isModule {
		n.scripts[f] = true
	}
	for i := range f.Definitions {
		d := t.table.Def(f.ID(int32(i)))
		if d.Kind != graph.KindNamespace || d.ModuleName == global || isAmbient(d) {
			continue
		}
		key := n.key(d)
		n.parts[key] = append(n.parts[key], d.ID)
		for at := strings.LastIndexByte(key.symbol, '.'); at > 0; at = strings.LastIndexByte(key.symbol, '.') {
			key.symbol = key.symbol[:at]
			n.implied[key] = true
		}
	}
}

// isAmbient reports whether a namespace is the declaration of a module: declare module
// 'a' {}.
func isAmbient(d *resolve.Def) bool {
	at := int(d.NameAt)
	return at < len(d.File.Text) && strings.IndexByte("'\"`", d.File.Text[at]) >= 0
}

// key returns the key of a namespace of the tree.
func (n *namespaces) key(d *resolve.Def) namespaceKey {
	if n.scripts[d.File] {
		return namespaceKey{nil, d.Symbol}
	}
	return namespaceKey{d.File, d.Symbol}
}

// merges reports whether two definitions are declarations of one namespace.
func (n *namespaces) merges(a, b *resolve.Def) bool {
	return a.Kind == graph.KindNamespace && b.Kind == graph.KindNamespace && n.key(a) == n.key(b)
}

// otherParts lists the exports of a namespace with a name in its declarations other than
// d.
func (s *scope) otherParts(d *resolve.Def, name string) []resolve.DefID {
	if d.Kind != graph.KindNamespace || d.ModuleName == global {
		return nil
	}
	return s.exportedBy(s.tree.namespaces.key(d), name, d.ID)
}

// exportedBy lists the exports of a namespace with a name, except those of its
// declaration except.
func (s *scope) exportedBy(key namespaceKey, name string, except resolve.DefID) []resolve.DefID {
	var out []resolve.DefID
	for _, part := range s.tree.namespaces.parts[key] {
		if part == except {
			continue
		}
		for _, id := range s.b.Table.Own(part, name) {
			if s.b.Table.Def(id).Exported {
				out = append(out, id)
			}
		}
	}
	if key.symbol += "." + name; len(out) == 0 {
		out = s.tree.namespaces.parts[key]
	}
	return out
}

// around lists the exports with a name of the namespaces that enclose the last part of a
// dotted one.
//
//	namespace App.Util { … }    // the exports of App are visible
func (s *scope) around(d *resolve.Def, name string) []resolve.DefID {
	key, last := s.tree.namespaces.key(d), ""
	if d.Outer != resolve.None {
		if p := s.b.Table.Def(d.Outer); p.Kind == graph.KindNamespace {
			last = p.Symbol // it is searched separately
		}
	}
	for {
		at := strings.LastIndexByte(key.symbol, '.')
		if at < 0 || key.symbol[:at] == last {
			return nil
		}
		key.symbol = key.symbol[:at]
		if out := s.exportedBy(key, name, resolve.None); len(out) > 0 {
			return out
		}
	}
}

// namespaceModule is the prefix of the module name of a script namespace that is declared
// only as a prefix of longer names, and is treated like a module.
const namespaceModule = "namespace "

// impliedNamespace resolves a name that is declared only as a prefix of the names of
// namespaces.
func (t *tree) impliedNamespace(name string) (resolve.LookupResult, bool) {
	if !t.namespaces.implied[namespaceKey{nil, name}] {
		return resolve.LookupResult{}, false
	}
	return resolve.LookupResult{IsModule: true, Module: namespaceModule + name, Tier: graph.Unique}, true
}

// inNamespace finds a namespace in an implied one.
func (t *tree) inNamespace(symbol, name string) resolve.LookupResult {
	key := namespaceKey{nil, symbol + "." + name}
	if parts := t.namespaces.parts[key]; len(parts) > 0 {
		return resolve.LookupResult{Defs: parts, Tier: graph.Unique}
	}
	out, _ := t.impliedNamespace(key.symbol)
	return out
}
