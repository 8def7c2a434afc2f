package questions

import "seedgraph/query/answer/names"

// A Question is one that is answered in one call.
type Question struct {
	Name    string    // of the command
	Of      string    // the argument: TABLE, ID, …
	Answers string    // what the answer lists, after "List"
	Nothing string    // says that it has no rows, before the names asked about
	Use     names.Use // decides among the meanings of a name
	Find    func(Index, []uint32) (*Answer, error)
}

// All lists the questions about definitions.
var All = []Question{
	{"writers", "TABLE", "what writes a table, and the entry points that reach it",
		"nothing writes", names.Stored, Writers},
	{"readers", "TABLE", "what reads a table, and the entry points that reach it",
		"nothing reads", names.Stored, Readers},
	{"tests", "ID", "the tests that execute a definition, nearest first",
		"no test executes", names.Run, Tests},
	{"handlers", "MESSAGE", "what handles a message, event, signal, command or route",
		"nothing handles", names.Handled, Handlers},
	{"senders", "MESSAGE", "what sends or publishes a message",
		"nothing sends", names.Sent, Senders},
	{"requests", "ROUTE", "the pages, clients and tests that request a route",
		"nothing requests", names.Requested, Requests},
	{"changes", "TABLE", "the migrations and scripts that changed a table, last first",
		"no migration changes", names.Stored, Changes},
	{"hierarchy", "TYPE", "what extends, implements or overrides a definition",
		"nothing extends, implements or overrides", names.Derived, Hierarchy},
}
