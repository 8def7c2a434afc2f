package graph_test

import (
	"testing"

	"seedgraph/graph"
)

// TestLinkedIDs: an id of a linked index tells its repository and its id there, and its handle depends
// on both; an id with two slashes in it is not a linked id.
func TestLinkedIDs(t *testing.T) {
	own := graph.ChunkID("go", "orders", "Place", "")
	for _, id := range []graph.NodeID{own, "dbo.Order|TABLE", graph.ChunkID("http", "", "GET//x", "")} {
		linked := graph.LinkedID("team/shop", id)
		name, back := linked.Split()
		if name != "team/shop" || back != id || linked.Repository() != name {
			t.Errorf("%s: %s, %s", linked, name, back)
		}
		if linked.Handle() == id.Handle() || linked.Handle() != graph.LinkedHandle("team/shop", id.Handle()) ||
			linked.Handle() == graph.LinkedID("shop", id).Handle() {
			t.Errorf("%s has the handle %s", linked, linked.Handle())
		}
		if linked.IsRedeclaration() != id.IsRedeclaration() || linked.IsKey() != id.IsKey() {
			t.Errorf("%s is another form than %s", linked, id)
		}
		if name, _ := id.Split(); name != "" {
			t.Errorf("%s is taken for one of %s", id, name)
		}
	}
	if id := graph.SQLKey("a//b", "c", graph.KindTable, ""); id.Repository() != "" {
		t.Errorf("%s is taken for a linked id", id)
	}
	for _, bad := range []string{"", "a b", "a:b", "/a", "a/", "a//b", "../a", "a@b", "a|b"} {
		if graph.IsRepositoryName(bad) {
			t.Errorf("%q is taken for a name", bad)
		}
	}
}
