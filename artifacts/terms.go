package artifacts

import "seedgraph/tokens"

// wholeMark begins the key of an identifier of several parts, as written in
// lower case: "=getbyid". What stands without it is a part of identifiers, a word
// of prose, or an identifier of one part.
const wholeMark = '='

// appendTermKey appends the key under which Postings has a term.
func appendTermKey(b, term []byte, kind tokens.TermKind) []byte {
	if kind&tokens.Part == 0 {
		b = append(b, wholeMark)
	}
	return append(b, term...)
}

// keepsStops reports whether stop words count in field f: they do in names.
func keepsStops(f tokens.Field) bool { return f <= tokens.FieldQualified }
