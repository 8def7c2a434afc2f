package main

import (
	"fmt"
	"strings"
)

// equal is the maximum difference of means that would be the same without rounding.
const equal = 1e-9

// verdict names the sets in which ours is below the best of the rivals, and its lead
// in the mean of the sets.
func verdict(g group, split string, in []set, now Run) []string {
	var below, margins []string
	for _, ours := range columns[g] {
		sets, margin, ok := beside(g, ours, split, in, now)
		if !ok {
			continue
		}
		margins = append(margins, fmt.Sprintf("%s %+.3f", ours.name, margin))
		if len(sets) > 0 {
			below = append(below, ours.name+" of "+strings.Join(sets, ", "))
		}
	}
	if len(margins) == 0 {
		return nil
	}
	line := "No set is below."
	if len(below) > 0 {
		line = "Below: " + strings.Join(below, "; ") + "."
	}
	return []string{"", line, "Mean above the best of each set: " + strings.Join(margins, ", ") + "."}
}

// beside returns the sets in which one of our columns is below the best of its
// rivals, and its lead in the mean. It reports whether there are rivals.
func beside(g group, ours column, split string, in []set, now Run) (
	below []string, margin float64, ok bool) {
	measured := 0
	for _, s := range in {
		tasks := [][]Item{only(now[s.key()], split)}
		best, compared := bestRival(g, ours, tasks)
		if !compared || len(tasks[0]) == 0 {
			continue
		}
		have, theirs := macro(tasks, ours.value), macro(tasks, best.value)
		margin += have - theirs
		measured++
		if have < theirs-equal {
			below = append(below, fmt.Sprintf("%s (%.3f, %s %.3f)", s.Name, have, best.name, theirs))
		}
	}
	return below, margin / float64(max(measured, 1)), measured > 0
}

// bestRival returns the highest of the columns with which ours is compared.
func bestRival(g group, ours column, tasks [][]Item) (best column, ok bool) {
	for _, c := range rivals[g] {
		if lastWord(c.name) == lastWord(ours.name) &&
			(!ok || macro(tasks, c.value) > macro(tasks, best.value)) {
			best, ok = c, true
		}
	}
	return best, ok
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
