package main

import (
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
	// goesOn matches a continuation line for the definition above it.
	goesOn = regexp.MustCompile(`^  (:\d+)(?: .*)?$`)
	// edgeOn matches the edge to the next node of a path at the end of a row: its line in the
	// file of the row or, against the edge, its place.
	edgeOn = regexp.MustCompile(` (->|<-) \w+.* (\S*:\d+)$`)
	// alsoStated matches the places that set and read a setting.
	alsoStated = regexp.MustCompile(`(?:set|read) in ((?:\S+, )*\S+)`)
)

// deepest is the maximum indentation of rows; source below them is indented more. Only
// subtypes are indented more, and have no source.
const deepest = 2

// rowsOf returns the rows of the standard output of a command about a tree that has some
// files.
func rowsOf(command, output string, has func(path string) bool) []row {
	r := reader{command: command, has: has}
	for line := range strings.Lines(output) {
		r.read(strings.TrimRight(line, "\n"))
	}
	return slices.DeleteFunc(r.nodes, func(r row) bool { return len(r.places) == 0 })
}

// A reader reads the lines of an answer.
type reader struct {
	command string
	has     func(path string) bool
	nodes   []row  // including nodes without places
	next    *place // of the edge to the next node
	heading bool   // the line above is a heading
	base    string // folder above the heading of a group
	folder  string // of the rows that follow, if they state a path; may be empty
	file    string // of the rows that follow, if they state only a line; may be empty
}

// read reads a line.
func (r *reader) read(line string) {
	m := rowLine.FindStringSubmatch(line)
	switch {
	case m != nil && (len(m[1]) <= deepest || r.command == "hierarchy"):
		r.readRow(line, m[2])
		r.heading = false
	case !strings.HasPrefix(line, " "):
		r.readHeading(line)
	case len(r.nodes) > 0:
		if m := goesOn.FindStringSubmatch(line); m != nil {
			last := &r.nodes[len(r.nodes)-1]
			last.places = append(last.places, readStated(m[1], "", r.file)...)
		}
	}
}

// readHeading reads a line that is not indented: a folder or file, or the heading of a group,
// below which only the folder directly above it holds.
func (r *reader) readHeading(line string) {
	switch {
	case strings.HasSuffix(line, "/"):
		r.folder, r.file = line, ""
		r.heading = true
		return
	case r.has(line):
		r.folder, r.file = "", line
	case strings.HasSuffix(line, ":"):
		if r.heading {
			r.base = r.folder
		}
		r.folder, r.file = r.base, ""
	}
	r.heading = false
}

// readRow reads a row, without its handle.
func (r *reader) readRow(line, text string) {
	places := r.placesOf(strings.Fields(text))
	if len(places) > 0 {
		r.file = places[0].path
	}
	if r.next != nil && len(places) > 0 {
		places = append(places, *r.next)
	}
	r.next = nil
	if m := edgeOn.FindStringSubmatch(line); m != nil && r.command == "path" {
		switch on := readStated(m[2], r.folder, r.file); m[1] {
		case "->":
			places = append(places, on...)
		default:
			r.next = &on[0]
		}
	}
	r.nodes = append(r.nodes, row{strings.TrimSpace(line), places})
}

// placesOf parses the words of a row after the handle: kind, name, place and more, or the verb
// and path of a route. The place may be only a line of the file above the row, or a path in the
// folder above it.
func (r *reader) placesOf(words []string) []place {
	for i := 1; i < len(words); i++ {
		for from := i; from > 0; from-- { // a path may have spaces
			places := readStated(strings.Join(words[from:i+1], " "), r.folder, r.file)
			if len(places) == 0 || !r.has(places[0].path) {
				continue
			}
			if r.command == "list" {
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
			places = append(places, readStated(part, "", "")...)
		}
	}
	return places
}

// readStated parses PATH:LINE,LINE, in a folder if that is given, or :LINE,LINE in a given
// file.
func readStated(text, folder, file string) []place {
	m := stated.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	path := file
	if m[1] != "" {
		path = folder + m[1]
	}
	var places []place
	for number := range strings.SplitSeq(m[2], ",") {
		line, _ := strconv.Atoi(number)
		places = append(places, place{path, line})
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
