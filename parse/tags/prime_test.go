package tags

import (
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
)

// TestNoFileChangesTheNext checks that the state left in the scanner of a grammar
// by a file that ends within a string does not affect the next file.
func TestNoFileChangesTheNext(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	whole := parse.Source{Path: "whole.lua", Text: "--[[ a ]]\nfunction open() end\nfunction close() return \"x\", 'y' end\n"}
	functions := func(broken string) int {
		for _, src := range []parse.Source{{Path: "broken.lua", Text: broken}, whole} {
			facts, err := lua.language().Facts(p, src)
			if err != nil {
				t.Fatal(err)
			}
			if src.Path == whole.Path {
				n := 0
				for _, d := range facts.Definitions {
					if d.Kind == graph.KindFunction {
						n++
					}
				}
				return n
			}
		}
		return 0
	}
	for _, broken := range []string{"", "x = \"open", "x = 'open", "x = [==[ open", "--[==[ open"} {
		if n := functions(broken); n != 2 {
			t.Errorf("after %q: %d functions, want 2", broken, n)
		}
	}
}
