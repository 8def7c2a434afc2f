package migration

import (
	"fmt"
	"path"
	"strings"
)

// SqitchPlan is the name of the file in which Sqitch keeps the order of its
// changes.
const SqitchPlan = "sqitch.plan"

// Sqitch finds the scripts of Sqitch plans, by path: each change has one that deploys
// it, one that reverts it and one that verifies it. If a change is reworked, its former
// script is named by the last tag before the rework. Plans are by path.
//
//	deploy/total.sql, deploy/total@v1.0.sql, revert/total.sql, verify/total.sql
func Sqitch(files []string, plans map[string]string) map[string]*Script {
	out := map[string]*Script{}
	for plan, text := range plans {
		dir := path.Dir(plan)
		places := changesIn(text)
		for _, file := range files {
			below, ok := strings.CutPrefix(path.Clean("/"+file), path.Clean("/"+dir+"/")+"/")
			if dir == "." {
				below, ok = file, true
			}
			step, name, nested := strings.Cut(below, "/")
			if !ok || !nested || step != "deploy" && step != "revert" && step != "verify" {
				continue
			}
			s := &Script{Path: file, Set: dir, Tool: "sqitch", Undo: step != "deploy"}
			name = strings.TrimSuffix(name, path.Ext(name))
			if at, planned := places[name]; planned {
				s.place = fmt.Sprintf("%s/%d", plan, at)
			}
			out[file] = s
		}
	}
	return out
}

// changesIn returns the scripts of a plan without their extensions, with their
// positions.
func changesIn(plan string) map[string]int {
	places := map[string]int{}
	since := map[string]string{} // the last tag after a change
	n := 0
	for line := range strings.Lines(plan) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case name == "" || strings.HasPrefix(name, "%") || strings.HasPrefix(name, "#") ||
			strings.HasPrefix(name, "-"):
		case strings.HasPrefix(name, "@"):
			for change := range places {
				if !strings.Contains(change, "@") {
					since[change] = name
				}
			}
		default:
			name = strings.TrimPrefix(name, "+")
			if at, again := places[name]; again {
				places[name+since[name]] = at
			}
			n++
			places[name] = n
		}
	}
	return places
}
