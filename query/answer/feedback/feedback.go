// Package feedback records which nodes were useful for which questions, and computes how
// much that counts for another question. The file has a line of JSON for each answer:
//
//	{"time": "2024-05-01T12:00:00Z", "query": "…", "useful": ["…"], "useless": ["…"]}
//
// Ids are canonical, so that they remain valid across rebuilds. The result depends only
// on the file, the question and the given time.
package feedback

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"seedgraph/tokens"
)

// A Record lists the useful and the useless nodes for a question.
type Record struct {
	Time    time.Time `json:"time"`
	Query   string    `json:"query"`
	Useful  []string  `json:"useful,omitempty"`
	Useless []string  `json:"useless,omitempty"`
}

// Read parses records, one per line.
func Read(r io.Reader) ([]Record, error) {
	var out []Record
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var rec Record
		err := json.Unmarshal(lines.Bytes(), &rec)
		if err == nil && rec.Time.IsZero() {
			err = errors.New("the time is missing")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		out = append(out, rec)
	}
	return out, lines.Err()
}

const (
	// HalfLife is the default age at which a record counts half.
	HalfLife = 30 * 24 * time.Hour
	// leastSimilar is the minimum similarity of questions for a record to count.
	leastSimilar = 0.3
)

// Options specifies how records are weighted.
type Options struct {
	Now      time.Time     // zero: the time of the newest record; later records are ignored
	HalfLife time.Duration // above 0
}

// Count sums the records for a question: by id, from -1 for useless to 1. A record is
// weighted by its age and by the words that both questions share.
func Count(records []Record, query string, o Options) map[string]float64 {
	now := o.Now
	for _, r := range records {
		if o.Now.IsZero() && r.Time.After(now) {
			now = r.Time
		}
	}
	words := wordsOf(query)
	sum := map[string]float64{}
	for _, r := range records {
		age := now.Sub(r.Time)
		similar := similarity(words, wordsOf(r.Query))
		if age < 0 || similar < leastSimilar {
			continue
		}
		weight := similar * math.Exp2(-float64(age)/float64(o.HalfLife))
		for _, id := range r.Useful {
			sum[id] += weight
		}
		for _, id := range r.Useless {
			sum[id] -= weight
		}
	}
	for id, x := range sum {
		sum[id] = max(-1, min(x, 1))
	}
	return sum
}

// wordsOf returns the words of a question except stop words.
func wordsOf(query string) map[string]bool {
	words := map[string]bool{}
	for _, t := range tokens.Terms(nil, query) {
		if t.Kind&tokens.Part != 0 && t.Kind&tokens.Stop == 0 {
			words[t.Text] = true
		}
	}
	return words
}

// similarity returns the cosine similarity of two sets of words.
func similarity(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	if common == 0 {
		return 0
	}
	return float64(common) / math.Sqrt(float64(len(a)*len(b)))
}
