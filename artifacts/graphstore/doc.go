// Package graphstore writes the graph store of artifacts with badger, with the same bytes
// for the same keys and values. Package tables reads it. The two are separate packages
// because otherwise badger, with all its dependencies, would be part of every program
// that reads artifacts.
package graphstore
