package graph

// A SettingsFile is the node of a file that sets keys, with what the file says of each. A
// build hands it to the writer of artifacts; stored are its edges.
type SettingsFile struct {
	Node     uint32
	Settings []Setting // in source order
}

// A Setting is a line of a file that sets a key.
type Setting struct {
	Key    string   // as the file spells it
	Path   []string // its parts: objects and lists that the key is in, outermost first
	Space  string   // what it is a name in
	Line   uint32
	Value  string   // of a number, a truth value or null; else empty
	Secret bool     // its name says that the value is one
	Masked bool     // and the file has a value there
	Unset  bool     // the line declares the key without a value
	Uses   []string // variables that the value refers to
	Nodes  []uint32 // the keys that the line sets or declares
}
