// Package check compares a table with the declarations that it is generated from.
package check

import (
	"fmt"
	"reflect"
	"slices"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
)

// Differences returns a line for each entry of the platform that differs from its
// declaration, is missing, or is superfluous.
func Differences(p *external.Platform, all []external.Declared) []string {
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	spaces := map[string]bool{}
	for i := range all {
		d := &all[i]
		spaces[d.Name] = true
		n := p.Namespace(d.Name)
		if n == nil {
			say("namespace %q: missing", d.Name)
			continue
		}
		types(n, d, say)
		members(n, d, say)
		same := n.Short() == d.Short && n.Partial() == d.Partial &&
			slices.Equal(n.Exports(), d.Exports)
		star, ok := n.Star()
		if !same || ok != (d.Star != nil) || !slices.Equal(star, d.Star) {
			say("namespace %q: names differ", d.Name)
		}
	}
	for _, name := range p.Namespaces() {
		if !spaces[name] {
			say("namespace %q: not declared", name)
		}
	}
	return lines
}

func types(n *external.Namespace, d *external.Declared, say func(string, ...any)) {
	names := map[string]bool{}
	for _, want := range d.Types {
		want.Namespace = d.Name
		names[want.LocalName()] = true
		if got := n.Type(want.LocalName()); got == nil {
			say("%s: missing", want.Name)
		} else if !reflect.DeepEqual(got, want) {
			say("%s differs:\n%s\ndeclared:\n%s", want.Name, notation.Type(got),
				notation.Type(want))
		}
	}
	for _, name := range n.TypeNames() {
		if !names[name] {
			say("%s.%s: not declared", n.Name, name)
		}
	}
}

func members(n *external.Namespace, d *external.Declared, say func(string, ...any)) {
	var got []external.Member
	for _, name := range n.MemberNames() {
		got = append(got, n.Member(name)...)
	}
	if len(got) == 0 && len(d.Members) == 0 || reflect.DeepEqual(got, d.Members) {
		return
	}
	for i := range max(len(got), len(d.Members)) {
		var a, b string
		if i < len(got) {
			a = notation.Member(&got[i])
		}
		if i < len(d.Members) {
			b = notation.Member(&d.Members[i])
		}
		if a != b {
			say("namespace %q: member %q, declared %q", n.Name, a, b)
			return
		}
	}
	say("namespace %q: members differ", n.Name)
}
