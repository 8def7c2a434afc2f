// Package graphbuild makes one graph of what the files of a tree define and what
// the names in them mean. Which definition a name means is found by package
// resolve; graphbuild knows no language.
//
// The phases, each in a file of its own:
//
//	texts.go     the texts of each definition: whole, skeleton, parts  (per file, parallel)
//	build.go     the order of the phases
//	collect.go   definitions -> nodes with canonical ids, twins told apart
//	edges.go     bindings and structure -> edges, each triple once
//	report.go    references that made no edge -> counts and reports
package graphbuild
