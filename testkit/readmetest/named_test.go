package readmetest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNamedCommandsExist looks up the commands and flags named in the tables and sentences of the
// pages in the generated help, because commands with placeholders as arguments cannot run.
func TestNamedCommandsExist(t *testing.T) {
	// by command; those that print completions have no page
	help := map[string]string{"indexer completion": "-", "query completion": "-"}
	all := readPages(t)
	linked := regexp.MustCompile(`\]\(([a-z]+-[a-z]+\.md)\)`)
	for file, page := range all {
		if file != indexPage {
			for _, link := range linked.FindAllStringSubmatch(page, -1) {
				page += strings.TrimPrefix(all[link[1]], "# ")
			}
		}
		for _, section := range regexp.MustCompile(`(?m)^##? `).Split(page, -1) {
			name, text, _ := strings.Cut(section, "\n")
			help[strings.TrimSpace(name)] = text
		}
	}
	inDocs, err := filepath.Glob(filepath.Join(docs, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, page := range append(pages, inDocs...) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range namedCommands(string(data)) {
			checked++
			for _, wrong := range unknownWords(line, help) {
				t.Errorf("%s: `%s`: the help has no %s", filepath.Base(page), line, wrong)
			}
		}
	}
	if checked < 40 {
		t.Errorf("%d commands were found in the pages", checked)
	}
}

// namedCommands returns the command lines in the text of a page: those in backticks,
// and those in blocks that are displayed but not run. Commands joined by a pipe are
// separate.
func namedCommands(page string) []string {
	var spans []string
	for _, b := range blocks(page) {
		text := strings.Join(b.lines, "\n")
		switch strings.TrimSpace(b.kind) {
		case "":
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
				spans = append(spans, m[1])
			}
		case "sh":
			spans = append(spans, b.lines...)
		}
	}
	var out []string
	for _, span := range spans {
		span, _, _ = strings.Cut(span, " #")
		for _, part := range regexp.MustCompile(`\\?\| | -- `).Split(span, -1) {
			part = strings.TrimSpace(part)
			if strings.HasPrefix(part, "query ") || strings.HasPrefix(part, "indexer ") {
				out = append(out, part)
			}
		}
	}
	return out
}

// unknownWords returns the subcommand and the flags of a command line that are in
// no help.
func unknownWords(line string, help map[string]string) []string {
	words := strings.Fields(line)
	command := words[0]
	var out []string
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "-") {
			flag, _, _ := strings.Cut(w, "=")
			flags := regexp.MustCompile(`(^|[\s(` + "`" + `])` + regexp.QuoteMeta(flag) + `\b`)
			if flag != "-" && !flags.MatchString(help[command]) && !flags.MatchString(help[words[0]]) {
				out = append(out, "flag "+flag)
			}
		} else if command == words[0] {
			command += " " + w
			if help[command] == "" {
				return []string{"command " + command}
			}
		}
	}
	return out
}

// TestUnknownWords checks that a misspelt command or flag is reported, but
// arguments are not.
func TestUnknownWords(t *testing.T) {
	help := map[string]string{"query": "-a, --artifacts DIR", "query impact": "--until WORD"}
	for line, want := range map[string]string{
		"query impact Order.Total --until tests -a x.sg": "",
		"query impcat Order.Total":                       "command query impcat",
		"query impact --untl=tests --artifacts x.sg":     "flag --untl",
		"query impact --unti":                            "flag --unti",
	} {
		if got := strings.Join(unknownWords(line, help), ", "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	page := "Ask `query show A \\| query fetch -`, not `show`.\n```sh\nindexer build # now\n```\n"
	got := strings.Join(namedCommands(page), "; ")
	if want := "query show A; query fetch -; indexer build"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
