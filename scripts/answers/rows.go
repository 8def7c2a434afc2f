package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A row is one result that an answer states.
type row struct {
	text   string
	places []place
}

var (
	// rowLine matches a line that begins with a handle; a row of a subtype is indented more.
	rowLine = regexp.MustCompile(`^( *)[a-z2-7]{10}  (.*)$`)
	// stated matches the place of a row: lines of callers are a list that may be cut.
	stated = regexp.MustCompile(`^(.+):(\d+(?:,\d+)*)(?: and \d+ more)?$`)
	// edgeLine matches an edge of a path, from the node above to the node below or, against
	// it, from the node below.
	edgeLine = regexp.MustCompile(`^    (->|<-) \w+ \(.*\bline (\d+)\)$`)
	// alsoStated matches the places that set and read a setting.
	alsoStated = regexp.MustCompile(`^(?:set|read) in (.+?)(?: \+ \d+ more)?$`)
)

// deepest is the indentation of rows; source below them has more. Only subtypes are indented, and
// have no source.
const deepest = 2

// rowsOf returns the rows of the standard output of a command.
func rowsOf(command, output string) []row {
	var nodes []row // also without places
	next := 0       // line that the next node states in its file, by the edge above it
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
			continue
		}
		nodes = append(nodes, row{strings.TrimSpace(line), placesOf(command, strings.Split(m[2], "  "))})
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

// placesOf reads the columns of a row behind the handle: name, place and more; those of grep begin
// with the place.
func placesOf(command string, columns []string) []place {
	at := 1
	if command == "grep" {
		at = 0
	}
	if at >= len(columns) {
		return nil
	}
	places := readStated(columns[at])
	if command == "list" {
		for _, column := range columns[at+1:] {
			if m := alsoStated.FindStringSubmatch(column); m != nil {
				for part := range strings.SplitSeq(m[1], ", ") {
					places = append(places, readStated(part)...)
				}
			}
		}
	}
	return places
}

// readStated reads PATH:LINE,LINE.
func readStated(text string) []place {
	m := stated.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	var places []place
	for number := range strings.SplitSeq(m[2], ",") {
		line, _ := strconv.Atoi(number)
		places = append(places, place{m[1], line})
	}
	return places
}

// verdictOf returns what the first line of path says: yes, no or unknown; empty if it says nothing.
func verdictOf(output string) string {
	first, _, _ := strings.Cut(output, "\n")
	switch {
	case strings.Contains(first, " does not lead to "), strings.HasSuffix(first, " do not meet"):
		if openEnds.MatchString(first) {
			return "unknown"
		}
		return "no"
	case strings.Contains(first, " leads to "), strings.Contains(first, " contains "):
		return "yes"
	}
	return ""
}

// openEnds matches what makes a path that is not found an unknown one.
var openEnds = regexp.MustCompile(`; \d+ open ends? on the way: `)
