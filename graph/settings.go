package graph

// A SettingsFile is the node of a file that sets keys, with its settings. A build
// passes it to the writer of artifacts, which stores it as edges.
type SettingsFile struct {
	Node     uint32
	Settings []Setting // in source order
}

// A Setting is a line of a file that sets or declares a key.
type Setting struct {
	Key    string   // as spelled in the file
	Path   []string // the objects and lists that enclose the key, outermost first
	Space  string   // the namespace of the key
	Line   uint32
	Value  string   // of a number, a boolean or null; otherwise empty
	Secret bool     // its name suggests that the value is a secret
	Masked bool     // and the file contains a value
	Unset  bool     // the line declares the key without a value
	Uses   []string // variables that the value refers to
	Nodes  []uint32 // the keys that the line sets or declares
}
