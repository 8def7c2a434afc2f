// Package section replaces the section of a Markdown file that a program maintains,
// between two marks. It also contains the guide for agents, which is part of the
// section that seedgraph maintains.
package section

import "strings"

// Marks are the lines around a section.
type Marks struct{ Begin, End string }

// Agents are the marks of the section for agents.
var Agents = MarksOf("seedgraph")

// MarksOf returns the marks of a section by its name.
func MarksOf(name string) Marks {
	return Marks{"<!-- " + name + ": begin -->", "<!-- " + name + ": end -->"}
}

// Guide explains to agents which tool and command answers which question.
const Guide = `## Finding your way in this code

An index of this tree is in ` + "`.seedgraph`" + `; ` + "`indexer build --config seedgraph.yaml`" + ` brings it up to date. Ask it before
reading files: the tools of the MCP server ` + "`seedgraph`" + `, or the command ` + "`query`" + `.

| question | tool | command |
|---|---|---|
| Where is this handled? | search_nodes | ` + "`query search \"words of it\"`" + ` |
| Which lines contain this text? | grep | ` + "`query grep TEXT`" + ` |
| What do I need to read for this task? | query_context | ` + "`query context \"the task\" -b 4000`" + ` |
| What is this, who calls it, what does it read and write? | get_node_info | ` + "`query show NAME`" + ` |
| Who calls it, what does it call? | find_callers, find_callees | ` + "`query callers NAME`" + ` |
| What breaks if I change this? | impact | ` + "`query impact NAME`" + ` |
| Which tests execute it? | find_tests | ` + "`query tests NAME`" + ` |
| Who writes, who reads this table, from which entry points? | find_writers, find_readers | ` + "`query writers TABLE`" + ` |
| Which migrations changed it? | changes | ` + "`query changes TABLE`" + ` |
| Who handles, who sends this message or signal? | find_handlers, find_senders | ` + "`query handlers NAME`" + ` |
| Which pages and clients request this route? | find_requests | ` + "`query requests ROUTE`" + ` |
| What extends or implements this? | hierarchy | ` + "`query hierarchy TYPE`" + ` |
| How does A reach B? | path | ` + "`query path A B`" + ` |
| What is in this tree? | map, list | ` + "`query map`" + ` |
| Give me the source | fetch | ` + "`query fetch HANDLE --full`" + ` |

Every row of an answer begins with a handle, which all commands take. Names (` + "`OrderService.Place`" + `) and
` + "`path:line`" + ` work, too. Budgets are hard limits in tokens. After a change, rebuild the index.
`

// Wrap puts the marks around the text of a section.
func (m Marks) Wrap(text string) string {
	return m.Begin + "\n" + strings.TrimRight(text, "\n") + "\n" + m.End + "\n"
}

// Replace returns file with its section replaced by text, or with the section at its end if it
// has none.
func (m Marks) Replace(file, text string) string {
	begin, end := strings.Index(file, m.Begin), strings.Index(file, m.End)
	switch {
	case begin >= 0 && end > begin:
		return file[:begin] + m.Wrap(text) + strings.TrimPrefix(file[end+len(m.End):], "\n")
	case strings.TrimSpace(file) == "":
		return m.Wrap(text)
	}
	return strings.TrimRight(file, "\n") + "\n\n" + m.Wrap(text)
}
