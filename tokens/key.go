package tokens

// wholeMark begins the key of an identifier as it is written: "=getbyid". A key without
// it is that of a part of identifiers, a word of prose, or an identifier of one part.
const wholeMark = '='

// DocsMark begins the keys of the terms of documents, which no search for code meets. Alone it is the
// key of the list of their nodes.
const DocsMark = "\x01"

// AppendKey appends the key under which an index has a term.
func AppendKey(b, term []byte, kind TermKind) []byte {
	if kind&Part == 0 {
		b = append(b, wholeMark)
	}
	return append(b, term...)
}

// Key returns the key under which an index has the term.
func (t Term) Key() string { return string(AppendKey(nil, []byte(t.Text), t.Kind)) }
