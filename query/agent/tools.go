package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"seedgraph/query/answer"
	"seedgraph/query/answer/about"
	"seedgraph/query/answer/assemble"
	"seedgraph/query/answer/callers"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/listing"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/outline"
	"seedgraph/query/answer/paths"
	"seedgraph/query/answer/pattern"
	"seedgraph/query/answer/questions"
	"seedgraph/query/answer/seeds"
	"seedgraph/query/answer/structure"
	"seedgraph/query/answer/texts"
	"seedgraph/query/fetch"
	"seedgraph/query/search"
)

// The default budgets of calls. That of query_context is the default of the servers that
// defined this tool.
const (
	contextBudget = 6000
	rowsBudget    = 1500
	textsBudget   = 4000
)

// addTools registers all tools.
func (s *server) addTools(to *mcp.Server) {
	addTool(s, to, tool[searchArgs]{"search_nodes",
		"Searches definitions by words, a name or an error message, best first.",
		rowsBudget, false, searchNodes})
	addTool(s, to, tool[contextArgs]{"query_context",
		"Returns the source relevant to a question, packed into the budget.",
		contextBudget, false, queryContext})
	addTool(s, to, tool[nodeArgs]{"get_node_info",
		"Describes a definition: signature, doc comment, callers, callees, tests, tables, bases, members.",
		rowsBudget, false, getNodeInfo})
	addTool(s, to, tool[usesArgs]{"find_callers",
		"Lists the callers of a definition, with every line, also through interfaces and base types.",
		rowsBudget, true, findUses(false)})
	addTool(s, to, tool[usesArgs]{"find_callees",
		"Lists the callees of a definition, with the targets of interface calls.",
		rowsBudget, true, findUses(true)})
	for _, q := range questions.All {
		addTool(s, to, tool[questionArgs]{toolName(q), "Lists " + q.Answers + ".", rowsBudget, true,
			findAnswer(q)})
	}
	addTool(s, to, tool[grepArgs]{"grep",
		"Lists source lines that contain a text, with their definitions.",
		rowsBudget, true, grep})
	addTool(s, to, tool[impactArgs]{"impact",
		"Lists the definitions that a change may affect, with the tests to run.",
		rowsBudget, true, findImpact})
	addTool(s, to, tool[diffArgs]{"diff", "Lists the definitions that a diff changes.",
		rowsBudget, true, s.findChanged})
	addTool(s, to, tool[pathArgs]{"path",
		"Finds paths from a definition, file or folder to another: yes, no or not known.",
		rowsBudget, true, findPath})
	addTool(s, to, tool[expandArgs]{"expand", "Expands definitions along dependency edges, by depth.",
		rowsBudget, true, expandNodes})
	addTool(s, to, tool[fetchArgs]{"fetch", "Returns the source of definitions or files.",
		textsBudget, false, fetchTexts})
	addTool(s, to, tool[listArgs]{"list",
		"Lists all definitions of some kinds, or in paths.",
		rowsBudget, false, listNodes})
	addTool(s, to, tool[unusedArgs]{"unused",
		"Lists definitions without references, with the reasons why they may be used.",
		rowsBudget, true, listUnused})
	addTool(s, to, tool[mapArgs]{"map",
		"Outlines the most central definitions, or the structure: groups, dependencies, cycles.",
		rowsBudget, false, mapNodes})
}

// Filters are the arguments that select nodes.
type Filters struct {
	Kinds     []string `json:"kinds,omitempty" jsonschema:"class, TABLE, …"`
	Languages []string `json:"languages,omitempty" jsonschema:"csharp, sql, …"`
	Paths     []string `json:"paths,omitempty" jsonschema:"src/**, *.sql"`
	Projects  []string `json:"projects,omitempty" jsonschema:"names"`
	Tests     string   `json:"tests,omitempty" jsonschema:"keep, demote or drop"`
}

// filter parses the arguments. It is an error if they match nothing.
func (r *request) filter(f Filters, tests search.Treatment) (search.Selection, error) {
	written := answer.Filter{Kinds: f.Kinds, Languages: f.Languages, Paths: f.Paths,
		Projects: f.Projects, Tests: cmp.Or(f.Tests, string(tests))}
	out, err := written.Parse()
	if err != nil {
		return out, err
	}
	return out, written.Check(r.Index, &out.Filter)
}

type searchArgs struct {
	Query string `json:"query,omitempty" jsonschema:"words, a name, or a verbatim message"`
	Regex bool   `json:"regex,omitempty" jsonschema:"query is a regular expression"`
	Limit int    `json:"limit,omitempty" jsonschema:"default 50"`
	Filters
	Common
}

// searchLimit is the default number of hits of a search, over all pages.
const searchLimit = 50

func searchNodes(_ context.Context, r *request, a *searchArgs) (result, error) {
	if a.Query == "" {
		return r.listNamed(a.named())
	}
	filter, err := r.narrowed(&a.Filters, &a.Common, search.Demote)
	if err != nil {
		return result{}, err
	}
	opts := search.Options{Selection: filter}
	if opts.Limit = searchLimit; a.Limit > 0 {
		opts.Limit = a.Limit
	}
	if a.Regex {
		found, err := pattern.Find(r.Index, a.Query, pattern.Options{Options: opts})
		if err != nil {
			return result{}, err
		}
		return r.page("", found.Lines()), found.Nothing()
	}
	opts.Text, opts.Edges = r.Text, r.Index
	res, err := search.Search(r.Index, a.Query, opts)
	if err != nil {
		return result{}, err
	}
	meant, err := r.names.Suggestions(a.Query)
	if err != nil {
		return result{}, err
	}
	if len(res.Hits) == 0 {
		return result{}, listing.NothingFor(a.Query, res, meant)
	}
	var current []search.Hit
	folded := listing.Fold(res.Hits)
	for _, h := range folded {
		current = append(current, h.Hit)
	}
	rows, err := r.lines(listing.Targets(current))
	for i := range rows {
		rows[i] += folded[i].Mark()
	}
	return r.page(listing.DidYouMean(meant), rows), err
}

// listNamed answers a search without a text with the definitions it names.
func (r *request) listNamed(named []string) (result, error) {
	if len(named) == 0 {
		return result{}, missing("query", false)
	}
	nodes, err := r.nodes(named)
	if err != nil {
		return result{}, err
	}
	targets := make([]answer.Target, len(nodes))
	for i, n := range nodes {
		targets[i] = answer.Target{Node: n}
	}
	rows, err := r.lines(targets)
	return r.page("", rows), err
}

// nodes resolves names; an overloaded name denotes all its overloads.
func (r *request) nodes(named []string) ([]uint32, error) {
	var out []uint32
	for _, name := range named {
		nodes, err := r.names.Overloads(name)
		if err != nil {
			return nil, err
		}
		out = append(out, nodes...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// narrow restricts filters to the files of the definitions that a call names, or to the
// named files and folders.
func (r *request) narrow(f *Filters, c *Common) error {
	for _, name := range c.named() {
		if folder, files, err := r.names.Folder(name); err == nil && len(files) > 0 {
			f.Paths = append(f.Paths, "/"+escapePattern(folder)+"/")
			continue
		}
		nodes, err := r.nodes([]string{name})
		if err != nil {
			return err
		}
		for _, n := range nodes {
			node, err := r.Node(n)
			if err != nil {
				return err
			}
			f.Paths = append(f.Paths, "/"+escapePattern(node.Path))
		}
	}
	return nil
}

// narrowed narrows filters, and converts them.
func (r *request) narrowed(f *Filters, c *Common, tests search.Treatment) (search.Selection, error) {
	if err := r.narrow(f, c); err != nil {
		return search.Selection{}, err
	}
	return r.filter(*f, tests)
}

// escapePattern returns a pattern that matches only the given path.
func escapePattern(path string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(path)
}

// moreOf returns the note that a packed answer is incomplete.
func moreOf(short bool) string {
	if short {
		return "… more"
	}
	return ""
}

// lines formats nodes as rows.
func (r *request) lines(targets []answer.Target) ([]string, error) {
	rows := make([]string, len(targets))
	for i, t := range targets {
		it, err := listing.NewItem(r.Index, t)
		if err != nil {
			return nil, err
		}
		rows[i] = it.Line
	}
	return rows, nil
}

type contextArgs struct {
	Query    string   `json:"query" jsonschema:"the question, or a description of the task"`
	Seed     string   `json:"seed_node,omitempty" jsonschema:"start definition"`
	Seeds    []string `json:"seed_nodes,omitempty" jsonschema:"several start definitions"`
	Intent   string   `json:"intent,omitempty" jsonschema:"locate, explain, implement, impact or auto"`
	Comments bool     `json:"comments,omitempty" jsonschema:"keep comments and whole texts (implied by explain)"`
	Filters
	Common
}

func queryContext(_ context.Context, r *request, a *contextArgs) (result, error) {
	refs, err := r.names.ResolveAll(a.named(append([]string{a.Seed}, a.Seeds...)...))
	if err != nil {
		return result{}, err
	}
	filter, err := r.filter(a.Filters, search.Demote)
	if err != nil {
		return result{}, err
	}
	return r.packed(func(budget int, given map[uint32]bool) (packed, error) {
		w, err := assemble.Plan(r.Index, a.Query, assemble.Options{Filter: filter,
			Seeds: assemble.SeedsAt(refs), Given: given, Relevance: assemble.DefaultRelevance,
			Intent: assemble.Intent(a.Intent), Direction: "both", Budget: budget,
			Comments: a.Comments,
			// nodes that do not fit are outlined once, at the end of the first page
			Compressed: len(given) == 0, List: len(given) == 0})
		if err != nil {
			return packed{}, err
		}
		res, err := assemble.Pack(w, r.counter)
		if err != nil {
			return packed{}, err
		}
		return packed{text: res.Context, nodes: res.Whole(), more: moreOf(res.Short())}, nil
	})
}

type nodeArgs struct {
	Node   string `json:"node_name,omitempty" jsonschema:"as id"`
	Source bool   `json:"include_source,omitempty" jsonschema:"include its source"`
	Limit  int    `json:"limit,omitempty" jsonschema:"related definitions per group (default 20)"`
	Common
}

// relatedLimit is the default number of nodes in a group.
const relatedLimit = 20

func getNodeInfo(_ context.Context, r *request, a *nodeArgs) (result, error) {
	named := a.named(a.Node)
	if len(named) == 0 {
		return result{}, missing("node_name", true)
	}
	refs, err := r.names.ResolveAll(named)
	if err != nil {
		return result{}, err
	}
	var rows []string
	for _, ref := range refs {
		more, err := r.describe(ref.Target, a)
		if err != nil {
			return result{}, err
		}
		rows = append(rows, more...)
	}
	return r.page("", rows), nil
}

// describe returns the rows that describe one definition.
func (r *request) describe(target answer.Target, a *nodeArgs) ([]string, error) {
	item, err := about.Describe(r.Index, target,
		about.Options{Limit: cmp.Or(max(a.Limit, 0), relatedLimit)})
	if err != nil {
		return nil, err
	}
	rows := item.Lines()
	if a.Source {
		text, err := r.TargetText(target)
		if err != nil {
			return nil, err
		}
		rows = append(rows, "source")
		rows = append(rows, strings.Split(strings.TrimRight(text, "\n"), "\n")...)
	}
	return rows, nil
}

type usesArgs struct {
	Node  string   `json:"node_name,omitempty" jsonschema:"as id"`
	Edges []string `json:"edges,omitempty" jsonschema:"default Calls, Creates, Executes"`
	Lines bool     `json:"lines,omitempty" jsonschema:"the source line of each call"`
	Filters
	Common
}

// findUses answers with the users of a definition, or with its dependencies.
func findUses(callees bool) func(context.Context, *request, *usesArgs) (result, error) {
	return func(_ context.Context, r *request, a *usesArgs) (result, error) {
		named := a.named(a.Node)
		if len(named) == 0 {
			return result{}, missing("node_name", true)
		}
		nodes, err := r.names.For(names.Run, named...)
		if err != nil {
			return result{}, err
		}
		filter, err := r.filter(a.Filters, search.Keep)
		if err != nil {
			return result{}, err
		}
		kinds, err := answer.ParseEdgeKinds(a.Edges)
		if err != nil {
			return result{}, err
		}
		found, err := callers.Find(r.Index, nodes, callers.Options{Callees: callees, Kinds: kinds,
			Filter: filter})
		if err != nil {
			return result{}, err
		}
		if !callees && len(a.Edges) == 0 {
			if err := found.AddOpenEnds(r.Index, nodes); err != nil {
				return result{}, err
			}
		}
		if found.Total == 0 {
			if err := kinds.Check(r.Index); err != nil {
				return result{}, err
			}
		}
		which := strings.Join(named, ", ")
		if found.Total == 0 && callees {
			return result{}, fmt.Errorf("%w: nothing is called by %s", answer.ErrNothingFound, which)
		}
		if found.Total == 0 && found.Open == 0 {
			return result{}, fmt.Errorf("%w: nothing calls %s", answer.ErrNothingFound, which)
		}
		if a.Lines {
			if err := found.AddSource(r.Index, nodes); err != nil {
				return result{}, err
			}
		}
		return r.sheet(found.Sheet(), nil)
	}
}

type pathArgs struct {
	From      string   `json:"from,omitempty" jsonschema:"handle, name, path:line, file or folder"`
	To        string   `json:"to,omitempty" jsonschema:"the other end; ids may name both"`
	Direction string   `json:"direction,omitempty" jsonschema:"out (default), in, meet, above, below or both"`
	Edges     []string `json:"edges,omitempty" jsonschema:"follow only these"`
	Op        string   `json:"op,omitempty" jsonschema:"read or write"`
	All       bool     `json:"all,omitempty" jsonschema:"include the other paths"`
	MaxDepth  int      `json:"max_depth,omitempty" jsonschema:"default 40"`
	Limit     int      `json:"limit,omitempty" jsonschema:"at most this many paths (default 3, of folders and patterns 20)"`
	Common
}

// ends returns both ends of a path. The arguments id and ids fill in missing ends.
func (a *pathArgs) ends() (from, to string, err error) {
	from, to = a.From, a.To
	for _, name := range a.named() {
		switch {
		case from == "":
			from = name
		case to == "":
			to = name
		default:
			return "", "", errors.New("a path has two ends: give from and to, or two ids")
		}
	}
	switch {
	case from == "":
		return "", "", missing("from", true)
	case to == "":
		return "", "", missing("to", true)
	}
	return from, to, nil
}

// mostPaths is the maximum number of paths if a call requests all of them.
const mostPaths = 1000

// options parses the arguments of a call.
func (a *pathArgs) options() (o paths.Options, err error) {
	o.MaxDepth, o.MaxPaths = 40, max(a.Limit, 0)
	if a.All {
		o.MaxPaths = mostPaths
	}
	if a.MaxDepth > 0 {
		o.MaxDepth = a.MaxDepth
	}
	if o.Kinds, err = answer.ParseEdgeKinds(a.Edges); err != nil {
		return o, err
	}
	if o.Direction, err = paths.ParseDirection(a.Direction); err != nil {
		return o, err
	}
	o.Op, err = paths.ParseOp(a.Op)
	return o, err
}

func findPath(_ context.Context, r *request, a *pathArgs) (result, error) {
	from, to, err := a.ends()
	if err != nil {
		return result{}, err
	}
	o, err := a.options()
	if err != nil {
		return result{}, err
	}
	res, err := paths.Find(r.Index, r.names, from, to, o)
	if err != nil {
		return result{}, err
	}
	d := &data{Answer: res.Answer, Total: res.Total, OpenEnds: res.OpenEnds, Open: res.Open,
		Stopped: res.StoppedAt}
	for _, it := range res.Items {
		d.Items = append(d.Items, newDatum(&layout.Row{Item: it.Item}))
	}
	rows := res.Short(r.Index, "all: true")
	switch {
	case a.All:
		rows = res.Whole(r.Index)
	case a.Limit > 0:
		rows = res.Lines(r.Index)
	}
	if left := res.Total - len(res.Paths); left > 0 && (a.All || a.Limit > 0) {
		rows = append(rows, fmt.Sprintf("… %d more: a higher limit", left))
	}
	if !res.Connected {
		rows[0] = "nothing found: " + rows[0]
	}
	return r.decided(rows, d), nil
}

// decided answers with rows and their data, which loses its items if it takes more than
// half of the budget.
func (r *request) decided(rows []string, d *data) result {
	size := d.size(r.counter)
	if size > r.budget/2 {
		d.Items = nil
		size = d.size(r.counter)
	}
	l := list{rows: rows, cursor: r.cursor}
	return result{l.page(r.counter, r.budget-size), d}
}

type fetchArgs struct {
	Full      bool     `json:"full,omitempty" jsonschema:"types with their members, whole files"`
	Signature bool     `json:"signature,omitempty" jsonschema:"only signatures"`
	Lines     string   `json:"lines,omitempty" jsonschema:"only these lines of the file: A-B"`
	With      []string `json:"with,omitempty" jsonschema:"include callers, callees, tests of each"`
	Common
}

// form converts the arguments that specify how much of each source is returned.
func (a *fetchArgs) form() (texts.Form, error) {
	form := texts.Form{Full: a.Full, Signature: a.Signature}
	var err error
	if a.Lines != "" {
		form.Lines, err = texts.ParseRange(a.Lines)
	}
	return form, err
}

func fetchTexts(_ context.Context, r *request, a *fetchArgs) (result, error) {
	form, err := a.form()
	if err != nil {
		return result{}, err
	}
	in, err := r.fetched(a)
	if err != nil {
		return result{}, err
	}
	revision, err := r.Revision()
	if err != nil {
		return result{}, err
	}
	source := texts.Source{Index: r.Index, Form: form, Revision: revision}
	keys := make([]answer.Ref, 0, len(in.Seeds))
	for _, s := range in.Seeds {
		keys = append(keys, s.Key())
	}
	res, err := fetch.Fetch(source, r.counter, fetch.Request[answer.Ref]{Seeds: keys,
		Expanded: in.Added, Edges: in.Edges, ModeName: string(fetch.SeedFirst),
		Choose: func() (fetch.Budget, error) { return fetch.Budget{}, nil }})
	if err != nil {
		return result{}, err
	}
	l := list{cursor: r.cursor}
	for _, it := range res.Items {
		l.units = append(l.units, unit{len(l.rows), it.ID()})
		block := strings.TrimSuffix(fetch.Block(it.ID(), it.Text), "\n")
		l.rows = append(l.rows, strings.Split(block, "\n")...)
	}
	for _, row := range notes(res, in) {
		l.units = append(l.units, unit{first: len(l.rows)})
		l.rows = append(l.rows, row)
	}
	return result{text: l.page(r.counter, r.budget)}, nil
}

// fetched resolves the nodes of a fetch.
func (r *request) fetched(a *fetchArgs) (*seeds.Input, error) {
	named := a.named()
	if len(named) == 0 {
		return nil, missing("ids", true)
	}
	in := seeds.New(r.names, r.Index)
	in.Lenient = true
	for _, id := range named {
		if err := in.Type(id); err != nil {
			return nil, err
		}
	}
	if len(in.Seeds) == 0 && len(in.Unknown) > 0 {
		return nil, in.Unknown[0].Err
	}
	return in, in.AddRelated(r.Index, a.With)
}

// notes lists the nodes without text and the problems with ids.
func notes(res *texts.Result, in *seeds.Input) []string {
	var rows []string
	_, missing := texts.LeftOut(res)
	for _, id := range missing {
		rows = append(rows, "no text: "+id)
	}
	for _, u := range in.Unknown {
		first, _, _ := strings.Cut(u.Err.Error(), "\n")
		rows = append(rows, "error: "+first)
	}
	return rows
}

type mapArgs struct {
	Structure bool   `json:"structure,omitempty" jsonschema:"print parts, dependencies and cycles"`
	By        string `json:"by,omitempty" jsonschema:"its parts: folders, packages or projects"`
	Depth     int    `json:"depth,omitempty" jsonschema:"of a structure: name components of a group (default by size)"`
	Filters
	Common
}

func mapNodes(_ context.Context, r *request, a *mapArgs) (result, error) {
	filter, err := r.narrowed(&a.Filters, &a.Common, search.Drop)
	if err != nil {
		return result{}, err
	}
	if a.Structure || a.By != "" || a.Depth != 0 {
		s, err := structure.Find(r.Index, structure.Options{By: cmp.Or(a.By, structure.Folders),
			Depth: a.Depth, Filter: filter})
		if err != nil {
			return result{}, err
		}
		return r.page("", s.Lines()), nil
	}
	all, err := outline.Definitions(r.Index, filter)
	if err != nil {
		return result{}, err
	}
	if len(all) == 0 {
		return result{}, fmt.Errorf("%w to map", answer.ErrNothingFound)
	}
	return r.packed(func(budget int, given map[uint32]bool) (packed, error) {
		res, err := outline.Pack(r.Index, all, outline.Budget{Counter: r.counter, Tokens: budget,
			Given: given})
		if err != nil {
			return packed{}, err
		}
		return packed{text: res.Map, nodes: res.Nodes(), more: moreOf(res.Short())}, nil
	})
}
