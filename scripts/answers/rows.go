package main

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A row is one result in an answer.
type row struct {
	text   string
	places []place
}

var (
	// rowLine matches a line that begins with a handle; a row of a subtype is indented more.
	rowLine = regexp.MustCompile(`^( *)[a-z2-7]{10}  (.*)$`)
	// stated matches the place of a row: lines are a list that may be truncated. Rows
	// below the path of their file have only lines.
	stated = regexp.MustCompile(`^(.*):(\d+(?:,\d+)*)(?: and \d+ more)?$`)
	// headLine matches a line that may be the path of a file with rows below it.
	headLine = regexp.MustCompile(`^ {0,2}(\S.*)$`)
	// goesOn matches a continuation line for the definition above it.
	goesOn = regexp.MustCompile(`^ {4,6}(:\d+)(?:  .*)?$`)
	// edgeLine matches an edge of a path, from the node above to the node below or, against
	// it, from the node below.
	edgeLine = regexp.MustCompile(`^    (->|<-) \w+ \(.*\bline (\d+)\)$`)
	// alsoStated matches the places that set and read a setting.
	alsoStated = regexp.MustCompile(`^(?:set|read) in (.+?)(?: \+ \d+ more)?$`)
)

// deepest is the maximum indentation of rows; source below them is indented more. Only
// subtypes are indented more, and have no source.
const deepest = 4

// rowsOf returns the rows of the standard output of a command.
func rowsOf(command, output string) []row {
	var nodes []row // including nodes without places
	next := 0       // line in the file of the next node, stated by the edge above it
	file := ""      // of the rows that follow, if they do not state one
	below := false  // the last row is such a row
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if m := edgeLine.FindStringSubmatch(line); m != nil && command == "path" {
			if number, _ := strconv.Atoi(m[2]); m[1] == "<-" {
				next = number
			} else if len(nodes) > 0 {
				nodes[len(nodes)-1].add(number)
			}
			continue
		}
		m := rowLine.FindStringSubmatch(line)
		if m == nil || len(m[1]) > deepest && command != "hierarchy" {
			if m := goesOn.FindStringSubmatch(line); m != nil && below {
				last := &nodes[len(nodes)-1]
				last.places = append(last.places, readStated(m[1], file)...)
			} else if m := headLine.FindStringSubmatch(line); m != nil {
				file = m[1]
			}
			continue
		}
		columns := strings.Split(m[2], "  ")
		nodes = append(nodes, row{strings.TrimSpace(line), placesOf(command, columns, file)})
		below = len(columns) > 1 && strings.HasPrefix(columns[1], ":")
		if next > 0 {
			nodes[len(nodes)-1].add(next)
			next = 0
		}
	}
	return slices.DeleteFunc(nodes, func(r row) bool { return len(r.places) == 0 })
}

// add adds a line in the file of a row.
func (r *row) add(line int) {
	if len(r.places) > 0 {
		r.places = append(r.places, place{r.places[0].path, line})
	}
}

// placesOf parses the columns of a row after the handle: name, place and more. The
// place may be only a line of the file above the row.
func placesOf(command string, columns []string, file string) []place {
	if len(columns) < 2 {
		return nil
	}
	places := readStated(columns[1], file)
	if command == "list" {
		for _, column := range columns[2:] {
			if m := alsoStated.FindStringSubmatch(column); m != nil {
				for part := range strings.SplitSeq(m[1], ", ") {
					places = append(places, readStated(part, file)...)
				}
			}
		}
	}
	return places
}

// readStated parses PATH:LINE,LINE, or :LINE,LINE in a file.
func readStated(text, file string) []place {
	m := stated.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	var places []place
	for number := range strings.SplitSeq(m[2], ",") {
		line, _ := strconv.Atoi(number)
		places = append(places, place{cmp.Or(m[1], file), line})
	}
	return places
}

// verdictOf returns the verdict in the first line of path: yes, no or unknown,
// or empty.
func verdictOf(output string) string {
	first, _, _ := strings.Cut(output, "\n")
	switch {
	case strings.Contains(first, " does not reach "), strings.HasSuffix(first, " do not meet"):
		if openEnds.MatchString(first) {
			return "unknown"
		}
		return "no"
	case strings.Contains(first, " reaches "), strings.Contains(first, " contains "):
		return "yes"
	}
	return ""
}

// openEnds matches the reason why a path that is not found is unknown.
var openEnds = regexp.MustCompile(`; \d+ open ends? on the way: `)
