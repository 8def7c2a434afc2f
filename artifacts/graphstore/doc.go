// Package graphstore writes the graph store of artifacts with badger, the same bytes for the same
// keys and values. Package tables reads what it writes; it is alone in a package because
// badger, and all that badger is made of, would else be part of every program that reads.
package graphstore
