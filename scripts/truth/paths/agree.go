package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os/exec"
	"slices"
)

// pairsOfImpact is the number of pairs that one impact decides.
const pairsOfImpact = 20

// An affected is a definition in an impact.
type affected struct {
	ID    string `json:"id"`
	Depth int    `json:"depth"`
}

// agrees compares query path with query impact on drawn pairs, and reports whether they agree. Of the
// pairs of one target, half are with affected definitions, as far as there are any.
func (t *truth) agrees(query, artifacts string, pairs int, seed uint64, verbose bool) bool {
	members := t.members()
	r := rand.New(rand.NewPCG(seed, 2))
	compared, differ, yes := 0, 0, 0
	for tries := 0; compared < pairs && tries < pairs && len(members) > 1; tries++ {
		to := t.place(members[r.IntN(len(members))])
		reached, ok := impactOf(query, artifacts, to)
		if !ok {
			continue
		}
		var from []string
		for i := 0; i < pairsOfImpact/2 && len(reached) > 0; i++ {
			from = append(from, reached[r.IntN(len(reached))])
		}
		for len(from) < pairsOfImpact {
			from = append(from, t.place(members[r.IntN(len(members))]))
		}
		ids := idsOf(query, artifacts, from)
		for i, f := range from {
			want := slices.Contains(reached, ids[i])
			if ids[i] == "" || f == to {
				continue
			}
			leads, _, _, err := ask(query, artifacts, ids[i], to)
			if err != nil {
				log.Fatal(err)
			}
			compared++
			if want {
				yes++
			}
			if leads != want {
				differ++
				if verbose {
					fmt.Printf("%s to %s: path %v, impact %v\n", ids[i], to, leads, want)
				}
			}
		}
	}
	fmt.Printf("path and impact: %d of %d pairs differ, %d are connected\n", differ, compared, yes)
	return differ == 0
}

// impactOf lists the definitions that a change of a member affects; ok is false if a limit ended
// the search.
func impactOf(query, artifacts, place string) (ids []string, ok bool) {
	out, _ := exec.Command(query, "impact", place, "-a", artifacts, "--max-depth", "100", "--max-nodes", "100000",
		"--limit", "100000", "--json").Output()
	var answer struct {
		Items     []affected
		Truncated bool
	}
	if json.Unmarshal(out, &answer) != nil || answer.Truncated {
		return nil, false
	}
	for _, x := range answer.Items {
		if x.Depth > 0 {
			ids = append(ids, x.ID)
		}
	}
	return ids, true
}

// idsOf returns the ids of nodes given by id or place, "" for those without a node.
func idsOf(query, artifacts string, names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		text, err := exec.Command(query, "show", name, "-a", artifacts, "--json").Output()
		var answer struct {
			ID    string `json:"id"`
			Items []struct {
				ID string `json:"id"`
			}
		}
		if err == nil && json.Unmarshal(text, &answer) == nil {
			if out[i] = answer.ID; len(answer.Items) > 0 {
				out[i] = answer.Items[0].ID
			}
		}
	}
	return out
}
