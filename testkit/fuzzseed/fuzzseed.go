// Package fuzzseed derives damaged variants of the seeds of a fuzz target. The fuzzing
// engine draws at random, so a run of it cannot decide whether a change is sound: the
// same change fails today and passes tomorrow. The variants are drawn from a fixed
// source of random numbers and added to the seeds. Every run of the tests tries the
// same ones, and the engine starts from them.
package fuzzseed

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Variants is the number of variants that Add derives from all seeds of a target.
const Variants = 300

// maxTokens limits the length of a seed, in tokens, that is varied. Long seeds exist
// for their length, and their variants would take most of the time.
const maxTokens = 3000

// Add adds the seeds and their variants to f.
func Add[T ~string | ~[]byte](f *testing.F, seeds ...T) {
	f.Helper()
	texts := make([]string, len(seeds))
	for i, s := range seeds {
		texts[i] = string(s)
		f.Add(s)
	}
	for _, v := range Vary(texts, Variants) {
		f.Add(T(v))
	}
}

// Vary derives n variants of texts, in turn. Each is damaged in one to four positions.
// The result is the same on each call.
func Vary(texts []string, n int) []string {
	var pool [][]string
	for _, t := range texts {
		if tokens := tokenize(t); len(tokens) > 0 && len(tokens) <= maxTokens {
			pool = append(pool, tokens)
		}
	}
	if len(pool) == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]string, n)
	for i := range out {
		tokens := slices.Clone(pool[i%len(pool)])
		for range 1 + r.IntN(4) {
			tokens = damage(r, tokens, pool[r.IntN(len(pool))])
		}
		out[i] = strings.Join(tokens, "")
	}
	return out
}

// A token is a word, white space, or any other single character or byte.
var token = regexp.MustCompile(`\w+|\s+|(?s:.)`)

func tokenize(text string) []string { return token.FindAllString(text, -1) }

// strange are texts that parsers least expect: unmatched brackets, the beginning
// of something long, invalid characters.
var strange = []string{"(", ")", "{", "}", "[", "]", "<", ">", "\"", "'", "`", "/*", "*/", "//",
	"#", "\\", "$", "@", ";", ":", ",", ".", "=", "=>", "\n", "\r", "\x00", "\xff", "\u2028", "é",
	"0", "-1"}

// damage changes tokens in one position. Foreign tokens are taken from other.
func damage(r *rand.Rand, tokens, other []string) []string {
	if len(tokens) == 0 {
		return other
	}
	at := r.IntN(len(tokens))
	end := at + 1 + r.IntN(min(8, len(tokens)-at))
	switch r.IntN(8) {
	case 0, 1:
		return slices.Delete(tokens, at, at+1)
	case 2:
		return slices.Delete(tokens, at, end)
	case 3: // duplicate a range
		return slices.Insert(tokens, at, slices.Clone(tokens[at:end])...)
	case 4:
		return slices.Insert(tokens, at, strange[r.IntN(len(strange))])
	case 5:
		tokens[at] = strange[r.IntN(len(strange))]
		return tokens
	case 6:
		tokens[at] = other[r.IntN(len(other))]
		return tokens
	default: // the beginning of one text, followed by the end of another
		return append(tokens[:at], other[r.IntN(len(other)):]...)
	}
}
