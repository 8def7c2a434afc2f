// Package measure evaluates search and context against known answers.
//
//   - A [Task] is a query with gold: the lines, or whole files, that answer it. A
//     node hits an entry if its text contains one of its lines.
//   - [Scores] are the measures of a task, or their means: the share of gold files
//     among the first files, nDCG and average precision of files, recall and nDCG of
//     the first ten nodes, the reciprocal rank of the first hit, and the share of
//     gold within budgets of tokens, of the list and of a context.
package measure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/assemble"
	"seedgraph/query/expand"
	"seedgraph/query/search"
	"seedgraph/tokens"
)

// rankingHits is the length of the evaluated rankings.
const rankingHits = 400

// Budgets lists the budgets, in tokens, within which gold is counted.
var Budgets = []int{4000, 8000}

// FileDepths lists the numbers of first files among which gold files are counted.
var FileDepths = []int{1, 5, 10}

// An Index provides the data of an evaluation. [*answer.Index] implements it.
type Index interface {
	assemble.Index
	At(path string, line uint32) (n uint32, ok bool, err error)
	Parent(n uint32) (parent uint32, ok bool, err error)
	PathNodes(path string) ([]artifacts.PathNode, error)
	Lines(e graph.Edge) ([]uint32, error)
}

// Options configures an evaluation.
type Options struct {
	Filter  search.Selection
	Context bool // also evaluate contexts
	// Seeded gives one definition of each answer, and evaluates the search for the
	// others. NoSeeds searches without the given definition.
	Seeded, NoSeeds bool
	// Needs evaluates the search for the callees of the edited lines, starting from the
	// edited definitions.
	Needs   bool
	Intent  assemble.Intent // of contexts; empty: Auto
	Signals *assemble.Signals
	Ranking answer.Ranking
	Counter *tokens.Counter
}

// Scores holds the measures of one task, or their means.
type Scores struct {
	ID        string             `json:"id,omitempty"`
	Kind      string             `json:"kind,omitempty"`
	Split     string             `json:"split,omitempty"`
	Tasks     int                `json:"tasks,omitempty"`
	Files     map[string]float64 `json:"files"`
	Recall    float64            `json:"recall@10"`
	NDCG      float64            `json:"ndcg@10"`
	MRR       float64            `json:"mrr"`
	FileNDCG  float64            `json:"file_ndcg@10"`
	Hit       float64            `json:"hit@10"`
	MAP       float64            `json:"map@10"`
	InBudget  map[string]float64 `json:"in_budget"`
	InContext map[string]float64 `json:"in_context,omitempty"`
}

// An Answer holds the measures of tasks.
type Answer struct {
	Mean  Scores   `json:"mean"`
	Kinds []Scores `json:"kinds,omitempty"` // means by kind of task
	Items []Scores `json:"items"`
}

// Measure evaluates at least one task.
func Measure(x Index, tasks []Task, o Options) (*Answer, error) {
	e := &evaluation{x, o, map[uint32]string{}}
	if o.Needs {
		var err error
		if tasks, err = e.needs(tasks); err != nil {
			return nil, err
		}
	}
	if o.Seeded {
		var err error
		if tasks, err = e.seeded(tasks); err != nil {
			return nil, err
		}
	}
	var a Answer
	for i := range tasks {
		scores, err := e.task(&tasks[i])
		if err != nil {
			return nil, fmt.Errorf("task %s: %w", tasks[i].ID, err)
		}
		a.Items = append(a.Items, scores)
	}
	a.Mean, a.Kinds = meanOf(a.Items), byKind(a.Items)
	return &a, nil
}

// An evaluation compares rankings with gold.
type evaluation struct {
	Index
	Options
	texts map[uint32]string
}

// task measures one task.
func (e *evaluation) task(t *Task) (Scores, error) {
	opts := search.Options{Selection: e.Filter}
	opts.Limit = rankingHits
	e.Ranking.Apply(&opts)
	if !e.NoSeeds {
		opts.Given = t.given
	} else if len(t.given) > 0 {
		given, err := e.Node(t.given[0])
		if err != nil {
			return Scores{}, err
		}
		opts.Filter.Admit = func(n *graph.Node) bool { return n.ID != given.ID }
	}
	opts.Text, opts.Edges = e.Index.Text, e.Index
	res, err := search.Search(e.Index, t.Query, opts)
	if err != nil {
		return Scores{}, err
	}
	hits, err := e.hits(t, res)
	if err != nil {
		return Scores{}, err
	}
	s := Scores{ID: t.ID, Kind: t.Kind, Split: t.Split, InBudget: map[string]float64{}}
	s.rateFiles(t, files(res))
	all := float64(len(t.Gold))
	s.Recall = float64(len(distinct(hits[:min(10, len(hits))]))) / all
	s.NDCG, s.MRR = gains(hits, len(t.Gold))
	for _, b := range Budgets {
		within, err := e.within(res, hits, b)
		if err != nil {
			return s, err
		}
		s.InBudget[budgetName("B", b)] = float64(within) / all
	}
	if e.Context {
		s.InContext = map[string]float64{}
		for _, b := range Budgets {
			within, err := e.withinContext(t, b)
			if err != nil {
				return s, err
			}
			s.InContext[budgetName("X", b)] = float64(within) / all
		}
	}
	return s, nil
}

// hits lists, for each node of the ranking, the indexes of the gold entries that it hits.
func (e *evaluation) hits(t *Task, res *search.Result) ([][]int, error) {
	rank := make(map[uint32]int, len(res.Hits))
	for i, h := range res.Hits {
		rank[h.Node] = i
	}
	hits := make([][]int, len(res.Hits))
	for g := range t.Gold {
		covering, err := e.covering(&t.Gold[g])
		if err != nil {
			return nil, err
		}
		for n := range covering {
			if i, ok := rank[n]; ok {
				hits[i] = append(hits[i], g)
			}
		}
	}
	return hits, nil
}

// covering finds the nodes whose text contains a line of a gold entry.
func (e *evaluation) covering(g *Gold) (map[uint32]bool, error) {
	found := map[uint32]bool{}
	if g.End == 0 {
		nodes, err := e.PathNodes(g.Path)
		for _, n := range nodes {
			found[n.Node] = true
		}
		return found, err
	}
	var err error
	last, any := uint32(0), false
	g.lines(func(line uint32) bool {
		var n uint32
		var ok bool
		if n, ok, err = e.At(g.Path, line); err == nil && ok && (!any || n != last) {
			last, any = n, true
			err = e.outwards(n, found)
		}
		return err != nil
	})
	return found, err
}

// outwards adds n and its enclosing nodes as long as their texts include the text of n.
func (e *evaluation) outwards(n uint32, found map[uint32]bool) error {
	text, err := e.text(n)
	for err == nil {
		found[n] = true
		var ok bool
		var outer string
		if n, ok, err = e.Parent(n); err != nil || !ok {
			return err
		}
		if outer, err = e.text(n); !strings.Contains(outer, strings.TrimSpace(text)) || text == "" {
			return err
		}
	}
	return err
}

// text returns the text of a node, cached.
func (e *evaluation) text(n uint32) (string, error) {
	if t, ok := e.texts[n]; ok {
		return t, nil
	}
	t, err := e.Text(n)
	e.texts[n] = t
	return t, err
}

// within returns the number of gold entries that fit into a budget.
func (e *evaluation) within(res *search.Result, hits [][]int, budget int) (int, error) {
	found := map[int]bool{}
	left := budget
	for i, h := range res.Hits {
		text, err := e.text(h.Node)
		if err != nil {
			return 0, err
		}
		cost := e.Counter.Count(text)
		if cost > left {
			continue
		}
		left -= cost
		for _, g := range hits[i] {
			found[g] = true
		}
		if left < 20 {
			break
		}
	}
	return len(found), nil
}

// withinContext returns the number of gold entries that a context prints.
func (e *evaluation) withinContext(t *Task, budget int) (int, error) {
	w, err := assemble.Plan(e.Index, t.Query, assemble.Options{
		Filter: e.Filter, Budget: budget, Relevance: assemble.DefaultRelevance,
		Direction: expand.Both, Ranking: e.Ranking, Seeds: seedsOf(slices.Concat(t.given, t.known)), Intent: e.Intent, Signals: e.Signals, Exclude: t.given,
	})
	if err != nil {
		return 0, err
	}
	a, err := assemble.Pack(w, e.Counter)
	if err != nil && !errors.Is(err, answer.ErrNothingFound) {
		return 0, err
	}
	printed := map[graph.NodeID]assemble.Item{}
	for _, it := range a.Items {
		if it.Form == "compressed" {
			continue
		}
		id, _ := graph.SplitChunk(it.ID)
		printed[id] = it
	}
	found := 0
	for g := range t.Gold {
		covering, err := e.covering(&t.Gold[g])
		if err != nil {
			return 0, err
		}
		for n := range covering {
			node, err := e.Node(n)
			if err != nil {
				return 0, err
			}
			it, ok := printed[node.ID]
			if ok && t.Gold[g].IsIn(&it) {
				found++
				break
			}
		}
	}
	return found, nil
}
