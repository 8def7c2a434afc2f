package data

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An Attribute is a column that the objects of a class have as a member, although the class does
// not declare it: its library reads the names from the database, or from lists of strings.
type Attribute struct {
	Class resolve.DefID
	Name  string
	File  *resolve.File // where the column is declared
	Range parse.Range
	Table Table // of the column; zero if only a list of strings declares it
}

// Attributes finds attributes, and records their uses.
type Attributes struct {
	tree   *eval.Tree
	out    *Model
	of     map[resolve.DefID]map[string]bool
	owners map[string][]resolve.DefID // the classes with an attribute of a name
}

// NewAttributes returns an empty set for a tree.
func NewAttributes(t *eval.Tree, out *Model) *Attributes {
	return &Attributes{t, out, map[resolve.DefID]map[string]bool{}, map[string][]resolve.DefID{}}
}

// Add adds an attribute, unless the class has it already. A member that the class declares under
// its name is what names and reads refer to, and gets no second node.
func (a *Attributes) Add(x Attribute) {
	if a.of[x.Class][x.Name] || x.Name == "" {
		return
	}
	if a.of[x.Class] == nil {
		a.of[x.Class] = map[string]bool{}
	}
	a.of[x.Class][x.Name] = true
	a.owners[x.Name] = append(a.owners[x.Name], x.Class)
	if a.declared(x.Class, x.Name) == resolve.None {
		a.out.Attributes = append(a.out.Attributes, x)
	}
}

// declared returns the member of a name that a class declares itself, or None.
func (a *Attributes) declared(class resolve.DefID, name string) resolve.DefID {
	for _, d := range a.tree.Table.Own(class, name) {
		if !a.tree.Table.Def(d).Kind.IsType() {
			return d
		}
	}
	return resolve.None
}

// Has returns the class, among a class and those above it, that has an attribute.
func (a *Attributes) Has(class resolve.DefID, name string) (owner resolve.DefID, ok bool) {
	if class <= resolve.None {
		return resolve.None, false
	}
	if a.of[class][name] {
		return class, true
	}
	for _, c := range a.tree.Lineage(class) {
		if a.of[c][name] {
			return c, true
		}
	}
	return resolve.None, false
}

// Only returns the only class of the tree with an attribute; ok is false if there are more.
func (a *Attributes) Only(name string) (owner resolve.DefID, ok bool) {
	if list := a.owners[name]; len(list) == 1 {
		return list[0], true
	}
	return resolve.None, false
}

// Mention records that an expression names an attribute of a class; it reports whether the class
// has it.
func (a *Attributes) Mention(x eval.Expr, class resolve.DefID, name string, tier graph.Tier) bool {
	owner, ok := a.Has(class, name)
	if !ok {
		return false
	}
	use := FieldUse{By: x.Def, File: x.In.File, At: x.At, Field: owner, Name: name, Tier: tier}
	if d := a.declared(owner, name); d != resolve.None {
		use.Field, use.Name = d, ""
	}
	a.out.Fields = append(a.out.Fields, use)
	return true
}

// Names records the attributes that an expression names: a string, a list of them, the keys of a
// map.
func (a *Attributes) Names(x eval.Expr, class resolve.DefID, tier graph.Tier) {
	a.Each(x, func(v eval.Expr, name string) {
		a.Mention(v, class, name[strings.LastIndexByte(name, '.')+1:], tier)
	})
}

// Each calls f for every name in an expression: a string, those in a list, the keys of a map.
func (a *Attributes) Each(x eval.Expr, f func(v eval.Expr, name string)) { a.each(x, f, maxNames) }

// maxNames bounds lists within lists.
const maxNames = 4

func (a *Attributes) each(x eval.Expr, f func(v eval.Expr, name string), depth int) {
	if depth == 0 {
		return
	}
	switch x.Kind {
	case parse.ExprString:
		if text, ok := a.tree.Text(x); ok {
			f(x, text)
		}
	case parse.ExprList:
		for i := range x.Args {
			a.each(x.Sub(&x.Args[i].Value), f, depth-1)
		}
	case parse.ExprMap:
		for i := range x.Args {
			v, name := x.Sub(&x.Args[i].Value), x.Args[i].Name
			if name == "" {
				a.each(v, f, depth-1)
				continue
			}
			key := *v.Expr
			key.At = max(key.At, x.At) // of the map, if the value has no position
			f(v.Sub(&key), name)
		}
	}
}

// A word of SQL, with the table before it, if there is one, and a string, which has no words.
var sqlWord = regexp.MustCompile(`'[^']*'|"[^"]*"|(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)`)

// Fragment records the attributes that a fragment of SQL names: those of the class, or of the class
// of the table before a name.
//
//	where("stories.score >= ? and not is_deleted", 0)
func (a *Attributes) Fragment(x eval.Expr, class resolve.DefID, text string,
	of func(table string) resolve.DefID) {
	for _, m := range sqlWord.FindAllStringSubmatch(text, -1) {
		switch {
		case m[2] == "":
		case m[1] != "" && of(m[1]) != resolve.None:
			a.Mention(x, of(m[1]), m[2], graph.Heuristic)
		default: // or an alias of the table
			a.Mention(x, class, m[2], graph.Heuristic)
		}
	}
}

// Columns are the columns of tables, by table and name, at the first place that declares each.
type Columns map[string]map[string]Attribute

// Add adds a column to a table, unless the table has one of that name.
func (c Columns) Add(x Attribute) {
	if x.Name == "" || strings.Contains(x.Name, eval.Hole) {
		return
	}
	of := c[x.Table.Name]
	if of == nil {
		of = map[string]Attribute{}
		c[x.Table.Name] = of
	}
	if _, known := of[x.Name]; !known {
		of[x.Name] = x
	}
}

// DeclaredColumns returns the columns of the schemas and migrations in some languages, in the order
// of the files. Later scripts drop and rename columns. Time is linear in their text.
func DeclaredColumns(t *eval.Tree, languages ...string) Columns {
	out := Columns{}
	for _, f := range t.Table.Files {
		if !slices.Contains(languages, f.Language) {
			continue
		}
		for i := range f.Definitions {
			d := t.Table.Def(f.ID(int32(i)))
			if d.Kind != graph.KindTable {
				continue
			}
			in := d.Range
			for _, p := range d.Params {
				var line parse.Range
				line, in = lineOf(f, in, p.Name)
				out.Add(Attribute{Name: p.Name, File: f, Range: line,
					Table: Table{Schema: d.Schema, Name: d.Name}})
			}
		}
		for _, c := range f.Changes {
			out.change(f, c)
		}
	}
	return out
}

// change applies a change of a table.
func (c Columns) change(f *resolve.File, x parse.Change) {
	a := Attribute{File: f, Range: LineAt(f, x.At), Table: Table{Schema: x.Schema, Name: x.Name}}
	switch x.Op {
	case graph.AddsColumn:
		a.Name = x.Part
		c.Add(a)
	case graph.RenamesColumn:
		a.Name = x.To
		c.Add(a)
		delete(c[x.Name], x.Part)
	case graph.DropsColumn:
		delete(c[x.Name], x.Part)
	case graph.DropsObject:
		delete(c, x.Name)
	}
}

// lineOf returns the line in a part of a file that declares a column, and the rest of the part from
// there on, which has the following columns: the first line with its name, or else the first one,
// and no rest.
func lineOf(f *resolve.File, in parse.Range, name string) (line, rest parse.Range) {
	text := f.Text[in.Start:max(in.Start, in.End)]
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return LineAt(f, in.Start), parse.Range{Start: in.Start, End: in.Start}
		}
		i, from = from+i, from+i+len(name)
		if i > 0 && !isWordByte(text[i-1]) && (from == len(text) || !isWordByte(text[from])) {
			return LineAt(f, in.Start+uint32(i)), parse.Range{Start: in.Start + uint32(i), End: in.End}
		}
	}
}

// maxDeclaration bounds the bytes before and after the name of a column in its declaration.
const maxDeclaration = 200

// LineAt returns the line of a position, or the rest of it if it is long, up to a limit.
func LineAt(f *resolve.File, at uint32) parse.Range {
	low, high := max(0, int(at)-maxDeclaration), min(len(f.Text), int(at)+maxDeclaration)
	begin, end := int(at), high
	if i := strings.LastIndexByte(f.Text[low:at], '\n'); i >= 0 || low == 0 {
		begin = low + i + 1
	}
	if i := strings.IndexByte(f.Text[at:high], '\n'); i >= 0 {
		end = int(at) + i
	}
	for end < len(f.Text) && !utf8.RuneStart(f.Text[end]) {
		end--
	}
	return parse.Range{Start: uint32(begin), End: uint32(end)}
}

func (a Attribute) compare(b Attribute) int {
	return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Name, b.Name))
}

// MembersAt returns a function from a position in the body of a class to the innermost callable
// member around it, or the class. Time is linear in the definitions of the file, once.
func MembersAt(t *eval.Tree, class *resolve.Def) func(at uint32) resolve.DefID {
	var members []resolve.DefID
	var ranges []parse.Range
	for i := int(class.ID-class.File.First) + 1; i < len(class.File.Definitions); i++ {
		d := t.Table.Def(class.File.ID(int32(i)))
		if d.Range.Start >= class.Range.End {
			break
		}
		if d.Kind.IsCallable() {
			members, ranges = append(members, d.ID), append(ranges, d.Range)
		}
	}
	around := parse.NestingOf(ranges)
	return func(at uint32) resolve.DefID {
		for i := range around.Enclosing(at) {
			return members[i]
		}
		return class.ID
	}
}
