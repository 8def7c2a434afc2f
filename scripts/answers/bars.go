package main

import "fmt"

// The thresholds that the answers must reach.
const (
	leastRecall        = 0.97
	leastAnswered      = 50 // of
	answeredOf         = 60 // questions
	mostMeanTokens     = 450
	mostHighTokens     = 1500
	mostShareOfGrep    = 0.25
	leastMeanPrecision = 0.90
)

// bars reports for each threshold whether it is reached. Those of recall and precision
// must be reached by both means, over items and over questions.
func (f *figures) bars() []string {
	items, questions := over(f.found, f.items), f.recall/float64(max(f.questions, 1))
	rows, precision := over(f.right, f.rows), f.precision/float64(max(f.precise, 1))
	share := over(f.compared, f.grepTokens)
	lines := []string{"| bar | figure | |", "|---|---:|---|"}
	bar := func(name, figure string, holds bool) {
		word := "does not hold"
		if holds {
			word = "holds"
		}
		lines = append(lines, fmt.Sprintf("| %s | %s | %s |", name, figure, word))
	}
	bar(fmt.Sprintf("recall at least %.2f, over items and over questions", leastRecall),
		fmt.Sprintf("%.3f, %.3f", items, questions), min(items, questions) >= leastRecall)
	bar(fmt.Sprintf("precision at least %.2f, over rows and over questions", leastMeanPrecision),
		fmt.Sprintf("%.3f, %.3f", rows, precision), min(rows, precision) >= leastMeanPrecision)
	bar(fmt.Sprintf("%d of %d questions answered in one call", leastAnswered, answeredOf),
		fmt.Sprintf("%d of %d", f.answered, f.questions), f.answered*answeredOf >= leastAnswered*f.questions)
	bar(fmt.Sprintf("tokens: mean at most %d", mostMeanTokens), fmt.Sprintf("%.0f", f.meanTokens()),
		f.meanTokens() <= mostMeanTokens)
	bar(fmt.Sprintf("tokens: 95th percentile at most %d", mostHighTokens),
		fmt.Sprint(f.highTokens()), f.highTokens() <= mostHighTokens)
	bar(fmt.Sprintf("at most %.2f of the tokens of grep", mostShareOfGrep),
		fmt.Sprintf("%.3f", share), share <= mostShareOfGrep)
	return lines
}

// over returns the quotient of part and whole, 1 if whole is 0.
func over(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
