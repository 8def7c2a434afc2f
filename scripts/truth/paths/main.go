// Command paths compares `query path` with the calls found by a compiler. It draws
// pairs of members: half of them are connected by the compiler's calls within some
// steps, half of them are not connected at any distance. `query path` must find a path
// for nearly all of the first, and for no pair of the second.
//
//	go run ./scripts/truth/paths -query bin/query -artifacts DIR CALLS
//
// CALLS has a JSON array on each line, and may be compressed with gzip:
//
//	["d", id, path, line of the name, start, end, kind, name]  a definition
//	["e", id, id, "call", …]                                   the first calls or creates the second
//	["e", id, id, any other kind, …]                           another use
//	["i", id, id]                                              the second overrides or implements the first
//	["a", id, id]                                              parts of one definition
//
// Other lines are ignored. A call of a member may run its overrides; a base call by an
// override runs only that member. Pairs that are only connected by other uses are in
// neither half.
//
// An answer without a path is "no" or "not known", with the open ends on the way. No connected pair
// should get a plain no; the command counts those that do.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
)

func main() {
	log.SetFlags(0)
	query := flag.String("query", "bin/query", "the program to check")
	artifacts := flag.String("artifacts", ".seedgraph", "what it answers from")
	pairs := flag.Int("pairs", 100, "how many pairs of each half")
	steps := flag.Int("steps", 6, "the most steps between connected members")
	seed := flag.Uint64("seed", 1, "other seeds draw other pairs")
	least := flag.Float64("least", 0.95, "share of the connected pairs that must be found")
	verbose := flag.Bool("v", false, "print every disagreement")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: paths [flags] CALLS")
	}
	t, err := readTruth(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	found, plain := 0, 0
	connected := t.draw(*pairs, *steps, *seed, true)
	apart := t.draw(*pairs, *steps, *seed, false)
	wrong, other := 0, 0
	for i, p := range append(connected, apart...) {
		leads, calls, open, err := ask(*query, *artifacts, t.place(p.from), t.place(p.to))
		if err != nil {
			log.Fatal(err)
		}
		within := i < len(connected)
		switch {
		case within && leads:
			found++
		case within && !open:
			plain++
		case leads && !calls: // through a message, a route or data: there is no call to compare
			other++
		case leads:
			wrong++
		}
		if *verbose && within != leads {
			fmt.Printf("%s leads to %s: %v, want %v (%d steps)\n", t.place(p.from), t.place(p.to),
				leads, within, p.steps)
		}
	}
	fmt.Printf("connected: %d of %d found, %d answered with a plain no; not connected: %d of %d called so, "+
		"%d more by other things than calls\n", found, len(connected), plain, wrong, len(apart), other)
	if wrong > 0 || float64(found) < *least*float64(len(connected)) {
		os.Exit(1)
	}
}

// ask runs query path for two places; calls reports whether the path consists only
// of calls, open whether the answer is not known.
func ask(query, artifacts, from, to string) (leads, calls, open bool, err error) {
	c := exec.Command(query, "path", from, to, "-a", artifacts, "--limit", "1", "--json")
	out, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		switch exit.ExitCode() {
		case 4, 13: // 13: there is no node at the place
			return false, false, false, nil
		case 6:
			return false, false, true, nil
		}
	}
	if err != nil {
		return false, false, false, fmt.Errorf("query path %s %s: %w", from, to, err)
	}
	leads, calls, err = readAnswer(strings.NewReader(string(out)))
	return leads, calls, false, err
}

// readAnswer parses the JSON of query path.
func readAnswer(r io.Reader) (leads, calls bool, err error) {
	var answer struct {
		Connected bool
		Paths     []struct {
			Edges []struct {
				Type string `json:"edge_type"`
			}
		}
	}
	if err := json.NewDecoder(r).Decode(&answer); err != nil {
		return false, false, err
	}
	calls = true
	for _, p := range answer.Paths {
		for _, e := range p.Edges {
			calls = calls && (e.Type == "Calls" || e.Type == "Creates" || e.Type == "Dispatches")
		}
	}
	return answer.Connected, calls, nil
}
