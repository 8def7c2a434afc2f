package names_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/testkit/answertest"
)

// TestAbbreviatedHandles checks that the abbreviated handle of every node denotes the node,
// and that the beginning of several handles is an error that lists them.
func TestAbbreviatedHandles(t *testing.T) {
	var code strings.Builder
	code.WriteString("-- m.py --\n")
	for i := range 3000 {
		fmt.Fprintf(&code, "def f%d(): pass\n", i)
	}
	x := answertest.Sources(t, code.String())
	r := names.Resolver{Index: x}
	nodes := map[string][]uint32{} // by the first letters of the handle
	for n := range x.NumNodes() {
		node, err := x.Node(n)
		if err != nil {
			t.Fatal(err)
		}
		handle := node.ID.Handle()
		short := x.Abbreviate(handle)
		ref, err := r.Resolve(short)
		if err != nil || ref.Node != n || len(short) < 4 || !strings.HasPrefix(handle, short) {
			t.Fatalf("%s of %s: %+v, %v", short, node.ID, ref, err)
		}
		nodes[handle[:4]] = append(nodes[handle[:4]], n)
	}
	several := 0
	for prefix, list := range nodes {
		if len(list) < 2 {
			continue
		}
		several++
		_, err := r.Resolve(prefix)
		if !errors.Is(err, answer.ErrAmbiguousID) {
			t.Errorf("%s: %v", prefix, err)
		}
		for _, n := range list {
			node, _ := x.Node(n)
			if handle := node.ID.Handle(); err != nil && !strings.Contains(err.Error(), x.Abbreviate(handle)) {
				t.Errorf("%s: no %s in %v", prefix, handle, err)
			}
		}
	}
	if several == 0 {
		t.Error("no two handles begin with the same four letters")
	}
}

// TestNamesBeforeAbbreviatedHandles checks that a word that is a name or a folder does not
// denote a node whose handle begins with it, and is not printed for that node.
func TestNamesBeforeAbbreviatedHandles(t *testing.T) {
	var code strings.Builder
	code.WriteString("-- m.py --\n")
	for i := range 40 {
		fmt.Fprintf(&code, "def f%d(): pass\n", i)
	}
	prefixes := map[string]string{} // of handles, by name
	x := answertest.Sources(t, code.String())
	for i := range 40 {
		n := node(t, x, fmt.Sprintf("f%d", i))
		if p := n[:4]; !strings.ContainsAny(p, "234567") {
			prefixes[fmt.Sprintf("f%d", i)] = p
		}
	}
	folder := true
	for name, prefix := range prefixes {
		more := "def " + prefix + "(): pass\n"
		if folder = !folder; folder {
			more = "-- " + prefix + "/other.py --\ndef other(): pass\n"
		}
		x := answertest.Sources(t, code.String()+more)
		handle := node(t, x, name)
		if short := x.Abbreviate(handle); len(short) < 5 {
			t.Errorf("%s of %s is printed next to\n%s", short, name, more)
		}
		ref, err := (&names.Resolver{Index: x}).Resolve(prefix)
		if n := node(t, x, name); !folder && (err != nil || strings.HasSuffix(ref.ID, n)) {
			t.Errorf("%s: %+v, %v", prefix, ref, err)
		}
	}
	if len(prefixes) < 2 {
		t.Errorf("%d handles begin with letters only", len(prefixes))
	}
}

// node returns the handle of the node of a name.
func node(t *testing.T, x *answer.Index, name string) string {
	t.Helper()
	nodes, err := x.Named(name)
	if err != nil || len(nodes) != 1 {
		t.Fatalf("%s: %v, %v", name, nodes, err)
	}
	n, err := x.Node(nodes[0])
	if err != nil {
		t.Fatal(err)
	}
	return n.ID.Handle()
}
