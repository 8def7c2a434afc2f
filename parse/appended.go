package parse

// AppendedStrings collects the strings of a file that are extended step by step. The
// additions of several branches are concatenated in source order: that yields the
// same tables.
//
//	var sql = "SELECT id FROM orders";
//	if (closed) sql += " JOIN closings ON closings.id = orders.id";
type AppendedStrings struct {
	Read     func(Node) TextParts // returns the parts of an expression
	IsText   func(Node) bool      // reports whether it is evidently a string
	Sum      string               // the node kind of sums
	Operands func(Node) []Node
	// List returns the elements of a list; ok is false for other expressions. It may be nil.
	List func(Node) (elements []Node, ok bool)

	list []growth
	last map[growing]int // 1 + index in list
}

// AppendedStrings returns an empty collection for the language whose expressions r reads.
func (r *TextReader) AppendedStrings(isText func(Node) bool) AppendedStrings {
	return AppendedStrings{Read: r.Parts, IsText: isText, Sum: r.Sum, Operands: r.Operands}
}

// A growing is a variable of a definition.
type growing struct {
	def  int32
	name string
}

type growth struct {
	list  bool // a list, of strings that are only joined later
	joins bool // a list that is joined
	def   int32
	first Node // the initializer of the variable; zero for an empty string
	place Range
	parts TextParts // nil until it is extended
	size  int
}

// maxGrowth bounds the bytes of an extended string, where each part counts as one
// more.
const maxGrowth = 16_000

// Begin records the initializer of a variable of definition def, zero for an empty
// string.
func (g *AppendedStrings) Begin(def int32, name string, first Node) {
	if g.last == nil {
		g.last = map[growing]int{}
	}
	g.list = append(g.list, growth{def: def, first: first})
	g.last[growing{def, name}] = len(g.list)
}

// BeginList records the list that a variable of definition def is set to. Its elements are one
// string if [AppendedStrings.Joins] is called for it.
//
//	parts = ["SELECT id FROM orders"]
//	parts.append("WHERE id = 1")
//	cursor.execute(" ".join(parts))
func (g *AppendedStrings) BeginList(def int32, name string, elements []Node) {
	g.Begin(def, name, Node{})
	g.list[len(g.list)-1].list = true
	g.ExtendList(def, name, elements)
}

// ExtendList adds elements to a variable that is a list.
func (g *AppendedStrings) ExtendList(def int32, name string, elements []Node) {
	i := g.last[growing{def, name}]
	if i == 0 || !g.list[i-1].list {
		return
	}
	for _, e := range elements {
		g.list[i-1].append(e, g.Read(e).Literal("\n"))
	}
}

// Joins records that the elements of a variable that is a list are joined.
func (g *AppendedStrings) Joins(def int32, name string) {
	if i := g.last[growing{def, name}]; i > 0 {
		g.list[i-1].joins = true
	}
}

// Extend appends an expression, and a text after it, to the value of a variable.
// It does nothing if Begin was not called for the variable.
func (g *AppendedStrings) Extend(def int32, name string, by Node, behind string) {
	i := g.last[growing{def, name}]
	if i == 0 || g.list[i-1].list {
		return
	}
	x := &g.list[i-1]
	if x.parts == nil && !x.first.IsZero() {
		x.append(x.first, g.Read(x.first))
	}
	x.append(by, g.Read(by).Literal(behind))
}

// Assign records an assignment to a variable; adds means that its operator is +=.
//
//	sql += " WHERE id = 1"; sql = sql + " WHERE id = 1";    // extends
//	sql = "DELETE FROM orders";                             // restarts
func (g *AppendedStrings) Assign(def int32, name string, adds bool, value Node) {
	if g.List != nil {
		if elements, ok := g.List(value); ok && adds {
			g.ExtendList(def, name, elements)
			return
		} else if ok {
			g.BeginList(def, name, elements)
			return
		}
	}
	if adds {
		g.Extend(def, name, value, "")
		return
	}
	if value.Is(g.Sum) && g.last[growing{def, name}] > 0 {
		if parts := g.Operands(value); parts[0].Text() == name {
			for _, p := range parts[1:] {
				g.Extend(def, name, p, "")
			}
			return
		}
	}
	if g.IsText(value) {
		g.Begin(def, name, value)
	}
}

// append adds the parts of an expression; the first one determines the position of
// the string.
func (x *growth) append(n Node, parts TextParts) {
	if x.parts == nil {
		x.place = n.Range()
	}
	for _, p := range parts {
		if x.size += len(p.Text) + 1; x.size > maxGrowth {
			return
		}
		x.parts = append(x.parts, p)
	}
}

// Keep records in f the extended strings that are code. If the first text of one
// is recorded already, it is replaced by the extended string.
func (g *AppendedStrings) Keep(f *Facts, isCode func(string) bool) {
	var places map[Range]int
	for i := range g.list {
		x := &g.list[i]
		if x.parts == nil || x.list && !x.joins {
			continue
		}
		e := Embedded{Text: x.parts.Text(), Parts: x.parts.Named(), Range: x.place, Def: x.def}
		if !isCode(e.Text) {
			continue
		}
		if places == nil {
			places = map[Range]int{}
			for j := range f.Embedded {
				places[f.Embedded[j].Range] = j
			}
		}
		if j, ok := places[x.place]; ok {
			f.Embedded[j].Text, f.Embedded[j].Parts = e.Text, e.Parts
			f.Embedded[j].Use = UseCode
		} else {
			f.Embedded = append(f.Embedded, e)
		}
	}
	if places != nil {
		f.sortEmbedded()
	}
}
