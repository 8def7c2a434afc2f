// Package graphbuild makes one graph of the definitions in the files of a tree and the
// referents of the names in them. Package resolve finds the referents; graphbuild is
// independent of languages.
//
// The phases, each in a separate file:
//
//	texts.go     the texts of each definition: whole, skeleton, parts  (per file, parallel)
//	build.go     the order of the phases
//	collect.go   definitions -> nodes with canonical ids, redeclarations distinguished
//	edges.go     bindings and structure -> deduplicated edges
//	report.go    references without an edge -> counts and reports
package graphbuild
