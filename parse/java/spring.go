package java

import (
	"strings"

	"seedgraph/parse"
)

// This file reads the classes of Spring that take the name of a table or a
// procedure and generate the SQL: the generated statement is kept.
//
//	new SimpleJdbcInsert(source).withSchemaName("sales").withTableName("orders")
//	new SimpleJdbcCall(source).withProcedureName("close_orders")
//	class Archive extends StoredProcedure { Archive(DataSource s) { super(s, "sales.archive"); } }

const springJDBC = "org.springframework.jdbc."

// A namer is a method that sets the name in a class of Spring.
type namer struct{ class, method string }

// namers maps methods that set a name to the text before the name.
var namers = map[namer]string{
	{"SimpleJdbcInsert", "withTableName"}:   "INSERT INTO ",
	{"SimpleJdbcCall", "withProcedureName"}: "EXEC ",
	{"SimpleJdbcCall", "withFunctionName"}:  "EXEC ",
}

// importsSpring reports whether the file imports classes of Spring for JDBC.
func (w *walk) importsSpring() bool {
	for i := range w.f.Imports {
		if strings.HasPrefix(w.f.Imports[i].Path, springJDBC) {
			return true
		}
	}
	return false
}

// embedNamed keeps the statement of a class whose name the call n sets.
func (w *walk) embedNamed(n parse.Node) {
	method := n.Field("name").Text()
	if !strings.HasPrefix(method, "with") || !strings.HasSuffix(method, "Name") {
		return
	}
	var schema parse.Node
	at := n.Field("object")
	for depth := 0; at.Is("method_invocation") && depth < maxChain; depth++ {
		if at.Field("name").Text() == "withSchemaName" {
			schema = lastNamed(at.Field("arguments"))
		}
		at = at.Field("object")
	}
	before, ok := namers[namer{at.Field("type").Text(), method}]
	if ok && at.Is("object_creation_expression") && w.importsSpring() {
		w.embedMade(before, schema, lastNamed(n.Field("arguments")))
	}
}

// embedMade keeps the statement generated from a name, in a schema if one is
// given.
func (w *walk) embedMade(before string, schema, name parse.Node) {
	p := parse.TextParts{}.Literal(before)
	if !schema.IsZero() {
		p = p.Join(texts.Parts(schema)).Literal(".")
	}
	p = p.Join(texts.Parts(name))
	if strings.HasPrefix(before, "INSERT") {
		p = p.Literal(" VALUES (?)")
	}
	w.f.Embedded = append(w.f.Embedded, parse.Embedded{Text: p.Text(), Parts: p.Named(),
		Range: name.Range(), Def: w.def})
}

// embedProcedure keeps the call of a procedure represented by an object of a
// Spring class, from the arguments that the constructor passes to that of
// StoredProcedure.
func (w *walk) embedProcedure(superclass string, args parse.Node) {
	if list := arguments(args); superclass == "StoredProcedure" && len(list) == 2 &&
		w.importsSpring() {
		w.embedMade("EXEC ", parse.Node{}, list[1])
	}
}
