package artifacts

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"seedgraph/graph"
)

// This file writes the output of Options.Bodies: a file for each text of the SQL bundle,
// and the SQL statements in strings; see FORMAT.md, section "Bodies".

// bodyDir is the folder of the body files, within the SQL bundle.
const bodyDir = "docs/bodies"

// maxBodyName bounds the length of a file name in bytes, without its extension.
const maxBodyName = 120

// A bodyFiles holds the names of the files written so far.
type bodyFiles map[string]bool // keys are in lower case

// writeBody writes the body of a named object and returns the path of its file, or "" if
// no bodies are requested. Files have no access rules, so only public nodes get one. A
// name that is taken, or too long for some file systems, gets the handle as a suffix.
func (b *build) writeBody(name, ext, text string, n *graph.Node) (string, error) {
	if !b.opts.Bodies || text == "" || !n.Access.IsPublic() {
		return "", nil
	}
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' {
			return r
		}
		return '_'
	}, name)
	if len(name) > maxBodyName {
		name = strings.ToValidUTF8(name[:maxBodyName], "")
	}
	if b.bodies == nil {
		b.bodies = bodyFiles{}
		if err := os.MkdirAll(b.path(sqlDir+"/"+bodyDir), 0o777); err != nil {
			return "", err
		}
	}
	file := name + ext
	for i := 0; b.bodies[strings.ToLower(file)] || len(name) >= maxBodyName && i == 0; i++ {
		file = name + "." + n.ID.Handle() + ext
		if i > 0 {
			file = name + "." + n.ID.Handle() + "_" + strconv.Itoa(i+1) + ext
		}
	}
	b.bodies[strings.ToLower(file)] = true
	file = bodyDir + "/" + file
	return file, os.WriteFile(b.path(sqlDir+"/"+file), []byte(text), 0o666)
}

// objectBody writes the body of a database object.
func (b *build) objectBody(n *graph.Node) (string, error) {
	var text strings.Builder
	for _, p := range n.Parts {
		text.WriteString(p.Text)
	}
	return b.writeBody(fmt.Sprintf("%s.%s.%s", n.Schema, n.Short, n.Kind), ".sql", text.String(), n)
}

// standInFile writes the body of an entity or a migration in code; other stand-ins have
// no body file.
func (b *build) standInFile(s standIn, text string) (string, error) {
	n := &b.g.Nodes[s.nodes[0]]
	prefix := map[string]string{kindEntity: "Poco.", kindMigration: "Migration."}[s.kind]
	if prefix == "" {
		return "", nil
	}
	return b.writeBody(prefix+n.Name+"."+s.kind, "."+fileType(n), text, n)
}

// kindInline is the kind of SQL statements in strings.
const kindInline = "InlineSQL"

// An inlineRow is an SQL statement in a string, with its key.
type inlineRow struct {
	*graph.InlineText
	node *graph.Node
	key  string
}

// inlineRows lists the SQL statements in strings. A statement is left out if other
// definitions contribute to it whose access differs from the row.
//
// As in RoslynIndexer, the key is the name of the method. If a method has several
// statements, all but the first have their line as a suffix.
func (b *build) inlineRows() []inlineRow {
	var out []inlineRow
	keys := map[string]int{}
	for i := range b.g.Inline {
		x := &b.g.Inline[i]
		at, ok := b.lookup(x.Node)
		if !ok || !b.sameReaders(&b.g.Nodes[at], x.By) {
			continue
		}
		row := inlineRow{x, &b.g.Nodes[at], standInName(&b.g.Nodes[at])}
		if keys[row.key]++; keys[row.key] > 1 {
			row.key += ":L" + strconv.Itoa(int(x.Line))
			if keys[row.key]++; keys[row.key] > 1 {
				row.key += "_" + strconv.Itoa(keys[row.key])
			}
		}
		out = append(out, row)
	}
	return out
}

// sameReaders reports whether all of these definitions have the same access as n.
func (b *build) sameReaders(n *graph.Node, by []graph.NodeID) bool {
	for _, id := range by {
		at, ok := b.lookup(id)
		if !ok || !reflect.DeepEqual(b.g.Nodes[at].Access, n.Access) {
			return false
		}
	}
	return true
}

// inlineBody builds the line of an SQL statement in a string.
func (b *build) inlineBody(l *jsonLine, x *inlineRow) error {
	n := x.node
	file, err := b.writeBody(fmt.Sprintf("InlineSql.%s.L%d", standInName(n), x.Line), ".sql",
		x.Text, n)
	if err != nil {
		return err
	}
	l.begin(bodyColumns)
	l.str("key", x.key)
	l.str("kind", kindInline)
	l.str("schema", "")
	l.str("name", n.Short)
	l.str("domain", "code")
	l.str("file", n.Path)
	l.str("body", x.Text)
	l.str("data_type", string(graph.Database))
	l.str("file_type", "sql")
	access(l, &n.Access)
	l.list("node_ids", []string{string(n.ID)})
	l.str("methodFullName", standInName(n))
	l.str("bodyOrigin", x.Origin.String())
	l.str("namespace", n.Module)
	l.str("typeFullName", strings.TrimSuffix(standInName(n), "."+n.Short))
	l.str("relativePath", n.Path)
	l.num("lineNumber", int(x.Line))
	l.optStr("bodyPath", file)
	l.str("language", n.Language)
	l.num("start_line", int(x.Line))
	l.end()
	return nil
}

// inlineMetadata builds the line of unified_metadata.jsonl for an SQL statement in a
// string.
func inlineMetadata(l *jsonLine, row int, x *inlineRow) {
	l.begin(metadataColumns)
	l.num("row_id", row)
	l.str("node_key", x.key)
	l.str("node_id", string(x.node.ID))
	l.str("data_type", string(graph.Database))
	l.str("kind", kindInline)
	l.str("name", x.node.Name)
	l.str("path", x.node.Path)
	l.num("start_line", int(x.Line))
	l.num("end_line", int(x.Line))
	l.str("language", x.node.Language)
	access(l, &x.node.Access)
	l.end()
	l.b = append(l.b, '\n')
}
