package changelog

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

type liquibase struct{}

// Name implements [parse.Language].
func (liquibase) Name() string { return "liquibase" }

// Extensions implements [parse.Language].
func (liquibase) Extensions() []string { return []string{".xml", ".yaml", ".yml"} }

// changelogRoot is the outermost element of a changelog.
const changelogRoot = "databaseChangeLog"

// Takes implements [parse.Picker]: a file is a changelog if its root element is.
func (liquibase) Takes(src parse.Source) bool {
	if isXML(src.Path) {
		return strings.Contains(src.Text, "<"+changelogRoot)
	}
	i := strings.Index(src.Text, changelogRoot+":")
	return i == 0 || i > 0 && src.Text[i-1] == '\n'
}

func isXML(file string) bool { return strings.EqualFold(path.Ext(file), ".xml") }

// Facts implements [parse.Language]. Time and memory are linear in the length of
// the file.
func (liquibase) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	b := newBuilder("liquibase", src)
	read := readYAML
	if isXML(src.Path) {
		read = readXML
	}
	root, ok := read(src.Text)
	b.f.HasError = !ok
	for _, e := range root.children {
		if e.name == changelogRoot {
			b.log(e)
		}
	}
	return b.facts(), nil
}

// log reads the elements of a changelog in order: inclusions are imports.
func (b *builder) log(e *element) {
	for _, c := range e.children {
		switch c.name {
		case "changeSet":
			b.changes(c)
		case "include":
			b.include(c, "file")
		case "includeAll":
			b.include(c, "path")
		}
	}
}

// include adds an import of another file or of all files of a folder; its name
// records whether the path is relative to this file.
func (b *builder) include(e *element, from string) {
	a := e.attr(from)
	if a.value == "" {
		return
	}
	p := strings.TrimPrefix(strings.ReplaceAll(a.value, `\`, "/"), "classpath:")
	im := parse.Import{Path: p, All: from == "path", At: a.at}
	if e.attr("relativeToChangelogFile").value == "true" {
		im.Path = path.Join(path.Dir(b.f.Path), p)
		im.Name = "relative"
	}
	b.f.Imports = append(b.f.Imports, im)
}

// changes reads the changes of a set, without its rollback.
func (b *builder) changes(set *element) {
	for _, e := range set.children {
		if e.name == "rollback" || e.name == "preConditions" {
			continue
		}
		if read := changesOf[e.name]; read != nil {
			read(b, e)
		}
	}
	for _, a := range set.attrs {
		if a.name == "sql" { // in YAML: - sql: SELECT …
			b.sql(0, a.value, parse.Range{Start: a.at, End: a.at + uint32(len(a.value))})
		}
	}
}

// changesOf are the changes of Liquibase that affect a table, a view or rows.
var changesOf map[string]func(*builder, *element)

func init() { // fills changesOf with functions of this package
	changesOf = map[string]func(*builder, *element){
		"createTable": (*builder).createTable, "addColumn": (*builder).addColumn,
		"addForeignKeyConstraint": (*builder).addKey, "createView": (*builder).createView,
		"dropColumn": (*builder).dropColumn,
		"sql":        (*builder).rawSQL, "createProcedure": (*builder).rawSQL,
		"addLookupTable": (*builder).lookup,
	}
	for change, op := range map[string]graph.Ops{"insert": graph.Insert, "update": graph.Update,
		"delete": graph.Delete, "loadData": graph.Bulk, "loadUpdateData": graph.Bulk} {
		changesOf[change] = func(b *builder, e *element) {
			b.rows(e.table("tableName", "schemaName"), op)
		}
	}
	for change, x := range simple {
		changesOf[change] = func(b *builder, e *element) {
			b.change(x.op, x.kind, e.table(x.name, x.schema), e.attr(x.part).value,
				e.attr(x.to).value)
		}
	}
}

// A simpleChange lists the attributes that describe a change completely.
type simpleChange struct {
	op           graph.SchemaOp
	kind         graph.NodeKind
	name, schema string
	part, to     string
}

var simple = func() map[string]simpleChange {
	const tableName, schemaName = "tableName", "schemaName"
	out := map[string]simpleChange{
		"dropTable": {graph.DropsObject, graph.KindTable, tableName, schemaName, "", ""},
		"renameTable": {graph.RenamesObject, graph.KindTable, "oldTableName", schemaName,
			"newTableName", ""},
		"renameColumn": {graph.RenamesColumn, graph.KindTable, tableName, schemaName,
			"oldColumnName", "newColumnName"},
		"dropForeignKeyConstraint": {graph.DropsForeignKey, graph.KindTable, "baseTableName",
			"baseTableSchemaName", "constraintName", ""},
		"dropAllForeignKeyConstraints": {graph.DropsForeignKey, graph.KindTable, "baseTableName",
			"baseTableSchemaName", "", ""},
		"dropView": {graph.DropsObject, graph.KindView, "viewName", schemaName, "", ""},
		"renameView": {graph.RenamesObject, graph.KindView, "oldViewName", schemaName,
			"newViewName", ""},
		"createSequence": {graph.CreatesObject, graph.KindSequence, "sequenceName", schemaName,
			"", ""},
		"alterSequence": {graph.Alters, graph.KindSequence, "sequenceName", schemaName, "", ""},
		"dropSequence":  {graph.DropsObject, graph.KindSequence, "sequenceName", schemaName, "", ""},
		"dropProcedure": {graph.DropsObject, graph.KindProc, "procedureName", schemaName, "", ""},
	}
	for _, change := range []string{"modifyDataType", "addPrimaryKey", "dropPrimaryKey",
		"addUniqueConstraint", "dropUniqueConstraint", "addNotNullConstraint",
		"dropNotNullConstraint", "addDefaultValue", "dropDefaultValue", "addAutoIncrement",
		"createIndex", "dropIndex", "mergeColumns", "setTableRemarks", "setColumnRemarks"} {
		out[change] = simpleChange{graph.Alters, graph.KindTable, tableName, schemaName, "", ""}
	}
	return out
}()

func (b *builder) createTable(e *element) {
	n := e.table("tableName", "schemaName")
	d := b.define(graph.KindTable, n, "create", e.at)
	for _, c := range e.children {
		if c.name == "column" {
			b.column(d, c.attr("name").value, c.attr("type").value)
			b.constraints(d, c, n.schema)
		}
	}
}

// constraints reads the foreign key of a column; without a schema the other table
// is in the schema of this one.
//
//	<constraints foreignKeyName="fk" references="app.orders(id)"/>
//	<constraints foreignKeyName="fk" referencedTableName="orders"/>
func (b *builder) constraints(table int32, column *element, schema string) bool {
	found := false
	for _, c := range column.children {
		if c.name != "constraints" {
			continue
		}
		to := c.table("referencedTableName", "referencedTableSchemaName")
		if a := c.attr("references"); a.value != "" {
			text, _, _ := strings.Cut(a.value, "(")
			to = dotted(strings.TrimSpace(text), a.at)
		}
		if to.schema == "" {
			to.schema = schema
		}
		found = found || to.text != ""
		b.key(table, to)
	}
	return found
}

func (b *builder) addColumn(e *element) {
	n := e.table("tableName", "schemaName")
	d := int32(0)
	for _, c := range e.children {
		if c.name != "column" {
			continue
		}
		if d == 0 {
			d = b.define(graph.KindTable, n, "alter", e.at)
		}
		b.change(graph.AddsColumn, graph.KindTable, n, c.attr("name").value, "")
		if b.constraints(d, c, n.schema) {
			b.change(graph.AddsForeignKey, graph.KindTable, n, "", "")
		}
	}
}

func (b *builder) addKey(e *element) {
	n := e.table("baseTableName", "baseTableSchemaName")
	b.change(graph.AddsForeignKey, graph.KindTable, n, e.attr("constraintName").value, "")
	to := e.table("referencedTableName", "referencedTableSchemaName")
	b.key(b.define(graph.KindTable, n, "alter", e.at), to)
}

func (b *builder) dropColumn(e *element) {
	n := e.table("tableName", "schemaName")
	if c := e.attr("columnName").value; c != "" {
		b.change(graph.DropsColumn, graph.KindTable, n, c, "")
	}
	for _, c := range e.children {
		if c.name == "column" {
			b.change(graph.DropsColumn, graph.KindTable, n, c.attr("name").value, "")
		}
	}
}

func (b *builder) createView(e *element) {
	form := "create"
	if e.attr("replaceIfExists").value == "true" {
		form = "create_or_alter"
	}
	d := b.define(graph.KindView, e.table("viewName", "schemaName"), form, e.at)
	text, at := body(e, "selectQuery")
	b.sql(d, text, at)
}

func (b *builder) rawSQL(e *element) {
	name := "sql"
	if e.name == "createProcedure" {
		name = "procedureBody"
	}
	text, at := body(e, name)
	b.sql(0, text, at)
}

// body returns the SQL of an element: its text, or the attribute that has it in
// YAML.
func body(e *element, name string) (string, parse.Range) {
	text, at := e.text.String(), e.textAt
	if a := e.attr(name); a.value != "" {
		text, at = a.value, a.at
	}
	return text, parse.Range{Start: at, End: at + uint32(len(text))}
}

// lookup reads a change that creates a table from the values of a column.
func (b *builder) lookup(e *element) {
	to := e.table("newTableName", "newTableSchemaName")
	b.define(graph.KindTable, to, "create", e.at)
	from := e.table("existingTableName", "existingTableSchemaName")
	b.change(graph.AddsForeignKey, graph.KindTable, from, e.attr("constraintName").value, "")
	b.key(b.define(graph.KindTable, from, "alter", e.at), to)
}
