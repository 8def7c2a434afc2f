package external

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/runs.txt
var runsText string

// A Run describes the methods that a function of a library runs on objects in its arguments.
type Run struct {
	First    int        // the first argument that it applies to, from 0; Receiver
	Rest     bool       // all further arguments as well
	Format   bool       // those whose verb in a format string prints text; implies Rest
	Parts    bool       // also the objects that the argument contains
	Elements bool       // the elements of the argument instead of itself
	Result   bool       // the result of the argument, which is a function
	Perhaps  bool       // only of some objects: a collection may have been created with a comparator
	Unless   []string   // the types of another argument with which it does not apply
	Methods  [][]string // one of each list runs: the first that the class has
}

// Receiver is the place of the object that a method is called on.
const Receiver = -1

// Applies reports whether r describes argument i.
func (r *Run) Applies(i int) bool { return i == r.First || i > r.First && (r.Rest || r.Format) }

type runKey struct{ language, name string }

// runNames has the languages with the simple names of the functions that are described.
var runNames = sync.OnceValue(func() map[runKey]bool {
	out := map[runKey]bool{}
	for key := range allRuns() {
		out[runKey{key.language, key.name[strings.LastIndexByte(key.name, '.')+1:]}] = true
	}
	return out
})

var allRuns = sync.OnceValue(func() map[runKey]*Run {
	out := map[runKey]*Run{}
	for line := range strings.Lines(runsText) {
		words := strings.Fields(line)
		if len(words) < 4 || words[0] == "#" {
			continue
		}
		r := &Run{}
		at := words[2]
		r.Rest, r.Format = strings.HasSuffix(at, "+"), strings.HasSuffix(at, "f")
		at, r.Elements = strings.CutSuffix(strings.TrimRight(at, "+f"), "[]")
		at, r.Result = strings.CutSuffix(at, "()")
		if at == "this" {
			r.First = Receiver
		} else {
			r.First, _ = strconv.Atoi(at)
		}
		for _, w := range words[3:] {
			unless, is := strings.CutPrefix(w, "unless:")
			switch {
			case is:
				r.Unless = strings.Split(unless, "|")
			case w == "parts":
				r.Parts = true
			case w == "perhaps":
				r.Perhaps = true
			default:
				r.Methods = append(r.Methods, strings.Split(w, "|"))
			}
		}
		dot := strings.LastIndexByte(words[1], '.') + 1
		for _, name := range strings.Split(words[1][dot:], ",") {
			out[runKey{words[0], words[1][:dot] + name}] = r
		}
	}
	return out
})

// RunsOf returns the methods of its arguments that a function of a library runs, or nil. The
// function has its full name: encoding/json.Encoder.Encode.
func RunsOf(language, function string) *Run { return allRuns()[runKey{language, function}] }

// HasRuns reports whether a function or method of some library with a simple name is described.
func HasRuns(language, name string) bool { return runNames()[runKey{language, name}] }
