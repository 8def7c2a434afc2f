// Package fleet joins the indexes of several repositories into one linked index, without their sources: one that
// all commands read as any other.
//
//	link.go      the whole: open, exchange, join, assemble
//	index.go     the indexes that are joined, and their names
//	groups.go    groups of readers of the linked index
//	boundary.go  what an index has that others may be joined with, as fragments by key
//	boundarysymbols.go that of the symbols of one family of languages
//	fragment.go  fragments as text, for machines that exchange them
//	joins.go     the edges between repositories, with their evidence
//	found.go     what joins change in each index, and its place in the linked one
//	merge.go     one graph of many: linked ids, paths and groups of readers
//	compact.go   external symbols that nothing refers to any more are left out
//	symbols.go   external symbols meet the definitions of other repositories
//	overrides.go members of types override those of bases in other repositories
//	manifests.go which repository declares a package, and which requires it
//	requests.go  requests meet routes
//	topics.go    clients of services meet them, messages those that handle them
//	events.go    messages of a bus that is a repository of its own
//	tables.go    tables that one repository uses and another one declares
//	settings.go  settings that one repository reads and another one sets
//
// Link is
//
//	Open, Rename, Needs  of each index alone
//	Share                of all Needs
//	Fragments            of each index alone
//	Join                 of each key alone
//	Assemble             of all
//
// in one process; the module fleet runs the same functions on several machines.
//
// A join never guesses silently: a reference with several candidates stays a list, each edge among as many
// candidates, and a join by name only has the tier heuristic. The result depends on the indexes alone, not on the
// order in which they are given.
package fleet
