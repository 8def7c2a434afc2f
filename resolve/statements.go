package resolve

import (
	"strings"

	"seedgraph/parse"
)

// objectWords are the SQL keywords that precede the name of an object.
var objectWords = WordSet("FROM JOIN INTO UPDATE TABLE MERGE EXEC EXECUTE CALL")

// maxBefore bounds the text that is searched before a name.
const maxBefore = 200

// namesObject reports whether the text after before is the name of an object, or
// continues one. Inserted values may split names, so the keyword is searched before all
// bytes that may occur in names, including brackets, quotes and holes.
//
//	SELECT * FROM [sales].[
func namesObject(before string) bool {
	if len(before) > maxBefore {
		before = before[len(before)-maxBefore:]
	}
	i := len(before)
	for i > 0 && isNameByte(before[i-1]) {
		i--
	}
	head := strings.TrimRight(before[:i], " \t\r\n")
	if len(head) == i { // no blank: the word continues
		return false
	}
	return objectWords[strings.ToUpper(head[strings.LastIndexAny(head, " \t\r\n(;{")+1:])]
}

// isNameByte reports whether a byte may occur in a written object name: [a].[{}_b].
func isNameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80 ||
		strings.IndexByte("._$#[]{}`\"", c) >= 0
}

// objectNames lists the names among the parts of a string that are in the position of an
// object. Templates with arguments are left out: their result is known once they are
// filled.
//
//	$"SELECT {columns} FROM {table} WHERE {by} = @id"    // table
func objectNames(e *parse.Embedded) []string {
	var out []string
	var before strings.Builder
	for _, p := range e.Parts {
		switch {
		case p.At == 0 && p.Text != "":
			before.WriteString(p.Text)
			continue
		case p.At != 0 && p.Args == nil && namesObject(before.String()):
			out = append(out, p.Text)
		}
		before.WriteString(Hole)
	}
	return out
}

// statementParams keeps the parameters among expanded segments that name objects; others
// become holes. ok is false if no parameter is kept.
//
//	void Close(string table, int id) { Run($"UPDATE {table} SET open = 0 WHERE id = {id}"); }
func statementParams(segments []Segment) (out []Segment, ok bool) {
	var before strings.Builder
	for _, s := range segments {
		switch {
		case s.Def == None:
			before.WriteString(s.text)
			out = append(out, s)
			continue
		case namesObject(before.String()):
			out, ok = append(out, s), true
		default:
			out = append(out, HoleSegment)
		}
		before.WriteString(Hole)
	}
	return out, ok
}
