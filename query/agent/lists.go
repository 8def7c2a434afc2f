package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/answer/listing"
	"seedgraph/query/search"
)

type listArgs struct {
	Kinds     []string `json:"kinds,omitempty" jsonschema:"tables, routes, classes, externals, …; tests, entries, types, packages, config, unset, unread; commands, entities, handlers, hubs, jobs, messages, migrations, pages, requests, services (default all, by path)"`
	Name      string   `json:"name,omitempty" jsonschema:"part of the name"`
	Languages []string `json:"languages,omitempty" jsonschema:"csharp, sql, …"`
	Paths     []string `json:"paths,omitempty" jsonschema:"src/**, *.sql"`
	Projects  []string `json:"projects,omitempty" jsonschema:"names"`
	Tests     string   `json:"tests,omitempty" jsonschema:"keep or drop"`
	Common
}

// listNodes answers with the inventory of kinds, or with the nodes in paths.
func listNodes(_ context.Context, r *request, a *listArgs) (result, error) {
	filters := Filters{Languages: a.Languages, Paths: a.Paths, Projects: a.Projects, Tests: a.Tests}
	filter, err := r.narrowed(&filters, &a.Common, search.Keep)
	if err != nil {
		return result{}, err
	}
	if len(a.Kinds) > 0 {
		return r.inventory(a.Kinds, a.Name, filter)
	}
	if a.Name != "" {
		return result{}, hint.With(errors.New("a name needs kinds"),
			"name the kinds to list, or use search_nodes")
	}
	if len(filter.Filter.Paths) == 0 {
		filter.Filter.Paths = []search.Glob{"**"}
	}
	targets, err := listing.ByPath(r.Index, filter)
	if err != nil {
		return result{}, err
	}
	if len(targets) == 0 {
		return result{}, fmt.Errorf("%w to list", answer.ErrNothingFound)
	}
	from, most := r.shown(len(targets))
	rows := make([]string, len(targets))
	written, err := r.lines(targets[from:min(len(targets), from+most)])
	copy(rows[from:], written)
	return r.page(counted(len(targets)), rows), err
}

// inventory answers with all definitions of the given kinds, like query list.
func (r *request) inventory(kinds []string, name string, filter search.Selection) (result, error) {
	a, err := inventory.Find(r.Index, kinds, inventory.Options{Filter: filter, Name: name})
	if err != nil {
		return result{}, err
	}
	if a.Total == 0 {
		return result{}, hint.With(fmt.Errorf("%w: no %s", answer.ErrNothingFound,
			strings.Join(kinds, ", ")), "the artifacts may have none, or the filters exclude all")
	}
	return r.inventoryPage(a)
}

type unusedArgs struct {
	Filters
	Common
}

// listUnused answers with the definitions that have no references, like query unused.
func listUnused(_ context.Context, r *request, a *unusedArgs) (result, error) {
	filter, err := r.narrowed(&a.Filters, &a.Common, search.Keep)
	if err != nil {
		return result{}, err
	}
	found, err := inventory.Unused(r.Index, inventory.Options{Filter: filter})
	if err != nil {
		return result{}, err
	}
	if found.Total == 0 {
		return result{}, fmt.Errorf("%w: everything is used", answer.ErrNothingFound)
	}
	return r.inventoryPage(found)
}

// inventoryPage returns a page of an inventory.
func (r *request) inventoryPage(a *inventory.Answer) (result, error) {
	sheet := a.Sheet()
	sheet.Head = []string{counted(a.Total)}
	return r.sheet(sheet, nil)
}

// counted returns the heading of a list of n rows.
func counted(n int) string {
	if n == 1 {
		return "1 definition"
	}
	return fmt.Sprintf("%d definitions", n)
}

// shown returns the range of the n rows that may be on the page: only these are
// formatted.
func (r *request) shown(n int) (from, most int) {
	return min(r.cursor.row, n), r.budget/minRow + 1
}

// minRow is the minimum number of tokens of a row: it bounds the rows of a page by its
// budget.
const minRow = 8
