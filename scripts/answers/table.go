package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// lines returns the table of the questions of a set, followed by missing and wrong
// items if verbose.
func (m *measuredSet) lines(verbose bool) []string {
	lines := []string{
		fmt.Sprintf("| %s | recall | precision | tokens | grep: recall | grep: tokens | ratio |", m.repository),
		"|---|---:|---:|---:|---:|---:|---:|"}
	for i := range m.results {
		lines = append(lines, m.results[i].line())
	}
	if !verbose {
		return lines
	}
	for _, r := range m.results {
		if len(r.missing)+len(r.wrong) == 0 {
			continue
		}
		title := r.id
		if r.exit != 0 {
			title += fmt.Sprintf(" (exit code %d)", r.exit)
		}
		lines = append(lines, "", title)
		for _, text := range r.missing {
			lines = append(lines, "  missing  "+text)
		}
		for _, text := range r.wrong {
			lines = append(lines, "  wrong    "+text)
		}
	}
	return lines
}

// line returns the row of a question.
func (r *result) line() string {
	return fmt.Sprintf("| %s | %s | %s | %d | %s | %d | %s |", r.id, share(r.found, r.items),
		share(r.right, r.rows), r.tokens, share(r.grepFound, r.grepItems), r.grepTokens,
		share(r.tokens, r.grepTokens))
}

// share formats a fraction; a dash if the denominator is 0.
func share(part, whole int) string { return ratio(float64(part), float64(whole)) }

func ratio(part, whole float64) string {
	if whole == 0 || math.IsNaN(part) {
		return "–"
	}
	return fmt.Sprintf("%.3f", part/whole)
}

// A figures has the sums and means of some results.
type figures struct {
	questions, answered  int
	items, found         int
	rows, right          int
	recall               float64 // sum over questions
	precision            float64 // sum over questions with a precision
	precise              int     // number of those
	tokens               []int   // ascending
	compared, grepTokens int     // tokens of the answers with which grep is compared, and of grep
	grepItems, grepFound int
}

func figuresOf(results []result) figures {
	var f figures
	for i := range results {
		r := &results[i]
		f.questions++
		f.items, f.found = f.items+r.items, f.found+r.found
		f.rows, f.right = f.rows+r.rows, f.right+r.right
		f.recall += r.recall()
		if p, ok := r.precision(); ok {
			f.precision += p
			f.precise++
		}
		if r.answered() {
			f.answered++
		}
		f.tokens = append(f.tokens, r.tokens)
		if r.grepTokens > 0 {
			f.compared, f.grepTokens = f.compared+r.tokens, f.grepTokens+r.grepTokens
		}
		f.grepItems, f.grepFound = f.grepItems+r.grepItems, f.grepFound+r.grepFound
	}
	slices.Sort(f.tokens)
	return f
}

// meanTokens returns the mean number of tokens of an answer.
func (f *figures) meanTokens() float64 {
	sum := 0
	for _, n := range f.tokens {
		sum += n
	}
	return float64(sum) / float64(max(len(f.tokens), 1))
}

// highTokens returns the 95th percentile of the tokens of an answer, by nearest
// rank.
func (f *figures) highTokens() int {
	if len(f.tokens) == 0 {
		return 0
	}
	return f.tokens[(len(f.tokens)*95+99)/100-1]
}

// summaryHead returns the head of a table of figures.
func summaryHead(what string) []string {
	return []string{
		"| " + what + " | questions | recall: items | questions | precision: rows | questions | in one call | " +
			"tokens: mean | 95th percentile | of grep's | grep's recall: items |",
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"}
}

// line returns a row of such a table.
func (f *figures) line(name string) string {
	return fmt.Sprintf("| %s | %d | %s | %s | %s | %s | %d | %.0f | %d | %s | %s |", name, f.questions,
		share(f.found, f.items), ratio(f.recall, float64(f.questions)), share(f.right, f.rows),
		ratio(f.precision, float64(f.precise)), f.answered, f.meanTokens(), f.highTokens(),
		share(f.compared, f.grepTokens), share(f.grepFound, f.grepItems))
}

// summaryOf returns the figures by repository and overall, and which
// thresholds are met.
func summaryOf(sets []measuredSet) []string {
	var all []result
	tokenizers := map[string]bool{}
	lines := summaryHead("repository")
	for _, m := range sets {
		f := figuresOf(m.results)
		lines = append(lines, f.line(m.repository+" "+m.commit[:10]))
		all = append(all, m.results...)
		tokenizers[m.tokenizer] = true
	}
	f := figuresOf(all)
	lines = append(lines, f.line("**all**"), "", fmt.Sprintf("Tokens by %s.", strings.Join(slices.Sorted(maps.Keys(tokenizers)), ", ")), "")
	return append(lines, f.bars()...)
}

// commandsOf returns the table of figures by command.
func commandsOf(sets []measuredSet) []string {
	byCommand := map[string][]result{}
	for _, m := range sets {
		for _, r := range m.results {
			byCommand[r.command] = append(byCommand[r.command], r)
		}
	}
	lines := summaryHead("command")
	for _, command := range slices.Sorted(maps.Keys(byCommand)) {
		f := figuresOf(byCommand[command])
		lines = append(lines, f.line(command))
	}
	return lines
}
