package questions

import "seedgraph/query/answer/names"

// A Question is a question that is answered in one call.
type Question struct {
	Name    string    // name of the command
	Of      string    // placeholder of the argument: TABLE, ID, …
	Answers string    // the content of the answer, after "List"
	Nothing string    // message if there are no rows, before the names in the query
	Whether string    // and if that is unknown; empty if it always is known
	Use     names.Use // selects among several referents of a name
	Find    func(Index, []uint32) (*Answer, error)
}

// All lists the questions about definitions.
var All = []Question{
	{"writers", "TABLE", "the writers of a table, and the entry points that reach them",
		"nothing writes", "", names.MappedToTable, Writers},
	{"readers", "TABLE", "the readers of a table, and the entry points that reach them",
		"nothing reads", "", names.MappedToTable, Readers},
	{"tests", "ID", "the tests that execute a definition, nearest first",
		"no test executes", "whether a test executes", names.Run, Tests},
	{"handlers", "MESSAGE", "the handlers of a message, event, signal, command or route",
		"nothing handles", "", names.Handled, Handlers},
	{"senders", "MESSAGE", "the senders and publishers of a message",
		"nothing sends", "", names.Sent, Senders},
	{"requests", "ROUTE", "the pages, clients and tests that request a route",
		"nothing requests", "", names.Requested, Requests},
	{"changes", "TABLE", "the migrations and scripts that changed a table, latest first",
		"no migration changes", "", names.MappedToTable, Changes},
	{"hierarchy", "TYPE", "the supertypes, subtypes and overrides of a definition",
		"nothing extends, implements or overrides", "", names.Derived, Hierarchy},
}
