// Package questions answers the questions that precede a change, each in one call: who
// writes a table, which tests execute a definition, who handles or sends a message, who
// requests a route, which types extend a type, which migrations changed an object.
//
// An [Answer] is a list of rows in groups. A [Row] is a definition, the edge that makes
// it part of the answer, and the source line of that edge as evidence. [Answer.Lines]
// fits the rows into a budget of tokens: a group that does not fit is summarized by file,
// never cut.
//
// Every question takes time in proportion to the edges that it reads; writers, readers
// and tests read the edges of all nodes from which the definition is reachable.
package questions
