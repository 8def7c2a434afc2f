package sql

import (
	"strings"
)

// markedSchema returns the length of a schema placeholder of a script runner at a
// position, or 0: it precedes the name of a table. A variable of T-SQL is followed
// by a method there.
//
//	CREATE TABLE @cdm.person (…)    DELETE FROM @cdm.person    but not FROM @doc.nodes('/a')
func markedSchema(text string, at int) int {
	n := at + 1
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	if n == at+1 || text[n-1] == '@' || text[at+1] == '@' || n+1 >= len(text) || text[n] != '.' ||
		bytesOf[text[n+1]] != cWord {
		return 0
	}
	end := n + 1
	for end < len(text) && isWordByte(text[end]) {
		end++
	}
	before := strings.TrimRight(text[max(0, at-maxSpace):at], " \t\r\n")
	from := len(before)
	for from > 0 && isWordByte(before[from-1]) {
		from--
	}
	called := end < len(text) && text[end] == '('
	switch strings.ToLower(before[from:]) {
	case "table", "view", "into", "references", "exists":
		return n - at
	case "from", "join", "update":
		if !called {
			return n - at
		}
	case "on":
		if strings.HasPrefix(strings.TrimLeft(text[end:], " \t\r\n"), "(") && !called {
			return n - at
		}
	}
	return 0
}

// maxSpace bounds the search before a mark for the word that it follows.
const maxSpace = 40

// isHashComment reports whether the # at a position begins a comment of MySQL, and
// can have no meaning in another system: it begins its line, and a blank follows.
//
//	# Rename the orders
func isHashComment(text string, at int) bool {
	return startsLine(text, at) && (at+1 == len(text) || bytesOf[text[at+1]] == cSpace || text[at+1] == '#')
}
