package data

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A QueryModel resolves the names in queries in the languages of Hibernate and Jakarta
// Persistence.
type QueryModel interface {
	// EntityNamed returns the class of an entity by its query name or full name, or
	// None.
	EntityNamed(name string) resolve.DefID

	// Attribute returns an attribute of a class, inherited ones included.
	Attribute(class resolve.DefID, name string) (a QueryAttribute, ok bool)

	// TablesOf lists the tables of an entity.
	TablesOf(class resolve.DefID) []TableMapping
}

// A QueryAttribute is the referent of a name in a path.
type QueryAttribute struct {
	Class  resolve.DefID // its class, None for a plain value
	Within bool          // stored in the same table
	IsKey  bool
	// Between lists the table between a row and those of a list.
	Between []TableMapping
}

// A QueryOp is an operation of a query on a table.
type QueryOp struct {
	Tables []TableMapping
	Ops    graph.Ops
}

// ReadQuery lists the operations of a query in the Hibernate query language, in source
// order.
func ReadQuery(m QueryModel, text string) []QueryOp {
	p := &statement{model: m, tokens: tokens(text), aliases: map[string]resolve.DefID{}}
	return p.read()
}

// A statement is a query being read.
type statement struct {
	model   QueryModel
	tokens  []string
	aliases map[string]resolve.DefID // classes by identification variable
	found   []QueryOp
}

// tokens splits a query into dotted names and punctuation. Strings and parameters are
// omitted.
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
			if i < len(text) && text[i] == '{' { // a Spring expression
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

// nameLen returns the length of the dotted name at the start of s.
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

// read lists the operations of the statement on tables. It reads the FROM clause first,
// as the select list refers to variables defined there.
func (p *statement) read() []QueryOp {
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

// from reads the FROM clause of a statement.
//
//	from Order o, Customer as c, in (o.lines) l
func (p *statement) from(i int) {
	ops := graph.Ops(0)
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

// clauses are the keywords that cannot be identification variables.
var clauses = resolve.WordSet(`where join left right inner outer cross full order group having set on
	fetch select from union values limit , ( )`)

func (p *statement) at(i int) string {
	if i < 0 || i >= len(p.tokens) {
		return ""
	}
	return p.tokens[i]
}

// entity reads the name of an entity, and the variable after it.
func (p *statement) entity(i int, ops graph.Ops) {
	name := p.at(i)
	class := p.model.EntityNamed(name)
	if class == resolve.None {
		if strings.Contains(name, ".") { // a subquery over a path
			p.define(i+1, p.path(name, true))
		}
		return
	}
	p.found = append(p.found, QueryOp{p.model.TablesOf(class), ops})
	p.define(i+1, class)
	p.aliases[""] = class // unqualified names refer to it
}

// define binds the variable at i to a class.
func (p *statement) define(i int, class resolve.DefID) {
	if p.word(i) == "as" {
		i++
	}
	if name := p.word(i); name != "" && !clauses[name] && class != resolve.None {
		p.aliases[name] = class
	}
}

// join reads the operand of a join: a path, or another entity.
func (p *statement) join(i int) {
	if p.word(i) == "fetch" {
		i++
	}
	if p.word(i) == "treat" {
		i += 2
	}
	if strings.Contains(p.at(i), ".") && p.model.EntityNamed(p.at(i)) == resolve.None {
		p.define(i+1, p.path(p.at(i), true))
		return
	}
	p.entity(i, 0)
}

// path follows a path of attributes from a variable, and records the tables whose rows
// are read; a foreign key is in the table itself. It returns the class at the end of
// the path.
func (p *statement) path(text string, whole bool) resolve.DefID {
	names := strings.Split(text, ".")
	class, known := p.aliases[strings.ToLower(names[0])]
	if !known {
		return resolve.None
	}
	for i, name := range names[1:] {
		a, ok := p.model.Attribute(class, name)
		if ok && a.Between != nil && whole {
			p.found = append(p.found, QueryOp{a.Between, 0})
		}
		if !ok || a.Class == resolve.None {
			return resolve.None
		}
		class = a.Class
		if a.Within {
			continue
		}
		last := i == len(names)-2
		if !last {
			key, ok := p.model.Attribute(class, names[i+2])
			if ok && key.IsKey && i == len(names)-3 {
				return resolve.None
			}
		}
		if !last || whole {
			p.found = append(p.found, QueryOp{p.model.TablesOf(class), 0})
		}
	}
	return class
}
