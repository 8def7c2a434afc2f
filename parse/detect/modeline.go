package detect

import (
	"regexp"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// modelines is the number of lines at the start and at the end of a file that may
// contain a modeline: the default of Vim, shared by github-linguist.
const modelines = 5

var (
	// vim: set ft=ruby ts=2:, vi:filetype=python, ex: se syntax=c:
	vimLine = lazyregexp.New(`(?:^|\s)(?:vi|[Vv]im\d*|ex)[<=>]?\d*:\s*(?:.*[\s:])?(?:ft|filetype|syntax|syn)=([\w+#-]+)`)
	// -*- python -*-, -*- mode: ruby; coding: utf-8 -*-
	emacsLine = lazyregexp.New(`-\*-(.*?)-\*-`)
	emacsMode = regexp.MustCompile(`(?i)(?:^|;)\s*mode\s*:\s*([\w+#-]+)`)
	emacsName = regexp.MustCompile(`^\s*([\w+#-]+)\s*$`)
)

// modeline returns the file type set by a modeline of Vim or Emacs, or an empty string.
func modeline(head, tail string) string {
	lines := strings.Split(head, "\n")
	lines = lines[:min(len(lines), modelines)]
	last := strings.Split(strings.TrimRight(tail, "\n"), "\n")
	last = last[max(0, len(last)-modelines):]
	for _, line := range append(lines, last...) {
		if m := vimLine.FindStringSubmatch(line); m != nil {
			return m[1]
		}
		if m := emacsLine.FindStringSubmatch(line); m != nil {
			if mode := emacsMode.FindStringSubmatch(m[1]); mode != nil {
				return strings.TrimSuffix(mode[1], "-mode")
			}
			if name := emacsName.FindStringSubmatch(m[1]); name != nil {
				return strings.TrimSuffix(name[1], "-mode")
			}
		}
	}
	return ""
}
