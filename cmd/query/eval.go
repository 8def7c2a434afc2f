package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/expand"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/render"
	"seedgraph/search"
	"seedgraph/tokens"
)

// evalHits is how long the rankings are that eval measures.
const evalHits = 400

// evalBudgets are the budgets in tokens that gold is looked for within.
var evalBudgets = []int{4000, 8000}

type evalOptions struct {
	filter  filterOptions
	split   string
	context bool
	weights []string
	counter string
	each    bool
}

const evalLong = `Eval searches for every task of a file and compares what it finds with the known
answers. A task is a line of JSON:

  {"id": "…", "query": "…", "split": "tune",
   "gold": [{"path": "src/a.cs", "start": 10, "end": 40, "edits": [[12, 14]]}]}

A node hits a gold entry if its text has one of the lines in edits, or, without
edits, of start to end; an entry without lines is hit by any node of its path.
The measures are means over the tasks:
  F@k      share of the gold files among the first k different files
  C@10     share of the gold entries that the first 10 nodes hit
  nDCG@10  of nodes that hit an entry not hit before
  MRR      of the first node that hits
  B4k …    share of the entries hit within so many tokens: texts in order, what
           does not fit is skipped; with --context, what context prints`

const evalExample = `  query eval tasks.jsonl
  query eval tasks.jsonl --split tune --weights name=8,k1=2
  query eval tasks.jsonl --context --json`

func newEvalCommand(g *globals) *cobra.Command {
	var o evalOptions
	c := &cobra.Command{
		Use:     "eval TASKS.jsonl",
		Short:   "Measure search and context on tasks with known answers",
		Long:    evalLong,
		Example: evalExample,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runEval(s, args[0], o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.split, "split", "", "only the tasks of this split")
	f.BoolVar(&o.context, "context", false, "measure the budgets on what context prints")
	f.StringSliceVar(&o.weights, "weights", nil, "other weights of search: k1, b, and name, type, … as --explain calls the fields")
	f.BoolVar(&o.each, "each", false, "print a line a task, too")
	o.filter.addFlags(c)
	addCounterFlag(c, &o.counter)
	return c
}

// A task is a request with known answers.
type task struct {
	ID    string `json:"id"`
	Query string `json:"query"`
	Split string `json:"split"`
	Gold  []gold `json:"gold"`
}

type gold struct {
	Path  string      `json:"path"`
	Start uint32      `json:"start"`
	End   uint32      `json:"end"`
	Edits [][2]uint32 `json:"edits"`
}

// lines calls f for the lines of the entry until it returns true, and reports
// whether it did.
func (g *gold) lines(f func(uint32) bool) bool {
	edits := g.Edits
	if len(edits) == 0 {
		edits = [][2]uint32{{g.Start, g.End}}
	}
	for _, e := range edits {
		for line := e[0]; line <= e[1]; line++ {
			if line > 0 && f(line) {
				return true
			}
		}
	}
	return false
}

// touches reports whether the entry has a line from first to last, or no lines.
func (g *gold) touches(first, last uint32) bool {
	return g.End == 0 || g.lines(func(line uint32) bool { return first <= line && line <= last })
}

func readTasks(path, split string) ([]task, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read tasks: %w", err)
	}
	defer f.Close()
	var out []task
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var t task
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("read tasks: %s:%d: %w", path, n, err)
		}
		if (split == "" || t.Split == split) && t.Query != "" && len(t.Gold) > 0 {
			out = append(out, t)
		}
	}
	return out, lines.Err()
}

// evalScores are the measures of one task, or their means.
type evalScores struct {
	ID       string             `json:"id,omitempty"`
	Tasks    int                `json:"tasks,omitempty"`
	Files    map[string]float64 `json:"files"`
	Recall   float64            `json:"recall@10"`
	NDCG     float64            `json:"ndcg@10"`
	MRR      float64            `json:"mrr"`
	InBudget map[string]float64 `json:"in_budget"`
}

var fileDepths = []int{1, 5, 10}

type evalAnswer struct {
	Mean  evalScores   `json:"mean"`
	Items []evalScores `json:"items"`
}

func runEval(s *session, path string, o evalOptions) error {
	weights, err := parseWeights(o.weights)
	if err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	list, err := readTasks(path, o.split)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("%w: no tasks in %s", cli.ErrNothingFound, path)
	}
	e := &evaluation{session: s, opts: o, weights: weights, counter: counter, texts: map[uint32]string{}}
	var a evalAnswer
	for i := range list {
		scores, err := e.task(&list[i])
		if err != nil {
			return fmt.Errorf("task %s: %w", list[i].ID, err)
		}
		a.Items = append(a.Items, scores)
	}
	a.Mean = meanOf(a.Items)
	if s.json {
		return render.JSON(s.streams.Out, a)
	}
	return s.printEval(&a, o.each)
}

// parseWeights reads name=value pairs over the defaults.
func parseWeights(pairs []string) (*search.Weights, error) {
	w := search.Defaults
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || x < 0 {
			return nil, fmt.Errorf("--weights %s: want a name, = and a number", p)
		}
		if !w.Set(name, x) {
			return nil, fmt.Errorf("--weights %s: no such weight: use k1, b or the name of a field", p)
		}
	}
	return &w, nil
}

// An evaluation compares rankings with gold.
type evaluation struct {
	*session
	opts    evalOptions
	weights *search.Weights
	counter *tokens.Counter
	texts   map[uint32]string
}

func (e *evaluation) task(t *task) (evalScores, error) {
	opts, err := e.opts.filter.options()
	if err != nil {
		return evalScores{}, err
	}
	opts.Limit, opts.Weights = evalHits, e.weights
	opts.Text = e.session.Text
	res, err := search.Search(index{e.session}, t.Query, opts)
	if err != nil {
		return evalScores{}, err
	}
	hits, err := e.hits(t, res)
	if err != nil {
		return evalScores{}, err
	}
	s := evalScores{ID: t.ID, Files: map[string]float64{}, InBudget: map[string]float64{}}
	for _, k := range fileDepths {
		s.Files["F@"+strconv.Itoa(k)] = filesWithin(t, res, k)
	}
	s.Recall = float64(len(distinct(hits[:min(10, len(hits))]))) / float64(len(t.Gold))
	s.NDCG, s.MRR = gains(hits, len(t.Gold))
	for _, b := range evalBudgets {
		within, err := e.within(t, res, hits, b)
		if err != nil {
			return s, err
		}
		s.InBudget["B"+strconv.Itoa(b/1000)+"k"] = float64(within) / float64(len(t.Gold))
	}
	return s, nil
}

// hits lists, for each node of the ranking, the gold entries that it hits.
func (e *evaluation) hits(t *task, res *search.Result) ([][]int, error) {
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

// covering finds the nodes whose text has a line of a gold entry.
func (e *evaluation) covering(g *gold) (map[uint32]bool, error) {
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

// outwards adds n and those around it whose texts include its.
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

func (e *evaluation) text(n uint32) (string, error) {
	if t, ok := e.texts[n]; ok {
		return t, nil
	}
	t, err := e.Text(n)
	e.texts[n] = t
	return t, err
}

// filesWithin is the share of the gold files among the first k files.
func filesWithin(t *task, res *search.Result, k int) float64 {
	wanted := map[string]bool{}
	for _, g := range t.Gold {
		wanted[g.Path] = true
	}
	seen, found := map[string]bool{}, 0
	for _, h := range res.Hits {
		if p := h.Info.Path; !seen[p] && len(seen) < k {
			seen[p] = true
			if wanted[p] {
				found++
			}
		}
	}
	return float64(found) / float64(len(wanted))
}

func distinct(hits [][]int) map[int]bool {
	all := map[int]bool{}
	for _, list := range hits {
		for _, g := range list {
			all[g] = true
		}
	}
	return all
}

// gains computes nDCG@10, where a node gains 1 if it hits an entry not hit
// before, and the reciprocal rank of the first hit.
func gains(hits [][]int, entries int) (ndcg, rr float64) {
	seen := map[int]bool{}
	var ideal float64
	for i := range min(entries, 10) {
		ideal += 1 / math.Log2(float64(i)+2)
	}
	for i, list := range hits {
		if len(list) > 0 && rr == 0 {
			rr = 1 / float64(i+1)
		}
		if i < 10 && slices.ContainsFunc(list, func(g int) bool { return !seen[g] }) {
			ndcg += 1 / math.Log2(float64(i)+2)
		}
		for _, g := range list {
			seen[g] = true
		}
	}
	return min(ndcg/ideal, 1), rr
}

// within counts the gold entries that fit into a budget.
func (e *evaluation) within(t *task, res *search.Result, hits [][]int, budget int) (int, error) {
	found := map[int]bool{}
	if e.opts.context {
		return e.withinContext(t, budget)
	}
	left := budget
	for i, h := range res.Hits {
		text, err := e.text(h.Node)
		if err != nil {
			return 0, err
		}
		cost := e.counter.Count(text)
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

// withinContext counts the gold entries that context prints.
func (e *evaluation) withinContext(t *task, budget int) (int, error) {
	o := contextOptions{filter: e.opts.filter, budget: budget, relevance: contextRelevance, intent: intentAuto, direction: string(expand.Both)}
	w, err := e.planWalk(t.Query, o)
	if err != nil {
		return 0, err
	}
	a := newAssembly(e.session, e.counter, w, budget)
	if _, err := w.run(a.add); err != nil {
		return 0, err
	}
	printed := map[graph.NodeID]contextItem{}
	for _, it := range a.answer.Items {
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
			id, err := e.ID(n)
			if err != nil {
				return 0, err
			}
			it, ok := printed[id]
			if ok && t.Gold[g].touches(it.StartLine, it.EndLine) {
				found++
				break
			}
		}
	}
	return found, nil
}

func meanOf(items []evalScores) evalScores {
	m := evalScores{Tasks: len(items), Files: map[string]float64{}, InBudget: map[string]float64{}}
	n := float64(len(items))
	for _, s := range items {
		m.Recall += s.Recall / n
		m.NDCG += s.NDCG / n
		m.MRR += s.MRR / n
		for k, v := range s.Files {
			m.Files[k] += v / n
		}
		for k, v := range s.InBudget {
			m.InBudget[k] += v / n
		}
	}
	return m
}

func (s *session) printEval(a *evalAnswer, each bool) error {
	header := "tasks"
	for _, k := range fileDepths {
		header += fmt.Sprintf("%7s", "F@"+strconv.Itoa(k))
	}
	header += "   C@10 nDCG@10    MRR"
	for _, b := range evalBudgets {
		header += fmt.Sprintf("%7s", "B"+strconv.Itoa(b/1000)+"k")
	}
	lines := []string{header}
	row := func(name string, e evalScores) {
		line := name
		for _, k := range fileDepths {
			line += fmt.Sprintf("%7.3f", e.Files["F@"+strconv.Itoa(k)])
		}
		line += fmt.Sprintf("%7.3f%8.3f%7.3f", e.Recall, e.NDCG, e.MRR)
		for _, b := range evalBudgets {
			line += fmt.Sprintf("%7.3f", e.InBudget["B"+strconv.Itoa(b/1000)+"k"])
		}
		lines = append(lines, line)
	}
	row(fmt.Sprintf("%5d", a.Mean.Tasks), a.Mean)
	for _, it := range a.Items {
		if each {
			row("     ", it)
			lines[len(lines)-1] += "  " + it.ID
		}
	}
	return s.print(lines...)
}
