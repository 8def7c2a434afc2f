package questions

import (
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/testkit/answertest"
)

// nested is a program whose definitions begin and end within lines, so that the text of
// a definition goes on where its source outside nested definitions ends.
const nested = `-- shop.ts --
export class Shop { total() { return "sum"; } static at = 1; }
export function outer() {
  const inner = () => { return "sum"; }; return inner() + "Résumé";
}
-- shop.py --
class Shop:
    def total(self):
        def nested(): return "sum"
        return nested()
`

// TestPrefilter checks that the cheap test of a text never hides a match: the rows are
// those of a search without it.
func TestPrefilter(t *testing.T) {
	x := answertest.Sources(t, nested)
	for text, want := range map[string]int{
		"sum": 3, "SUM": 0, `sum"; }$`: 1, `^\s*return`: 1, `^; }$`: 1, `(?i)r.sum`: 1, `(?i)R[eé]SUM`: 1,
		`(ret)+urn`: 4, `return|class`: 6, `\Adef`: 0, `\Astatic at = 1\z`: 1, `(?s)outer.*R.sum`: 1,
		`[s]um`: 3, `\Breturn`: 0, `a{2,}|b?total`: 2,
	} {
		p := Pattern{Text: text, Regex: true}
		match, err := p.compile()
		if err != nil {
			t.Fatal(err)
		}
		fast, _, err := match.find(x, all)
		if err != nil {
			t.Fatal(err)
		}
		var slow []Row
		for n := range x.NumNodes() {
			node, err := x.Node(n)
			if err != nil {
				t.Fatal(err)
			}
			pieces, err := x.Pieces(n)
			if err != nil {
				t.Fatal(err)
			}
			for _, piece := range pieces {
				slow = append(slow, matches(n, node, piece, match.starts(piece.Text))...)
			}
		}
		if got, whole := lines(fast), lines(slow); got != whole || len(fast) != want {
			t.Errorf("%s: %d rows\n%s\nwant %d, without a prefilter\n%s", text, len(fast), got, want, whole)
		}
	}
}

func all(*graph.Node) bool { return true }

func lines(rows []Row) string {
	var out []string
	for _, r := range rows {
		out = append(out, r.Name+": "+r.Text)
	}
	return strings.Join(out, "\n")
}
