package build

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/external/libs"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graphbuild"
	"seedgraph/internal/limited"
	"seedgraph/parse"
	"seedgraph/source/secrets"
	"seedgraph/source/walk"
)

// byPolicy are the reasons for skipping files on purpose; all others make a
// build exit with cli.Skipped.
var byPolicy = map[string]bool{
	walk.ReasonVendored: true, walk.ReasonGenerated: true, walk.ReasonBuildOutput: true,
	walk.ReasonMinified: true, walk.ReasonMigration: true, walk.ReasonWorktree: true,
	walk.ReasonSymlink: true, walk.ReasonSymlinkOut: true, walk.ReasonSymlinkLoop: true,
	walk.ReasonSymlinkBroken: true,
	walk.ReasonSpecial:       true,
}

// failed returns the diagnostics of files that should have been indexed and were not,
// or only in part, by path.
func (s *sources) failed() []artifacts.Diagnostic { return failures(s.diagnostics) }

// failures is [sources.failed] for a list of diagnostics.
func failures(all []artifacts.Diagnostic) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	for _, d := range all {
		if isSkipped(d) || d.Type == artifacts.LostDefinitions {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b artifacts.Diagnostic) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// isSkipped reports whether a file should have been indexed and was not.
func isSkipped(d artifacts.Diagnostic) bool {
	return d.Type == artifacts.SkippedFile && !byPolicy[d.Reason]
}

// namesPerNote limits the names in one diagnostic about unresolved references.
const namesPerNote = 20

// unresolvedNotes groups the unresolved references of a file by reason, with
// the most frequent names first.
func unresolvedNotes(refs []graphbuild.Unresolved) []artifacts.Diagnostic {
	type key struct{ path, reason string }
	names := map[key]map[string]int{}
	lines := map[key]uint32{}
	var order []key
	for _, u := range refs {
		k := key{u.Path, u.Reason}
		if names[k] == nil {
			names[k] = map[string]int{}
			lines[k] = u.Line
			order = append(order, k)
		}
		names[k][u.Name]++
	}
	var out []artifacts.Diagnostic
	for _, k := range order {
		d := artifacts.Diagnostic{Type: artifacts.Unresolved, Path: k.path, Reason: k.reason,
			Line: lines[k]}
		d.Detail, d.Count = frequent(names[k])
		out = append(out, d)
	}
	return out
}

// troubleNotes reports why files were not resolved completely.
func troubleNotes(built *graphbuild.Result) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	for _, l := range built.Limits {
		out = append(out, artifacts.Diagnostic{Type: artifacts.Limited, Path: l.Path, Line: l.Line,
			Reason: l.Quantity, Detail: fmt.Sprintf("more than %d %s", l.Max, l.Quantity), Count: l.Count})
	}
	for _, n := range built.Unread {
		out = append(out, artifacts.Diagnostic{Type: artifacts.UnreadSetting, Path: n.Path, Line: uint32(n.Line),
			Reason: "not-understood", Detail: n.What})
	}
	out = append(out, disputeNotes(built.Disputes)...)
	for _, f := range built.Failures {
		out = append(out, artifacts.Diagnostic{Type: artifacts.Failed, Path: f.Path,
			Reason: "resolver-failed", Detail: f.Detail})
	}
	return out
}

// maskNotes reports the number of masked values in a file by kind; text is the
// masked file.
func maskNotes(path, text string, found []secrets.Found) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	byKind := map[string]int{}
	for _, f := range found {
		i, ok := byKind[f.Kind]
		if !ok {
			i = len(out)
			byKind[f.Kind] = i
			out = append(out, artifacts.Diagnostic{Type: artifacts.Masked, Path: path,
				Reason: f.Kind, Line: uint32(1 + strings.Count(text[:f.Start], "\n"))})
		}
		out[i].Count++
	}
	return out
}

// reasonSecretKey is the kind of values that are omitted because of the names of their
// keys.
const reasonSecretKey = "secret-key"

// limitNote reports that a settings or project file is ignored because it exceeds a
// limit.
func limitNote(path string, limit *limited.Error) artifacts.Diagnostic {
	return artifacts.Diagnostic{Type: artifacts.SkippedFile, Path: path, Reason: reasonLimit,
		Detail: limit.Error()}
}

// reasonLimit is the reason for rejecting a document: docs/limits.md lists the
// limits.
const reasonLimit = "limit"

// keyNotes reports the parts of a settings file that were not read, and the number of
// values that are secrets by the names of their keys; these values are not stored
// anywhere.
func keyNotes(f *keyfile.File) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	var limit *limited.Error
	if errors.As(f.Err, &limit) {
		out = append(out, limitNote(f.Path, limit))
	} else if f.Err != nil {
		out = append(out, artifacts.Diagnostic{Type: artifacts.ParseErrors, Path: f.Path,
			Language: f.Format, Reason: "syntax"})
	}
	masked := artifacts.Diagnostic{Type: artifacts.Masked, Path: f.Path, Reason: reasonSecretKey}
	for i := range f.Keys {
		if k := &f.Keys[i]; k.Masked {
			if masked.Count++; masked.Line == 0 {
				masked.Line = k.Line
			}
		}
	}
	if masked.Count > 0 {
		out = append(out, masked)
	}
	return out
}

// frequent formats counted names as "a (3), b, …" and sums the counts.
func frequent(names map[string]int) (text string, sum int) {
	list := make([]string, 0, len(names))
	for n, c := range names {
		list = append(list, n)
		sum += c
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(names[b], names[a]),
			cmp.Compare(a, b))
	})
	var out []string
	for i, n := range list {
		switch {
		case i == namesPerNote:
			return strings.Join(append(out, "…"), ", "), sum
		case names[n] > 1:
			out = append(out, fmt.Sprintf("%s (%d)", n, names[n]))
		default:
			out = append(out, n)
		}
	}
	return strings.Join(out, ", "), sum
}

// referenceCounts converts the counts of graphbuild for the artifacts.
func referenceCounts(counts []graphbuild.Count) []artifacts.ReferenceCount {
	out := make([]artifacts.ReferenceCount, len(counts))
	for i, c := range counts {
		out[i] = artifacts.ReferenceCount{Language: c.Language, Kind: c.Kind, Outcome: c.Outcome,
			Count: c.Count}
		if c.Tier != 0 {
			out[i].Tier = c.Tier.String()
		}
	}
	return out
}

// libraryNotes reports the files of libraries that could not be read.
func libraryNotes(l *libs.Libraries) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	for _, f := range l.Failures() {
		out = append(out, artifacts.Diagnostic{Type: artifacts.Library, Path: f.File,
			Reason: f.Why})
	}
	return out
}

// ReasonUnknownLanguage is the reason of files whose names no front end claims.
const ReasonUnknownLanguage = "unknown-language"

// lostNotes reports the definitions of a file that were lost to syntax errors.
func lostNotes(f *parse.Facts) []artifacts.Diagnostic {
	if len(f.Lost) == 0 {
		return nil
	}
	names := make([]string, 0, namesPerNote+1)
	for i, l := range f.Lost {
		if i == namesPerNote {
			names = append(names, "…")
			break
		}
		names = append(names, l.Name)
	}
	return []artifacts.Diagnostic{{Type: artifacts.LostDefinitions, Path: f.Path,
		Language: f.Language, Reason: "syntax", Detail: strings.Join(names, ", "),
		Line:  f.Line(f.Lost[0].At),
		Count: len(f.Lost)}}
}

// unknownNotes returns the lines of diagnostics.jsonl about files of unknown
// languages.
func unknownNotes(byExtension map[string]int) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	for _, ext := range slices.Sorted(maps.Keys(byExtension)) {
		out = append(out, artifacts.Diagnostic{Type: artifacts.UnknownFiles,
			Reason: ReasonUnknownLanguage, Detail: ext, Count: byExtension[ext]})
	}
	return out
}
