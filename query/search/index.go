package search

import (
	"seedgraph/graph"
	"seedgraph/tokens"
)

// Frequencies are the frequencies of a term in each field of a node.
type Frequencies = [tokens.NumFields]uint32

// Postings enumerates the nodes that contain a term, by number.
type Postings interface {
	Len() int // of the whole list
	Next() (node uint32, freq *Frequencies, ok bool)
	Err() error // the error that ended the enumeration, if any
}

// An Index provides the data of a search. Nodes are identified by number.
type Index interface {
	NumNodes() uint32
	Postings(term string) (Postings, error)
	// Terms calls f for the terms with the given prefix and the number of nodes that have
	// each, in ascending order, until f returns false.
	Terms(prefix string, f func(term string, nodes int) bool) error
	// FieldLengths returns the number of terms in each field of each node: the length of
	// field f of node n is at n*NumFields+f.
	FieldLengths() ([]uint16, error)
	Node(n uint32) (*graph.Node, error)
	// FileNodes lists the nodes of a file.
	FileNodes(path string) ([]uint32, error)
	// Named lists the nodes whose name ends with the given last part, ignoring case, by
	// number.
	Named(last string) ([]uint32, error)
}
