package tags

import (
	"slices"
	"strings"
	"sync"

	"seedgraph/parse"
)

// A rule is a Rule with its paths compiled.
type rule struct {
	Rule
	name, of, args, body, params, bases, typ, value, typeParams, receiver route
	more                                                                  map[string]bool
}

// A table is a compiled row for its grammar.
type table struct {
	row     *Row
	grammar *parse.Grammar
	rules   []rule // by symbol; Descend if the row has no rule

	comment, attribute, modifier, branch []bool // by symbol
	this, base, silent                   map[string]bool
}

func compile(row *Row) *table {
	t := &table{row: row, this: wordSet(row.This), base: wordSet(row.Base), silent: wordSet(row.Silent)}
	if row.Read != nil {
		return t
	}
	g := parse.NewGrammar(row.Grammar())
	g.Adapt = row.Adapt
	t.grammar = g
	t.rules = parse.Table(g, func(kind string) rule {
		r, ok := row.Nodes[kind]
		if !ok {
			return rule{}
		}
		return rule{Rule: r, name: newRoute(r.Name), of: newRoute(r.Operand), args: newRoute(r.Args),
			body: newRoute(r.Body), params: newRoute(r.Params), bases: newRoute(r.Bases),
			typ: newRoute(r.Type), value: newRoute(r.Value), typeParams: newRoute(r.TypeParams),
			receiver: newRoute(r.Receiver), more: wordSet(r.More)}
	})
	among := func(words string) []bool {
		set := wordSet(words)
		return parse.Table(g, func(kind string) bool { return set[kind] })
	}
	t.comment, t.attribute = among(row.Comments), among(row.Attributes)
	t.modifier, t.branch = among(row.Modifiers), among(row.Branches)
	return t
}

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// priming is held while parsing a file whose grammar needs it: see [Row.Prime].
var priming sync.Mutex

// A language is the front end of a row.
type language struct {
	row   *Row
	table func() *table
}

// A picker is a language that takes only some of the files with its endings.
type picker struct{ *language }

// Takes implements [parse.ContentSniffer].
func (p picker) Takes(src parse.Source) bool { return p.row.Takes(src) }

// tables caches the compiled rows, by row.
var tables sync.Map

// language returns the front end of a row; it is compiled once.
func (row *Row) language() *language {
	t, _ := tables.LoadOrStore(row, sync.OnceValue(func() *table { return compile(row) }))
	return &language{row, t.(func() *table)}
}

// An Fallback is a row whose grammar may accept a file that another grammar does not.
type Fallback struct {
	Extension string
	Row       *Row
}

// handles reports whether the other row applies to a file.
func (o *Fallback) handles(src parse.Source) bool { return strings.HasSuffix(src.Path, o.Extension) }

func (o *Fallback) language() *language { return o.Row.language() }

// Languages returns the front ends of all rows.
func Languages() []parse.Language {
	var out []parse.Language
	for _, row := range Rows() {
		l := row.language()
		if row.Takes != nil {
			out = append(out, picker{l})
		} else {
			out = append(out, l)
		}
	}
	return out
}

func (l *language) Name() string { return l.row.Name }

func (l *language) Extensions() []string { return l.row.Extensions }

// Facts reads one file, in time and memory linear in the nodes of its syntax tree.
func (l *language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	t := l.table()
	if l.row.Read != nil {
		w := newWalk(t, p, src)
		w.file(parse.Node{})
		f := w.facts(nil)
		if w.quotes != nil {
			w.quotes.report(f)
		}
		return f, nil
	}
	if l.row.Prime != "" {
		priming.Lock()
		defer priming.Unlock()
		if _, err := p.Parse(t.grammar, l.row.Prime); err != nil {
			return nil, err
		}
	}
	tree, err := p.Parse(t.grammar, src.Text)
	if err != nil {
		return nil, err
	}
	if other := l.row.Fallback; tree.HasError && other != nil && other.handles(src) {
		if f, err := other.language().Facts(p, src); err == nil && !f.HasError {
			return f, nil
		}
		if tree, err = p.Parse(t.grammar, src.Text); err != nil {
			return nil, err
		}
	}
	read := func(tree *parse.Tree) *parse.Facts {
		w := newWalk(t, p, src)
		w.F.HasError = tree.HasError
		w.file(tree.Root())
		f := w.facts(tree)
		if l.row.Sites != nil && src.Sites >= parse.AllSites {
			parse.NewSiteReader(f, l.row.Sites, src.Sites).Read(tree.Root())
		}
		return f
	}
	f := read(tree)
	if tree.HasError && l.row.Mend != nil {
		return l.row.Mend.Mended(p, t.grammar, tree, f, func(n parse.Node) bool {
			return has(t.comment, n) || strings.Contains(n.Kind(), "string") || strings.Contains(n.Kind(), "heredoc")
		}, read)
	}
	return f, nil
}

// Unknown lists the node kinds in a row that its grammar does not have, sorted.
func Unknown(row *Row) []string {
	if row.Read != nil {
		return nil
	}
	g := parse.NewGrammar(row.Grammar())
	kinds := strings.Fields(strings.Join([]string{row.Comments, row.Attributes, row.Modifiers,
		row.Branches}, " "))
	for kind := range row.Nodes {
		kinds = append(kinds, kind)
	}
	kinds = slices.DeleteFunc(kinds, g.HasKind)
	slices.Sort(kinds)
	return slices.Compact(kinds)
}
