package protobuf_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/protobuf"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(protobuf.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

// TestNesting checks that nested messages use bounded stack, and that broken text
// is read to the end.
func TestNesting(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("message M { ", 50_000), strings.Repeat("message M { string a = 1; }", 10_000),
		strings.Repeat("} ", 10_000), strings.Repeat("option a = { b: [", 10_000), "rpc", "message",
		"message M { map<string", "service S { rpc A(", "enum E { A", "/*", `import "a`, "extend",
		"message M { oneof", "message M { optional group G = 1", "message M { reserved 1 to",
	} {
		f, err := set.For(parse.Source{Path: "a.proto", Text: text}).Facts(nil,
			parse.Source{Path: "a.proto", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.Definitions {
			if d := &f.Definitions[i]; int(d.Range.End) > len(text) || d.Range.Start > d.Range.End {
				t.Errorf("%.20q: %s has the range %v", text, d.Symbol, d.Range)
			}
		}
	}
}
