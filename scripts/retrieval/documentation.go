package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"seedgraph/graph"
	"seedgraph/testkit/benchtree"
	"seedgraph/tokens"
)

// A sentence of documentation that names one definition is a request with a known
// answer: its other words describe the definition, and were written for readers and not
// for a search. The tasks of a documentation set are such sentences.

const (
	leastWords      = 5  // of a sentence that are not stop words
	mostWords       = 14 // such words
	mostWordsInAll  = 22
	leastNameLength = 4
	mostDefinitions = 2  // files that define a name, so that the answer is unambiguous
	mostPerFile     = 2  // tasks with one answer
	mostTasks       = 40 // of a set
)

// documentationSource and documentationExclude select the files that a
// documentation set indexes.
var (
	documentationSource  = strings.Fields("cs go java py ts tsx js jsx mjs")
	documentationExclude = `(?i)(^|/)(tests?|__tests__|specs?|examples?|samples?|demo|benchmarks?|` +
		`vendor|node_modules|docs?|website|testdata|fixtures|dist|build|third_party|e2e)/|` +
		`_test\.|\.test\.|\.spec\.|tests?\.(java|cs)$|\.min\.js|\.d\.ts$`
)

var (
	documentFile    = regexp.MustCompile(`\.(md|mdx|rst|adoc)$`)
	documentExclude = regexp.MustCompile(`(?i)change|history|license|release|contribut|news|security|` +
		`/blog/|node_modules|vendor|code_of|migrat|upgrad`)
	fencedCode  = regexp.MustCompile("(?s)```.*?```|~~~.*?~~~|<!--.*?-->")
	listItem    = regexp.MustCompile(`^([-*+]|\d+[.)])\s+`)
	ruleLine    = regexp.MustCompile(`^[=\-~^"*+#.|: ]{3,}$`)
	indented    = regexp.MustCompile(`^(    |\t)`)
	sentenceEnd = regexp.MustCompile("[.!?]\\s+[A-Z`*:]")
	// codeSpan matches names in Markdown and in reStructuredText, with or without a role.
	codeSpan = regexp.MustCompile("(?::[a-z:]+:)?`{1,2}([^`]+?)`{1,2}_{0,2}")
	linkText = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	markup   = regexp.MustCompile(`<[^>]+>|https?://\S+|[*_|{}\[\]]|&\w+;`)
	spaces   = regexp.MustCompile(`\s+`)
)

// documents returns the documentation files among the files of a commit.
func documents(files []benchtree.File) []string {
	var list []string
	for _, f := range files {
		if f.HasText() && documentFile.MatchString(f.Path) && !documentExclude.MatchString(f.Path) {
			list = append(list, f.Path)
		}
	}
	return list
}

// documentationTasks derives tasks from the documents in tree and the definitions
// of its index.
func documentationTasks(set, tree string, nodes []node) ([]task, error) {
	files := definingFiles(nodes)
	var found []task
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !documentFile.MatchString(path) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found = append(found, tasksOf(set, string(text), files)...)
		return nil
	})
	return sample(found), err
}

// definingFiles returns the files that define types and functions, by the last parts of
// their names; files are sorted.
func definingFiles(nodes []node) map[string][]string {
	files := map[string][]string{}
	for _, n := range nodes {
		name := lastName(n.Name)
		if n.Path != "" && isAnswer(n.Kind) && !slices.Contains(files[name], n.Path) {
			files[name] = append(files[name], n.Path)
		}
	}
	for _, list := range files {
		slices.Sort(list)
	}
	return files
}

// isAnswer reports whether nodes of a kind may be the answer of a task.
func isAnswer(k graph.NodeKind) bool {
	return k.Domain() == graph.Code && (k.IsType() || k.IsCallable()) && k != graph.KindProperty
}

// tasksOf returns tasks from the sentences of a text that name one of the
// definitions, in order.
func tasksOf(set, text string, files map[string][]string) []task {
	var tasks []task
	for _, block := range blocks(text) {
		for _, sentence := range sentences(block) {
			name, query, ok := request(sentence)
			defined := files[name]
			if !ok || len(defined) == 0 || len(defined) > mostDefinitions {
				continue
			}
			hash := benchtree.Sum(strings.NewReader(query))
			t := task{ID: fmt.Sprintf("%s-%.8s", set, hash), Query: query, Split: splits[hash[0]%2]}
			for _, file := range defined {
				t.Gold = append(t.Gold, entry{Path: file})
			}
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// blocks splits a text in Markdown, reStructuredText or AsciiDoc into paragraphs, list
// items and table rows, each as one line. Code and headings are dropped.
func blocks(text string) []string {
	var out, open []string
	end := func() {
		if len(open) > 0 {
			out = append(out, strings.Join(open, " "))
		}
		open = nil
	}
	inDirective := false
	for _, line := range strings.Split(fencedCode.ReplaceAllString(text, "\n\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		switch starts := listItem.MatchString(trimmed); {
		case trimmed == "":
			end()
		case strings.HasPrefix(trimmed, ".. "):
			end()
			inDirective = true
		case inDirective && unicode.IsSpace(rune(line[0])) || len(open) == 0 && indented.MatchString(line) && !starts:
		case ruleLine.MatchString(trimmed):
			open = nil // the lines above are a heading
		case trimmed[0] == '#' || strings.HasPrefix(trimmed, "=="):
			end()
		case starts:
			end()
			open, inDirective = []string{listItem.ReplaceAllString(trimmed, "")}, false
		case trimmed[0] == '|':
			end()
			out = append(out, spaces.ReplaceAllString(strings.ReplaceAll(trimmed, "|", " "), " "))
		default:
			open, inDirective = append(open, trimmed), false
		}
	}
	end()
	return out
}

// sentences splits a block into sentences.
func sentences(block string) []string {
	var out []string
	for {
		at := sentenceEnd.FindStringIndex(block)
		if at == nil {
			return append(out, block)
		}
		out = append(out, block[:at[0]+1])
		block = strings.TrimSpace(block[at[0]+1:])
	}
}

// request splits a sentence into the single name in it that is marked as code and
// its other words.
func request(sentence string) (name, query string, ok bool) {
	spans := codeSpan.FindAllStringSubmatch(sentence, -1)
	if len(spans) != 1 {
		return "", "", false
	}
	code := spans[0][1]
	if strings.Contains(strings.TrimSpace(code), " ") && !strings.Contains(code, "(") {
		return "", "", false
	}
	name = lastName(code)
	query = codeSpan.ReplaceAllString(sentence, " ")
	query = markup.ReplaceAllString(linkText.ReplaceAllString(query, "$1"), " ")
	query = strings.Trim(spaces.ReplaceAllString(query, " "), " -–—:.,;")
	return name, query, telling(name) && !says(query, name) && fits(query)
}

// lastName returns the last name in a code span: "run" for
// "~app.Server.run(port)".
func lastName(code string) string {
	code, _, _ = strings.Cut(strings.TrimLeft(strings.TrimSpace(code), "~!."), "(")
	code, _, _ = strings.Cut(code, "<")
	parts := strings.FieldsFunc(code, func(r rune) bool { return strings.ContainsRune(".#:/", r) })
	if len(parts) == 0 {
		return ""
	}
	return strings.TrimSpace(parts[len(parts)-1])
}

// telling reports whether a name is unlikely to be a common word: it has several words,
// or is long, or begins with a capital letter.
func telling(name string) bool {
	if len(name) < leastNameLength {
		return false
	}
	several := strings.Contains(name, "_") ||
		strings.ContainsFunc(name[1:], unicode.IsUpper) && strings.ContainsFunc(name, unicode.IsLower)
	return several || unicode.IsUpper(rune(name[0])) && len(name) > 5 || len(name) > 8
}

// says reports whether a text contains a name, or its plural, as a word.
func says(text, name string) bool {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if strings.EqualFold(word, name) || strings.EqualFold(word, name+"s") {
			return true
		}
	}
	return false
}

// fits reports whether a text has the length of a typical query.
func fits(text string) bool {
	words := strings.Fields(text)
	content := 0
	for _, word := range words {
		if terms := tokens.Terms(nil, word); len(terms) > 0 && terms[0].Kind&tokens.Stop == 0 {
			content++
		}
	}
	return len(words) <= mostWordsInAll && leastWords <= content && content <= mostWords
}

// sample returns some tasks with different texts, chosen and sorted by hashes of
// the texts.
func sample(tasks []task) []task {
	var out []task
	per, last := map[string]int{}, ""
	for _, t := range byHash(tasks, func(t task) string { return t.Query }) {
		if t.Query == last || per[t.Gold[0].Path] >= mostPerFile || len(out) == mostTasks {
			continue
		}
		per[t.Gold[0].Path]++
		last = t.Query
		out = append(out, t)
	}
	return out
}
