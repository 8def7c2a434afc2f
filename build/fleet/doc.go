// Package fleet joins the indexes of several repositories into one linked index, without their
// sources: one that all commands read as any other.
//
//	link.go      the whole: open, merge, join, write
//	member.go    the indexes that are joined, and their names
//	groups.go    groups of readers of the linked index
//	compact.go   external symbols that nothing refers to any more are left out
//	merge.go     one graph of many: linked ids, paths and groups of readers
//	joins.go     the edges between repositories, with their evidence
//	symbols.go   external symbols meet the definitions of other repositories
//	overrides.go members of types override those of bases in other repositories
//	manifests.go which repository declares a package, and which requires it
//	requests.go  requests meet routes
//	topics.go    clients of services meet them, messages those that handle them
//	events.go    messages of a bus that is a repository of its own
//	tables.go    tables that one repository uses and another one declares
//	settings.go  settings that one repository reads and another one sets
//
// A join never guesses silently: a reference with several candidates stays a list, each edge among
// as many candidates, and a join by name only has the tier heuristic. The result depends on
// the indexes alone, not on the order in which they are given.
package fleet
