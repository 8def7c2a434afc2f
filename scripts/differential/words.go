package main

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// The words from which names are made: regular nouns, nouns with odd plurals, words
// without one, acronyms and words with digits.
var (
	nouns = strings.Fields(`Order Item Customer Category Company City Box Address Class Match Dish Bus Key Day
		Toy Photo Hero Knife Leaf Roof Shelf Wife Tax Fox Quiz Tag User Role Group Invoice Payment Product
		Review Comment Post Page File Image Video Message Event Ticket Branch Release Device Site Zone`)
	odd = strings.Fields(`Person Man Woman Child Mouse Goose Foot Tooth Ox Datum Criterion Phenomenon Medium
		Status Virus Campus Bonus Octopus Alias Index Matrix Vertex Axis Analysis Crisis Thesis Human Talisman
		German Grandchild Buffalo Tomato Potato Echo Hive Drive Move Sex Curve Database Genus`)
	same = strings.Fields(`Series Species Sheep Deer Fish News Information Equipment Money Music Police
		Traffic Rice Evidence Data People Children Metadata Media Software Research`)
	acronyms = strings.Fields(`API URL HTTP ID JSON SSH XML UUID SQL OAuth2 S3 X509 MP3 B2B P2P EntityV2 T1 A`)
)

// names draws n different names of one to three words; the same seed draws the same ones.
func names(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 0))
	lists := [][]string{nouns, odd, same, acronyms}
	seen := map[string]bool{}
	for len(seen) < n {
		var b strings.Builder
		for range 1 + r.IntN(3) {
			of := lists[min(len(lists)-1, r.IntN(6))]
			if r.IntN(3) == 0 {
				of = nouns
			}
			b.WriteString(of[r.IntN(len(of))])
		}
		seen[b.String()] = true
	}
	out := make([]string, 0, n)
	for name := range seen {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
