package graphbuild_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

// edgesOf lists the edges of some kinds by the names of their ends.
func edgesOf(g *graph.Graph, kinds ...graph.EdgeKind) string {
	var out []string
	for _, e := range g.Edges {
		if slices.Contains(kinds, e.Kind) {
			out = append(out, g.Nodes[e.From].Name+" "+e.Kind.String()+" "+g.Nodes[e.To].Name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// TestEdgesOfDeclarations: a file imports files and namespaces, a type has base types,
// and a member overrides that of a base type. In languages where members are identified
// by name only, a method may override a field.
func TestEdgesOfDeclarations(t *testing.T) {
	g := buildTree(t, map[string]string{
		"src/base.ts": "export interface Shown { show(): void }\n" +
			"export class Base { load = () => 1; list() {} }\n",
		"src/shop.ts": "import { Base, Shown } from './base';\n" +
			"export class Shop extends Base implements Shown {\n show() {}\n load() { return 2; }\n}\n",
		"shop/till/Till.java": "package shop.till;\npublic class Till { }\n",
		"shop/Door.java":      "package shop;\nimport shop.till.*;\nclass Door extends Till { }\n",
	}).Graph
	const want = `shop.Door Inherits shop.till.Till
shop.Shop Implements base.Shown
shop.Shop Inherits base.Base
shop.Shop.load Overrides base.Base.load
shop.Shop.show Overrides base.Shown.show
shop/Door.java Imports shop.till
src/shop.ts Imports src/base.ts`
	got := edgesOf(g, graph.Imports, graph.Inherits, graph.Implements, graph.Overrides)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestKeyOfWhatANameMeans: of several declarations of one object, the referent of the
// name has the key without a suffix.
func TestKeyOfWhatANameMeans(t *testing.T) {
	bill := "CREATE OR ALTER PROCEDURE dbo.Bill AS SELECT "
	g := buildTree(t, map[string]string{
		"migrations/V1__a.sql": bill + "1;\nGO\n", "migrations/V2__b.sql": bill + "2;\nGO\n",
		"migrations/V3__c.sql": bill + "3;\nGO\n",
	}).Graph
	plain := ""
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Kind == graph.KindProc && !n.ID.IsRedeclaration() {
			plain += n.Path
		}
	}
	if plain != "migrations/V3__c.sql" {
		t.Errorf("the plain key is of %q", plain)
	}
}
