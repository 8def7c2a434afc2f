// Package sql reads SQL scripts: what they define, and what each definition
// reads, writes, executes and refers to.
//
// There is no grammar behind it. A [lexer] cuts the text into tokens, knowing
// the strings, quoted names, comments and client commands of each [Dialect]; a
// [reader] walks over them statement by statement and follows only what leads to
// the name of an object. What it does not understand it steps over, so that a
// broken statement costs itself and no more.
//
//   - A script is a file; a batch, in T-SQL, what is between two GOs.
//   - A definition is CREATE (or ALTER) of a table, view, procedure, function,
//     trigger, type, sequence or synonym. It owns the references in it.
//   - A run is the statements between two definitions of a script. One that
//     refers to something becomes a definition of kind BATCH.
//   - A source is an entry of FROM. The target of UPDATE and DELETE is what its
//     alias stands for there.
//
// References leave out what is no object of the database: named queries of
// WITH, temporary tables, variables, inserted and deleted, the tables and
// functions that the system brings along. References in strings that are run
// as code are marked Dynamic.
//
// Facts.Module is the schema that objects without one belong to; it is empty
// where the dialect is not known or has none. The search_path of PostgreSQL is
// told by Imports: a schema whose names are
// visible (All) within Scope, or in the function Def.
package sql

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// Languages returns the front end of SQL.
func Languages() []parse.Language { return []parse.Language{language{}, systemScripts{}} }

type language struct{}

func (language) Name() string { return "sql" }

// Extensions has endings of scripts that stand beside others for one database system each, too.
func (language) Extensions() []string {
	return []string{".sql", ".sql.in", ".pgsql", ".psql", ".plsql", ".tsql", ".ddl", ".prc", ".viw",
		".tab", ".trg", ".fnc", ".udf", ".pks", ".pkb", ".pck", ".pls", ".plb", ".spc", ".bdy", ".hql", ".tps", ".tpb", ".vw", ".sql.mysql", ".sql.mariadb", ".sql.postgres",
		".sql.postgresql", ".sql.pgsql", ".sql.sqlite", ".sql.sqlite3", ".sql.mssql", ".sql.oracle",
		".sql.h2", ".sql.db2", ".sqldataprovider"}
}

// systemScripts are scripts whose names end in the database system that they are for. Other files
// have these endings, too.
//
//	create_tables.mysql, 2_2-3_0.sqlite    Dockerfile.mysql, shop.sqlite
type systemScripts struct{ language }

// Extensions implements [parse.Language].
func (systemScripts) Extensions() []string {
	return []string{".mysql", ".mariadb", ".postgres", ".postgresql", ".sqlite", ".sqlite3", ".mssql",
		".sqlserver", ".oracle", ".db2", ".h2", ".hsqldb", ".derby", ".firebird", ".config"}
}

// Takes implements [parse.Picker]: a file is a script if one of its lines begins a statement. Scripts
// are called .config where a web server must not hand them out; what begins with a bracket is none of
// these.
func (systemScripts) Takes(src parse.Source) bool {
	text := strings.TrimLeft(src.Text, "\ufeff \t\r\n")
	if text == "" || strings.EqualFold(path.Ext(src.Path), ".config") && strings.IndexByte("<{[", text[0]) >= 0 {
		return false
	}
	for line := range strings.Lines(src.Text) {
		if beginsStatement(strings.Fields(strings.ToLower(line[:min(len(line), maxHead)]))) {
			return true
		}
	}
	return false
}

// maxHead is how much of a line is looked at.
const maxHead = 200

var (
	definedWords = set("table view index function procedure trigger sequence type schema database")
	betweenWords = set("or replace global local temporary temp unique unlogged materialized force")
)

// beginsStatement reports whether these words, in lower case, begin a statement that defines
// something or changes rows.
func beginsStatement(words []string) bool {
	if len(words) < 3 {
		return false
	}
	switch words[0] {
	case "create", "alter", "drop":
		i := 1
		for i < len(words)-1 && betweenWords.has(words[i]) {
			i++
		}
		return definedWords.has(words[i])
	case "insert":
		return words[1] == "into"
	case "delete":
		return words[1] == "from"
	}
	return words[0] == "update" && words[2] == "set"
}

// Facts reads one script. It needs no parser.
//
// Time and memory grow with the tokens. A body in a string is read once more, at most
// three one in the other.
func (language) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	text := withoutTemplate(withoutTokens(src.Text))
	d := Detect(text)
	f := &parse.Facts{Path: src.Path, Language: "sql", Text: src.Text, Module: homes[d],
		Dialect: d.String(), Test: sqltext.IsTest(src.Path)}
	whole := parse.Range{End: uint32(len(src.Text))}
	f.Definitions = append(f.Definitions, parse.Definition{Kind: graph.KindFile,
		Name: path.Base(src.Path), Symbol: "<module>", Parent: -1,
		Range: whole, Body: whole})
	s := &script{text: text, dialect: d, facts: f, inner: -1}
	if src.Columns {
		s.columns = newColumns()
	}
	s.read()
	return f, nil
}

// tokens are what DotNetNuke puts the schema, with a dot, and the prefix of names in for.
var tokens = []string{"{databaseOwner}", "{objectQualifier}"}

// withoutTokens writes blanks for these tokens, before the bracket of a name that one is in, and
// underscores within names, so that all else is where it was.
//
//	{databaseOwner}{objectQualifier}Orders, {databaseOwner}[{objectQualifier}Orders]    Orders, [Orders]
func withoutTokens(text string) string {
	for _, token := range tokens {
		if !strings.Contains(text, token) {
			continue
		}
		blank := strings.Repeat(" ", len(token))
		text = strings.ReplaceAll(text, "["+token, blank+"[")
		var b strings.Builder
		for at, part := range strings.Split(text, token) {
			soFar := b.String()
			switch {
			case at == 0:
			case soFar != "" && isWordByte(soFar[len(soFar)-1]):
				b.WriteString(strings.Repeat("_", len(token)))
			default:
				b.WriteString(blank)
			}
			b.WriteString(part)
		}
		text = b.String()
	}
	return text
}

// homes names the schema that objects without one belong to in each dialect.
var homes = [numDialects]string{TSQL: "dbo", PostgreSQL: "public"}

// isTest reports whether a procedure is a test by the rule of tSQLt: its name
// begins with "test".
func (s *script) isTest(name string) bool {
	return len(name) > 4 && strings.EqualFold(name[:4], "test") &&
		(name[4] == ' ' || name[4] == '_' || name[4] >= 'A' && name[4] <= 'Z')
}
