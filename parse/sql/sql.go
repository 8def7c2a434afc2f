// Package sql reads SQL scripts: their definitions, and the objects that each
// definition reads, writes, executes and refers to.
//
// It does not use a grammar. A [lexer] splits the text into tokens, with the
// strings, quoted names, comments and client commands of each [Dialect]; a
// [reader] walks over them statement by statement and parses only constructs that
// can contain the name of an object. Everything else is skipped, so a broken
// statement does not affect others.
//
//   - A script is a file; a batch, in T-SQL, the statements between two GOs.
//   - A definition is CREATE (or ALTER) of a table, view, procedure, function,
//     trigger, type, sequence or synonym. It owns the references in it.
//   - A run is the statements between two definitions of a script. One that
//     refers to something becomes a definition of kind BATCH.
//   - A source is an entry of FROM. The target of UPDATE and DELETE is the table its
//     alias refers to there.
//
// There are no references to anything but objects of the database: not to named
// queries of WITH, temporary tables, variables, inserted and deleted, or the
// built-in tables and functions. References in strings that are run as code are
// marked Dynamic.
//
// Facts.Module is the default schema; it is empty if the dialect is unknown or has
// none. The search_path of PostgreSQL is represented by Imports: a schema whose
// names are visible (All) within Scope, or in the function Def.
package sql

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/testpath"
)

// Languages returns the front end of SQL.
func Languages() []parse.Language { return []parse.Language{language{}, systemScripts{}} }

type language struct{}

func (language) Name() string { return "sql" }

// Extensions includes the endings of scripts that exist once per database system.
func (language) Extensions() []string {
	return []string{".sql", ".sql.in", ".pgsql", ".psql", ".plsql", ".tsql", ".ddl", ".prc", ".viw",
		".tab", ".trg", ".fnc", ".udf", ".pks", ".pkb", ".pck", ".pls", ".plb", ".spc", ".bdy", ".hql", ".tps", ".tpb", ".vw", ".sql.mysql", ".sql.mariadb", ".sql.postgres",
		".sql.postgresql", ".sql.pgsql", ".sql.sqlite", ".sql.sqlite3", ".sql.mssql", ".sql.oracle",
		".sql.h2", ".sql.db2", ".sqldataprovider"}
}

// systemScripts is the front end of scripts whose names end in their database
// system. Other files have these endings, too.
//
//	create_tables.mysql, 2_2-3_0.sqlite    Dockerfile.mysql, shop.sqlite
type systemScripts struct{ language }

// Extensions implements [parse.Language].
func (systemScripts) Extensions() []string {
	return []string{".mysql", ".mariadb", ".postgres", ".postgresql", ".sqlite", ".sqlite3", ".mssql",
		".sqlserver", ".oracle", ".db2", ".h2", ".hsqldb", ".derby", ".firebird", ".config"}
}

// Takes implements [parse.Picker]: a file is a script if one of its lines begins a
// statement. Scripts are called .config where a web server must not serve them;
// files that begin with a bracket are not scripts.
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

// maxHead is the examined length of a line.
const maxHead = 200

var (
	definedWords = set("table view index function procedure trigger sequence type schema database")
	betweenWords = set("or replace global local temporary temp unique unlogged materialized force")
)

// beginsStatement reports whether these words, in lower case, begin a statement
// that defines something or modifies rows.
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
// Time and memory are linear in the tokens. A body in a string is read once more,
// up to three levels deep.
func (language) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	text := withoutTemplate(withoutTokens(src.Text))
	d := Detect(text)
	f := &parse.Facts{Path: src.Path, Language: "sql", Text: src.Text, Module: homes[d],
		Dialect: d.String(), Test: testpath.Is("sql", src.Path)}
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

// tokens are the placeholders of DotNetNuke for the schema, including a dot, and
// for the prefix of names.
var tokens = []string{"{databaseOwner}", "{objectQualifier}"}

// withoutTokens replaces these tokens by blanks, before the bracket of a name that
// contains one, and by underscores within names, so that all other text keeps its
// position.
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

// homes are the default schemas of the dialects.
var homes = [numDialects]string{TSQL: "dbo", PostgreSQL: "public"}

// isTest reports whether a procedure is a test by the rule of tSQLt: its name
// begins with "test".
func (s *script) isTest(name string) bool {
	return len(name) > 4 && strings.EqualFold(name[:4], "test") &&
		(name[4] == ' ' || name[4] == '_' || name[4] >= 'A' && name[4] <= 'Z')
}
