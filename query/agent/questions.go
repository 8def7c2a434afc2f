package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"seedgraph/query/answer"
	"seedgraph/query/answer/expansion"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/questions"
	"seedgraph/query/expand"
	"seedgraph/query/search"
)

// toolName returns the name of the tool that answers a question.
func toolName(q questions.Question) string {
	if slices.Contains([]string{"changes", "hierarchy"}, q.Name) {
		return q.Name
	}
	return "find_" + q.Name
}

type questionArgs struct {
	Kinds []string `json:"kinds,omitempty" jsonschema:"class, TABLE, …"`
	Paths []string `json:"paths,omitempty" jsonschema:"src/**, *.sql"`
	Common
}

// findAnswer answers a question.
func findAnswer(q questions.Question) func(context.Context, *request, *questionArgs) (result, error) {
	return func(_ context.Context, r *request, a *questionArgs) (result, error) {
		named := a.named()
		if len(named) == 0 {
			return result{}, missing("id", true)
		}
		filter, err := r.filter(Filters{Kinds: a.Kinds, Paths: a.Paths}, search.Keep)
		if err != nil {
			return result{}, err
		}
		nodes, err := r.names.For(q.Use, named...)
		if err != nil {
			return result{}, err
		}
		found, err := q.Find(r.Index, nodes)
		if err != nil {
			return result{}, err
		}
		if err := found.Keep(r.Index, filter.Filter.Admits); err != nil {
			return result{}, err
		}
		return r.rows(found, q.Nothing+" "+strings.Join(named, ", "))
	}
}

// rows answers with the rows of a question, or with the text nothing if there are no
// rows.
func (r *request) rows(a *questions.Answer, nothing string) (result, error) {
	if a.Total == 0 && a.Open == 0 {
		return result{}, fmt.Errorf("%w: %s", answer.ErrNothingFound, nothing)
	}
	return r.sheet(a.Sheet(), nil)
}

type grepArgs struct {
	Pattern    string `json:"pattern" jsonschema:"the text"`
	Regex      bool   `json:"regex,omitempty" jsonschema:"pattern is a regular expression"`
	IgnoreCase bool   `json:"ignore_case,omitempty" jsonschema:"ignore case"`
	Filters
	Common
}

func grep(_ context.Context, r *request, a *grepArgs) (result, error) {
	filter, err := r.narrowed(&a.Filters, &a.Common, search.Keep)
	if err != nil {
		return result{}, err
	}
	found, err := questions.Grep(r.Index, questions.Pattern{Text: a.Pattern, Regex: a.Regex,
		IgnoreCase: a.IgnoreCase}, filter.Filter.Admits)
	if err != nil {
		return result{}, err
	}
	return r.rows(found, fmt.Sprintf("no line contains %q", a.Pattern))
}

type diffArgs struct {
	Diff     string `json:"diff,omitempty" jsonschema:"output of git diff"`
	Revision string `json:"revision,omitempty" jsonschema:"or: changes since this revision, or A..B (default HEAD)"`
	Common
}

// errNoTree reports that the diff has to be passed as an argument.
var errNoTree = errors.New("give the diff: this server has no tree to compare, or may not show all of it")

// findChanged answers with the definitions that a diff changes.
func (s *server) findChanged(ctx context.Context, r *request, a *diffArgs) (result, error) {
	if named := a.named(); len(named) > 0 {
		return result{}, errors.New("a diff is given as diff or revision, not by id")
	}
	if a.Diff == "" {
		if s.diff == nil || !r.whole {
			return result{}, errNoTree
		}
		revision := a.Revision
		if revision == "" {
			revision = "HEAD"
		}
		raw, err := s.diff(ctx, revision)
		if err != nil {
			return result{}, err
		}
		if len(raw) == 0 {
			return result{}, fmt.Errorf("%w: nothing changed since %s", answer.ErrNothingFound, revision)
		}
		a.Diff = string(raw)
	}
	nodes, notes, err := r.changedBy(a.Diff)
	if err != nil {
		return result{}, err
	}
	sheet := &layout.Sheet{Head: append(notes, counted(len(nodes))+" changed"), Groups: []layout.Group{{}}}
	for _, n := range nodes {
		it, _, err := answer.NewItem(r.Index, answer.Target{Node: n}, 0)
		if err != nil {
			return result{}, err
		}
		row := layout.Row{Item: it, Name: it.Label()}
		sheet.Groups[0].Rows = append(sheet.Groups[0].Rows, row)
	}
	return r.sheet(sheet, nil)
}

type expandArgs struct {
	Edges     []string `json:"edges,omitempty" jsonschema:"kinds: Calls, ReadsFrom, … (default all)"`
	Direction string   `json:"direction,omitempty" jsonschema:"out (default), in or both"`
	MaxDepth  int      `json:"max_depth,omitempty" jsonschema:"default 2"`
	MaxNodes  int      `json:"max_nodes,omitempty" jsonschema:"default 120"`
	Common
}

func expandNodes(_ context.Context, r *request, a *expandArgs) (result, error) {
	named := a.named()
	if len(named) == 0 {
		return result{}, missing("id", true)
	}
	nodes, err := r.nodes(named)
	if err != nil {
		return result{}, err
	}
	opts := expand.Options{MaxDepth: 2, MaxNodes: 120, Direction: expand.Out}
	if a.MaxDepth > 0 {
		opts.MaxDepth = a.MaxDepth
	}
	if a.MaxNodes > 0 {
		opts.MaxNodes = a.MaxNodes
	}
	if a.Direction != "" {
		if opts.Direction, err = answer.ParseDirection(a.Direction); err != nil {
			return result{}, err
		}
	}
	if opts.Allow, err = expand.Kinds(a.Edges); err != nil {
		return result{}, err
	}
	res, err := expand.Expand(answer.Graph(r.Index), nodes, opts)
	if err != nil {
		return result{}, err
	}
	seeds := make([]expansion.Seed, len(nodes))
	for i, n := range nodes {
		seeds[i].Node = n
	}
	found, err := expansion.Describe(r.Index, seeds, res, opts, len(res.Steps))
	if err != nil {
		return result{}, err
	}
	return r.sheet(found.Sheet(r.Index), nil)
}
