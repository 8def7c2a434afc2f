package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/query/answer/questions"
	"seedgraph/testkit/longtest"
	"seedgraph/testkit/sourceindex"
	"seedgraph/tokens"
)

// An otherCount counts tokens, and shares no code with package tokens.
type otherCount func(text string) (int, error)

// otherCounts returns the counts by the name of a tokenizer.
func otherCounts(t *testing.T) map[string]otherCount {
	t.Helper()
	counts := map[string]otherCount{
		tokens.Words: func(text string) (int, error) { return len(strings.Fields(text)), nil },
		tokens.Chars4: func(text string) (int, error) {
			return max(utf8.RuneCountInString(text)/4, min(len(text), 1)), nil
		},
	}
	for name, of := range map[string]tokenizer.Encoding{
		tokens.O200k: tokenizer.O200kBase, tokens.Cl100k: tokenizer.Cl100kBase} {
		codec, err := tokenizer.Get(of)
		if err != nil {
			t.Fatal(err)
		}
		counts[name] = codec.Count
	}
	return counts
}

// A budgeter generates random command lines with --budget-tokens about the nodes of
// an index.
type budgeter struct {
	r     *rand.Rand
	nodes []graph.Node
	names []string // of tokenizers
}

func (b *budgeter) one(list ...string) string { return list[b.r.IntN(len(list))] }

func (b *budgeter) node() graph.Node { return b.nodes[b.r.IntN(len(b.nodes))] }

// line generates a command line, and returns the tokenizer that counts, and whether the
// budget applies to the whole output.
func (b *budgeter) line(budget int) (args []string, counter string, whole bool) {
	counter = tokens.O200k // the tokenizer of the indexes
	flags := []string{fmt.Sprint("--budget-tokens=", budget)}
	if b.r.IntN(3) == 0 {
		counter = b.one(b.names...)
		flags = append(flags, "--tokens="+counter)
	}
	args, whole = b.command()
	return append(args, flags...), counter, whole
}

func (b *budgeter) command() (args []string, whole bool) {
	node := b.node()
	switch b.r.IntN(6) {
	case 0:
		return []string{"map", b.one("--tests=keep", "--format=index", "--kind=class", "--limit=3"),
			b.one("--path=src", "--path=**")}, true
	case 1: // only the texts count
		return []string{"fetch", string(node.ID), b.node().ID.Handle(), "--json",
			b.one("--full", "--signature", "--with=callers", "--prioritization=graph_first")}, false
	case 2:
		return []string{"fetch", string(node.ID), b.node().ID.Handle(), b.node().Name,
			"--cost=block", b.one("--full", "--signature", "--lines=1-3", "--provenance")}, true
	case 4:
		if b.r.IntN(4) == 0 {
			return []string{"grep", node.Short}, true
		}
		if b.r.IntN(4) == 0 {
			return []string{"brief"}, true
		}
		if b.r.IntN(2) == 0 {
			return b.uses(&node), true
		}
		return []string{questions.All[b.r.IntN(len(questions.All))].Name, string(node.ID)}, true
	case 3:
		return []string{"index", b.one("--path=**", "--path=src", "--search=order"),
			b.one("--limit=3", "--kind=class", "--tests=keep", "--after="+node.ID.Handle())}, true
	}
	args = []string{"context", node.Short + " " + b.one("order", "save", b.node().Short),
		b.one("--format=text", "--format=index", "--sections", "--no-index", "--comments",
			"--max-node-tokens=20", "--intent=explain", "--intent=impact", "--widen=4")}
	if b.r.IntN(2) == 0 {
		args = append(args, "--seed", node.ID.Handle())
	}
	return args, true
}

// uses generates a command line of a command that summarises results beyond the
// budget.
func (b *budgeter) uses(node *graph.Node) []string {
	switch name := b.one("callers", "callees", "impact", "list", "unused"); name {
	case "list":
		return []string{name, b.one("methods", "tables", "classes", "entries")}
	case "unused":
		return []string{name}
	case "impact":
		return []string{name, string(node.ID)}
	default:
		return []string{name, string(node.ID), b.one("--lines", "--edges=*", "--path=src")}
	}
}

// A budgetTally counts the kinds of answers.
type budgetTally struct {
	mu            sync.Mutex
	full, refused map[string]int
}

func (y *budgetTally) add(m map[string]int, command string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	m[command]++
}

// TestBudgetsHold checks that the output of a command, or the texts that fetch returns,
// are always within --budget-tokens: 10,000 command lines over four indexes.
func TestBudgetsHold(t *testing.T) {
	calls := longtest.Cases(150, 600, 2500)
	counts := otherCounts(t)
	orders, err := sourceindex.Archive(sourceindex.Shop)
	if err != nil {
		t.Fatal(err)
	}
	y := budgetTally{full: map[string]int{}, refused: map[string]int{}}
	t.Run("indexes", func(t *testing.T) {
		for name, index := range map[string]struct {
			in    artifacts.Index
			flags []string
		}{
			"synthetic": {in: artifactstest.Synthetic(120, 400, 6)},
			"shop":      {in: artifactstest.Shop()},
			"orders":    {in: orders},
			"guarded":   {artifactstest.GuardedShop(), []string{"--acl-any=sales"}},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join(t.TempDir(), "a.sg")
				index.in.Tokens = tokens.O200k
				writeRanked(t, dir, index.in)
				y.keep(t, append([]string{"-a", dir}, index.flags...), index.in.Graph.Nodes, counts, calls)
			})
		}
	})
	names := []string{"map", "fetch", "context", "index"}
	for _, name := range names {
		if y.full[name] < calls/50 {
			t.Errorf("only %d answers of %s use half of a budget", y.full[name], name)
		}
	}
	names = append(names, "grep", "brief", "callers", "callees", "impact", "list", "unused")
	for _, q := range questions.All {
		names = append(names, q.Name)
	}
	for _, c := range newRootCommand(&globals{}).Commands() {
		if c.Flag("budget-tokens") != nil && !slices.Contains(names, c.Name()) {
			t.Errorf("no case of %s", c.Name())
		}
	}
	t.Log(y.full, y.refused)
}

// keep runs command lines on an index, and fails if one exceeds its budget.
func (y *budgetTally) keep(t *testing.T, before []string, nodes []graph.Node,
	counts map[string]otherCount, calls int) {
	t.Helper()
	b := &budgeter{rand.New(rand.NewPCG(3, uint64(len(nodes)))), nodes, tokens.Names()}
	for i := range calls {
		budget := []int{0, 1, 2, b.r.IntN(30), b.r.IntN(300), b.r.IntN(3000)}[i%6]
		args, counter, whole := b.line(budget)
		got := outcomeOf("", slices.Concat(before, args))
		if got.code == 1 {
			none := budget == 0 && strings.Contains(got.err, "budget")
			if !none && !strings.Contains(got.err, "is not in the list") {
				t.Fatalf("%q: %s", args, got.err)
			}
			y.add(y.refused, args[0])
			continue
		}
		used := 0
		var err error
		if whole {
			used, err = counts[counter](got.out)
		} else {
			used, err = textsCost(got.out, counts[counter])
		}
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		if used > budget {
			t.Fatalf("%q prints %d tokens:\n%s", args, used, got.out)
		}
		if budget > 100 && used > budget/2 {
			y.add(y.full, args[0])
		}
	}
}

// textsCost counts the tokens of the texts in an answer of fetch, and compares them
// with the count in the answer.
func textsCost(out string, count otherCount) (used int, err error) {
	if out == "" {
		return 0, nil
	}
	var a struct {
		Items []struct{ Text string }
		Debug struct {
			Used int `json:"used_tokens"`
		} `json:"graph_debug"`
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		return 0, err
	}
	for _, it := range a.Items {
		n, err := count(it.Text)
		if err != nil {
			return 0, err
		}
		used += n
	}
	if used != a.Debug.Used {
		return used, fmt.Errorf("%d tokens, but it says %d", used, a.Debug.Used)
	}
	return used, nil
}
