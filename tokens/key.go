package tokens

// wholeMark begins the key of an identifier as written: "=getbyid". A key without it is
// that of a part of an identifier, a word of prose, or an identifier of one part.
const wholeMark = '='

// DocsMark begins the keys of the terms of documents, which a search for code never
// uses. By itself it is the key of the list of their nodes.
const DocsMark = "\x01"

// AppendKey appends the key of a term in an index.
func AppendKey(b, term []byte, kind TermKind) []byte {
	if kind&Part == 0 {
		b = append(b, wholeMark)
	}
	return append(b, term...)
}

// Key returns the key of the term in an index.
func (t Term) Key() string { return string(AppendKey(nil, []byte(t.Text), t.Kind)) }
