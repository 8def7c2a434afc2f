package jpa

import (
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/resolve"
	"seedgraph/web"
)

// A query is a text in the language of the mapper.
type query struct {
	text  string
	tier  graph.Tier
	isSQL bool // then the readers of SQL read it
}

// findQueries reads the queries that classes give names to.
func (r *reader) findQueries() {
	for _, f := range r.Table.Files {
		if f.Language != language {
			continue
		}
		for i := range f.Definitions {
			if d := f.ID(int32(i)); r.Table.Def(d).Kind.IsType() {
				for _, of := range []string{persistence, "org.hibernate.annotations."} {
					for _, x := range r.list(d, of+"NamedQuery", of+"NamedQueries") {
						r.name(x)
					}
				}
			}
		}
	}
}

// name keeps a query that an annotation gives a name to.
func (r *reader) name(x web.Term) {
	name, ok := r.text(x, -1, "name")
	arg := x.Arg(-1, "query")
	if !ok || arg == nil {
		return
	}
	r.named[name] = r.query(x.Sub(arg))
}

// query reads a string as a query, which is no SQL then.
func (r *reader) query(x web.Term) query {
	r.out.Query(x)
	text, tier := r.Known(x)
	return query{text: text, tier: tier}
}

// queryOf is the query that a method of a repository has by an annotation.
func (r *reader) queryOf(m *resolve.Def) (q query, ok bool) {
	for _, x := range r.Attributes(m.ID) {
		name := r.annotationName(x)
		if nativeQueries[name] {
			return query{isSQL: true}, true
		}
		if name != query_ {
			continue
		}
		if native := x.Arg(-1, "nativeQuery"); native != nil && native.Text == "true" {
			return query{isSQL: true}, true
		}
		if named := x.Arg(-1, "name"); named != nil {
			text, _ := r.Text(x.Sub(named))
			q, ok = r.named[text]
			return q, ok
		}
		if value := x.Arg(0, "value"); value != nil {
			return r.query(x.Sub(value)), true
		}
	}
	return q, false
}

// run enters what a query reads and writes; e is the entity that #{#entityName} stands for.
func (r *reader) run(at web.Term, q query, e *entity, tier graph.Tier) {
	if q.isSQL {
		return
	}
	text := q.text
	if e != nil {
		text = strings.ReplaceAll(text, "#{#entityName}", e.name)
	}
	p := &statement{r: r, tokens: tokens(text), aliases: map[string]resolve.DefID{}}
	for _, u := range p.read() {
		r.out.Use(at, u.tables, u.ops, resolve.Worse(tier, q.tier))
	}
}

// A used is what a statement does with tables.
type used struct {
	tables []data.Stored
	ops    graph.Ops
}

// A statement is a query that is being read.
type statement struct {
	r       *reader
	tokens  []string
	aliases map[string]resolve.DefID // classes by identification variable
	found   []used
}

// tokens splits a query into names with their dots, and signs. Strings and parameters are
// left out.
func tokens(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\'':
			end := strings.IndexByte(text[i+1:], '\'')
			if end < 0 {
				return out
			}
			i += end + 2
		case c == ':' || c == '?' || c == '#':
			i++
			if i < len(text) && text[i] == '#' {
				i++
			}
			if i < len(text) && text[i] == '{' { // an expression of Spring
				if end := strings.IndexByte(text[i:], '}'); end >= 0 {
					i += end + 1
				}
				continue
			}
			i += nameLen(text[i:])
		case nameLen(text[i:]) > 0:
			n := nameLen(text[i:])
			out = append(out, text[i:i+n])
			i += n
		case c <= ' ':
			i++
		default:
			out = append(out, string(c))
			i++
		}
	}
	return out
}

// nameLen is the length of the dotted name that s begins with.
func nameLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] == '.' || s[n] == '$' || s[n] >= 0x80 ||
		s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' || s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}

func (p *statement) word(i int) string {
	if i < 0 || i >= len(p.tokens) {
		return ""
	}
	return strings.ToLower(p.tokens[i])
}

// read lists what the statement does with tables. Names are given to what it is from after
// the list of what it selects, so that they are found first.
func (p *statement) read() []used {
	for i := range p.tokens {
		switch p.word(i) {
		case "from":
			p.from(i + 1)
		case "update":
			if i == 0 {
				p.entity(i+1, graph.Update)
			}
		case "delete":
			if i == 0 && p.word(1) != "from" {
				p.entity(1, graph.Delete)
			}
		case "into":
			p.entity(i+1, graph.Insert)
		case "join":
			p.join(i + 1)
		}
	}
	for i, t := range p.tokens {
		if strings.Contains(t, ".") && p.word(i-1) != "join" && p.word(i-1) != "fetch" {
			p.path(t, false)
		}
	}
	return p.found
}

// from reads the list of what a statement is from.
//
//	from Order o, Customer as c, in (o.lines) l
func (p *statement) from(i int) {
	ops := reads
	if p.word(i-2) == "delete" {
		ops = graph.Delete
	}
	for {
		if p.word(i) == "in" && p.word(i+1) == "(" {
			p.define(i+4, p.path(p.at(i+2), true))
			i += 3
		} else {
			p.entity(i, ops)
		}
		i++
		if p.word(i) == "as" {
			i++
		}
		if !clauses[p.word(i)] {
			i++
		}
		if p.word(i) != "," {
			return
		}
		i++
	}
}

// clauses are the words that are no identification variables.
var clauses = resolve.WordSet(`where join left right inner outer cross full order group having set on
	fetch select from union values limit , ( )`)

func (p *statement) at(i int) string {
	if i < 0 || i >= len(p.tokens) {
		return ""
	}
	return p.tokens[i]
}

// entity reads the name of an entity, and the variable behind it.
func (p *statement) entity(i int, ops graph.Ops) {
	name := p.at(i)
	e := p.r.byName[name]
	if e == nil {
		e = p.r.byName[resolve.LastName(name)]
		if e != nil && p.r.fullName(e) != name {
			e = nil
		}
	}
	if e == nil {
		if strings.Contains(name, ".") { // a subquery over a path
			p.define(i+1, p.path(name, true))
		}
		return
	}
	p.found = append(p.found, used{p.r.tables[e.class], ops})
	p.define(i+1, e.class)
	p.aliases[""] = e.class // what is named without a variable is of it
}

// fullName is the name of the class of an entity with its package.
func (r *reader) fullName(e *entity) string {
	d := r.Table.Def(e.class)
	return d.ModuleName + "." + d.Name
}

// define gives a class to the variable at i.
func (p *statement) define(i int, class resolve.DefID) {
	if p.word(i) == "as" {
		i++
	}
	if name := p.word(i); name != "" && !clauses[name] && class != resolve.None {
		p.aliases[name] = class
	}
}

// join reads what is joined: a path, or another entity.
func (p *statement) join(i int) {
	if p.word(i) == "fetch" {
		i++
	}
	if p.word(i) == "treat" {
		i += 2
	}
	if strings.Contains(p.at(i), ".") && p.r.byName[resolve.LastName(p.at(i))] == nil {
		p.define(i+1, p.path(p.at(i), true))
		return
	}
	p.entity(i, reads)
}

// path follows a path of attributes from a variable, and enters the tables that rows are
// read of: the key of another table is in the table itself. It returns the class that the
// path leads to.
func (p *statement) path(text string, whole bool) resolve.DefID {
	names := strings.Split(text, ".")
	class, known := p.aliases[strings.ToLower(names[0])]
	if !known {
		return resolve.None
	}
	for i, name := range names[1:] {
		a, ok := p.r.find(class, name)
		if !ok {
			return resolve.None
		}
		if inner := p.r.embedded(a); inner != resolve.None {
			class = inner
			continue
		}
		to := p.r.target(a)
		if to == nil {
			return resolve.None
		}
		class = to.class
		last := i == len(names)-2
		if !last {
			key, ok := p.r.find(class, names[i+2])
			if ok && key.isID && i == len(names)-3 {
				return resolve.None
			}
		}
		if !last || whole {
			p.found = append(p.found, used{p.r.tables[class], reads})
		}
	}
	return class
}
