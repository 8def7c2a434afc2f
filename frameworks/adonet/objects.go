package adonet

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const tableDirect = "TableDirect"

// said is the state of one object.
type said struct {
	texts   []eval.Expr // values of a command's CommandText
	direct  bool        // its type is TableDirect
	selects []eval.Expr // an adapter's select statement
	built   bool        // a builder makes the adapter's other commands
	updates []eval.Expr // calls that write with those commands
}

// of returns the state of a variable or member in a definition, or nil.
func (r *reader) of(def resolve.DefID, name string) *said {
	if name == "" {
		return nil
	}
	o := object{def, name}
	if r.said[o] == nil {
		r.said[o] = &said{}
		r.order = append(r.order, o)
	}
	return r.said[o]
}

// nameOf returns the name of a variable or member, or "" for other expressions.
func nameOf(e *parse.Expr) string {
	if e == nil || e.Kind != parse.ExprName && e.Kind != parse.ExprMember {
		return ""
	}
	return e.Text
}

// site reads one site.
func (r *reader) site(b *resolve.Binder, s *parse.Site) {
	x := eval.Expr{Expr: &s.Expr, In: b, Def: b.File.ID(s.Def)}
	var of *said
	if s.Kind == parse.SiteValue {
		text := b.File.Text
		name := text[s.For : int(s.For)+wordLen(text[s.For:])]
		if before, isMember := strings.CutSuffix(text[:s.For], "."); isMember {
			of = r.set(x, lastWord(before), name)
		} else {
			of = r.of(x.Def, name)
		}
	}
	s.Walk(func(e *parse.Expr) {
		switch x := x.Sub(e); {
		case e.Kind == parse.ExprNew && x.Referent().Def == resolve.None:
			to := of
			if e != &s.Expr {
				to = nil // it belongs to the enclosing object
			}
			r.created(x, to)
		case e.Kind == parse.ExprCall && e.Recv != nil && x.Callee() == resolve.None:
			r.called(x)
		}
	})
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// wordLen returns the length of the name at the start of a text.
func wordLen(s string) int {
	n := 0
	for n < len(s) && isWordByte(s[n]) {
		n++
	}
	return n
}

// lastWord returns the name at the end of a text.
func lastWord(s string) string {
	i := len(s)
	for i > 0 && isWordByte(s[i-1]) {
		i--
	}
	return s[i:]
}

// set records the value of a member of an object. If the member is a command of an
// adapter, or a variable of the class, it returns the member as a separate object.
func (r *reader) set(x eval.Expr, on, member string) *said {
	switch member {
	case "DestinationTableName":
		if strings.HasSuffix(r.typeOf(x, on), "BulkCopy") {
			r.insert(x)
		}
	case "TableName":
		if r.typeOf(x, on) == "MySqlBulkLoader" {
			r.insert(x)
		}
	case "CommandText":
		if of := r.of(x.Def, on); of != nil {
			of.texts = append(of.texts, x)
		}
	case "CommandType":
		if of := r.of(x.Def, on); of != nil && isDirect(x.Expr) {
			of.direct = true
		}
	case "SelectCommand":
		if of := r.of(x.Def, on); of != nil {
			of.selects = append(of.selects, r.textOf(x))
		}
	default:
		if on == "this" {
			return r.of(x.Def, member)
		}
	}
	return nil
}

// typeOf returns the external type name with which a variable or member of the class is
// declared, or else that of its initializer.
//
//	SqlBulkCopy copy    var copy = new SqlBulkCopy(connection)    // SqlBulkCopy
func (r *reader) typeOf(x eval.Expr, name string) string {
	outside := func(ref parse.TypeRef, from resolve.DefID) string {
		if ref.IsZero() || x.In.TypeOf(ref, from, x.At).Def > resolve.None {
			return ""
		}
		return resolve.LastName(ref.Name)
	}
	if l := x.In.LocalAt(name, x.At); l != nil {
		if last := len(l.Init) - 1; l.Type.IsZero() && last >= 0 {
			return outside(l.Init[last].WrittenType(), x.Def)
		}
		return outside(l.Type, x.Def)
	}
	class := r.Table.EnclosingType(x.Def)
	if class == resolve.None {
		return ""
	}
	for _, id := range r.Table.Own(r.Table.Canon[class], name) {
		if name := outside(r.Table.Def(id).Type, id); name != "" {
			return name
		}
	}
	return ""
}

// isDirect reports whether an expression is CommandType.TableDirect.
func isDirect(e *parse.Expr) bool {
	return e != nil && e.Kind == parse.ExprMember && e.Text == tableDirect
}

// textOf returns the text with which a command is created, or x itself.
//
//	new SqlCommand("SELECT …", connection)    new SqlCommand { CommandText = "SELECT …" }
func (r *reader) textOf(x eval.Expr) eval.Expr {
	if x.Kind != parse.ExprNew {
		return x
	}
	if e := x.Arg(-1, "CommandText"); e != nil {
		return x.Sub(e)
	}
	if len(x.Args) > 0 && (x.Args[0].Name == "" || x.Args[0].Name == "cmdText") {
		return x.Sub(&x.Args[0].Value)
	}
	return x
}

// created reads a creation; of is the object that it is assigned to, or nil.
func (r *reader) created(x eval.Expr, of *said) {
	switch name := x.Expr.Text; {
	case strings.HasSuffix(name, "BulkCopy"):
		if e := x.Arg(-1, "DestinationTableName"); e != nil {
			r.insert(x.Sub(e))
		}
	case name == "MySqlBulkLoader":
		if e := x.Arg(-1, "TableName"); e != nil {
			r.insert(x.Sub(e))
		}
	case strings.HasSuffix(name, "CommandBuilder"):
		if e := x.Arg(0, "DataAdapter"); e != nil {
			if of := r.of(x.Def, nameOf(e)); of != nil {
				of.built = true
			}
		}
	case strings.HasSuffix(name, "Command"):
		if isDirect(x.Arg(-1, "CommandType")) {
			r.read(r.textOf(x))
		} else if text := r.textOf(x); of != nil && text.Expr != x.Expr {
			of.texts = append(of.texts, text)
		}
	case strings.HasSuffix(name, "DataAdapter") && of != nil:
		if e := x.Arg(-1, "SelectCommand"); e != nil {
			of.selects = append(of.selects, r.textOf(x.Sub(e)))
		} else if text := r.textOf(x); text.Expr != x.Expr {
			of.selects = append(of.selects, text)
		}
	}
}
