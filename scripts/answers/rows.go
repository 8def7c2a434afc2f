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
	// rowLine matches a line that begins with an indented handle, which may be abbreviated; a
	// row of a subtype is indented more.
	rowLine = regexp.MustCompile(`^( +)[a-z2-7]{4,10} (.*)$`)
	// stated matches a word that is the place of a row: lines are a list that may be
	// truncated. Rows below the path of their file have only lines, those below a folder a
	// path in it.
	stated = regexp.MustCompile(`^(.*):(\d+(?:,\d+)*)$`)
	// headLine matches a line that may be the path of a file or folder with rows below it.
	headLine = regexp.MustCompile(`^(\S.*)$`)
	// goesOn matches a continuation line for the definition above it.
	goesOn = regexp.MustCompile(`^  +(:\d+)(?: .*)?$`)
	// edgeLine matches an edge of a path, from the node above to the node below or, against
	// it, from the node below.
	edgeLine = regexp.MustCompile(`^ +(->|<-) \w+.*, line (\d+)$`)
	// alsoStated matches the places that set and read a setting.
	alsoStated = regexp.MustCompile(`(?:set|read) in ((?:\S+, )*\S+)`)
)

// deepest is the maximum indentation of rows; source below them is indented more. Only
// subtypes are indented more, and have no source.
const deepest = 2

// rowsOf returns the rows of the standard output of a command about a tree that has some
// files.
func rowsOf(command, output string, has func(path string) bool) []row {
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
		given := file
		if !strings.HasSuffix(file, "/") && !has(file) {
			given = "" // a heading
		}
		places := placesOf(command, strings.Fields(m[2]), given, has)
		nodes = append(nodes, row{strings.TrimSpace(line), places})
		below = len(places) > 0 && places[0].path == given
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

// placesOf parses the words of a row after the handle: kind, name, place and more, or the verb
// and path of a route. The place may be only a line of the file above the row, or a path in the
// folder above it.
func placesOf(command string, words []string, given string, has func(path string) bool) []place {
	for i := 1; i < len(words); i++ {
		for from := i; from > 0; from-- { // a path may have spaces
			places := readStated(strings.Join(words[from:i+1], " "), given)
			if len(places) == 0 || !has(places[0].path) {
				continue
			}
			if command == "list" {
				places = append(places, settings(strings.Join(words[i+1:], " "))...)
			}
			return places
		}
	}
	return nil
}

// settings parses the places that set and read a setting.
func settings(text string) []place {
	var places []place
	for _, m := range alsoStated.FindAllStringSubmatch(text, -1) {
		for part := range strings.SplitSeq(m[1], ", ") {
			places = append(places, readStated(part, "")...)
		}
	}
	return places
}

// readStated parses PATH:LINE,LINE, in a folder if that is given, or :LINE,LINE in a given
// file.
func readStated(text, given string) []place {
	m := stated.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	file := cmp.Or(m[1], given)
	if m[1] != "" && strings.HasSuffix(given, "/") {
		file = given + m[1]
	}
	var places []place
	for number := range strings.SplitSeq(m[2], ",") {
		line, _ := strconv.Atoi(number)
		places = append(places, place{file, line})
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
