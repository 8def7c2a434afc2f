package migration

import (
	"fmt"
	"path"
	"strings"
)

// SqitchPlan is the name of the file in which Sqitch has the order of its changes.
const SqitchPlan = "sqitch.plan"

// Sqitch finds the scripts that plans of Sqitch are about, by path: each change has one that makes
// it, one that takes it back and one that checks it. Of a change that was made again, the plan
// names the former script by the tag before the later one. Plans are by path.
//
//	deploy/total.sql, deploy/total@v1.0.sql, revert/total.sql, verify/total.sql
//
// Time grows with the plans and the files.
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

// changesIn lists the scripts of a plan without their endings, with their places.
func changesIn(plan string) map[string]int {
	places := map[string]int{}
	since := map[string]string{} // the last tag behind a change
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
