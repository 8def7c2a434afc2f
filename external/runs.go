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
	First   int        // the first argument that it applies to, from 0
	Rest    bool       // all further arguments as well
	Format  bool       // those whose verb in a format string prints text; implies Rest
	Parts   bool       // also the objects that the argument contains
	Methods [][]string // one of each list runs: the first that the class has
}

// Applies reports whether r describes argument i.
func (r *Run) Applies(i int) bool { return i == r.First || i > r.First && (r.Rest || r.Format) }

var allRuns = sync.OnceValue(func() map[string]*Run {
	out := map[string]*Run{}
	for line := range strings.Lines(runsText) {
		words := strings.Fields(line)
		if len(words) < 4 || words[0] == "#" {
			continue
		}
		r := &Run{}
		at := words[2]
		r.Rest, r.Format = strings.HasSuffix(at, "+"), strings.HasSuffix(at, "f")
		r.First, _ = strconv.Atoi(strings.TrimRight(at, "+f"))
		for _, w := range words[3:] {
			if w == "parts" {
				r.Parts = true
			} else {
				r.Methods = append(r.Methods, strings.Split(w, "|"))
			}
		}
		out[words[0]+" "+words[1]] = r
	}
	return out
})

// RunsOf returns the methods of its arguments that a function of a library runs, or nil. The
// function has its full name: encoding/json.Encoder.Encode.
func RunsOf(language, function string) *Run { return allRuns()[language+" "+function] }
