package resolve

import (
	"strings"

	"seedgraph/parse"
)

// objectWords are the words of SQL behind which the name of an object is.
var objectWords = WordSet("FROM JOIN INTO UPDATE TABLE MERGE EXEC EXECUTE CALL")

// maxBefore bounds the text that is looked at before a name.
const maxBefore = 200

// namesObject reports whether what follows a text is the name of an object, or goes on with
// one. Names may be cut by what is put in: the word that tells is looked for before all bytes
// that names have, brackets, quotes and holes included.
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
	if len(head) == i { // no blank: the word goes on
		return false
	}
	return objectWords[strings.ToUpper(head[strings.LastIndexAny(head, " \t\r\n(;{")+1:])]
}

// isNameByte reports whether a byte may be in the written name of an object: [a].[{}_b].
func isNameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80 ||
		strings.IndexByte("._$#[]{}`\"", c) >= 0
}

// objectNames lists the names among the parts of a string that are in the place of an object.
// Templates that are filled are not among them: what they become is known once they are.
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
		case p.At != 0 && p.Fill == nil && namesObject(before.String()):
			out = append(out, p.Text)
		}
		before.WriteString(Hole)
	}
	return out
}

// statementParams keeps the parameters among expanded segments that name objects; of the
// others it is not known what they are. ok is false where none is left.
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
