package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A set has the questions about one commit of a repository.
type set struct {
	Repository string      `yaml:"repository"` // OWNER/NAME
	Commit     string      `yaml:"commit"`     // 40 hexadecimal digits
	Questions  []*question `yaml:"questions"`

	file string
}

// A question is answered by one command of query. Its complete answer is known from
// reading.
type question struct {
	ID     string   `yaml:"id"`     // unique in its set; begins with the name of the command
	Ask    string   `yaml:"ask"`    // the question in words
	Query  string   `yaml:"query"`  // the command and its arguments
	Answer string   `yaml:"answer"` // yes, no or unknown, only for path
	Truth  []item   `yaml:"truth"`
	Accept []item   `yaml:"accept"` // neither required nor wrong
	Grep   []string `yaml:"grep"`   // commands that answer it without an index
	Note   string   `yaml:"note"`   // how the truth was determined

	query []string
	grep  []pipeline
}

// An item is a part of an answer: the places that state it, of which any one is
// enough.
type item struct{ places []place }

// A place is a line of a file.
type place struct {
	path string
	line int // from 1
}

func (p place) String() string { return p.path + ":" + strconv.Itoa(p.line) }

// String formats an item as it is written in a set.
func (i item) String() string {
	var places []string
	for _, p := range i.places {
		places = append(places, p.String())
	}
	return strings.Join(places, " | ")
}

// UnmarshalYAML parses an item: places separated by " | ".
func (i *item) UnmarshalYAML(n *yaml.Node) error {
	var text string
	if err := n.Decode(&text); err != nil {
		return err
	}
	for part := range strings.SplitSeq(text, "|") {
		p, err := readPlace(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		i.places = append(i.places, p)
	}
	return nil
}

// readPlace parses PATH:LINE.
func readPlace(text string) (place, error) {
	at := strings.LastIndexByte(text, ':')
	line, err := strconv.Atoi(text[at+1:])
	if at <= 0 || err != nil || line < 1 {
		return place{}, fmt.Errorf("%q is no place: want PATH:LINE", text)
	}
	p := place{text[:at], line}
	if path.Clean(p.path) != p.path || !filepath.IsLocal(p.path) {
		return place{}, fmt.Errorf("%q is no path from the root of the tree", p.path)
	}
	return p, nil
}

// questionKeys are the keys of a question.
var questionKeys = []string{"id", "ask", "query", "answer", "truth", "accept", "grep", "note"}

// UnmarshalYAML decodes a question; errors name it.
func (q *question) UnmarshalYAML(n *yaml.Node) error {
	type plain question
	var id struct {
		ID string `yaml:"id"`
	}
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a question is a mapping", n.Line)
	}
	_ = n.Decode(&id) // errors in it are reported below
	err := n.Decode((*plain)(q))
	for i := 0; err == nil && i < len(n.Content); i += 2 {
		if key := n.Content[i]; !slices.Contains(questionKeys, key.Value) {
			err = fmt.Errorf("line %d: unknown key %q", key.Line, key.Value)
		}
	}
	if err == nil {
		err = q.check()
	}
	if err != nil {
		return fmt.Errorf("question %s (line %d): %w", id.ID, n.Line, err)
	}
	return nil
}

// commands are the commands of query that may answer a question.
var commands = []string{"callees", "callers", "changes", "grep", "handlers", "hierarchy", "list",
	"path", "readers", "requests", "senders", "tests", "writers"}

const mostGreps = 3 // of a question

// check reports errors in a question by itself.
func (q *question) check() error {
	var err error
	if q.query, err = words(q.Query); err != nil {
		return fmt.Errorf("query: %w", err)
	}
	for _, command := range q.Grep {
		p, err := readPipeline(command)
		if err != nil {
			return fmt.Errorf("grep %q: %w", command, err)
		}
		q.grep = append(q.grep, p)
	}
	command := q.command()
	switch {
	case q.Ask == "":
		return errors.New("no ask")
	case !slices.Contains(commands, command):
		return fmt.Errorf("query: the command %q is not one of %s", command, strings.Join(commands, ", "))
	case !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(q.ID):
		return errors.New("id: want words of small letters and digits, with hyphens between them")
	case !strings.HasPrefix(q.ID, command+"-"):
		return fmt.Errorf("id: it does not begin with %s-", command)
	case len(q.grep) > mostGreps:
		return fmt.Errorf("%d commands of grep: at most %d", len(q.grep), mostGreps)
	}
	return q.checkAnswer()
}

// checkAnswer checks that answer and truth agree.
func (q *question) checkAnswer() error {
	switch {
	case (q.Answer != "") != (q.command() == "path"):
		return errors.New("answer: path has one, and no other command does")
	case q.Answer != "" && !slices.Contains([]string{"yes", "no", "unknown"}, q.Answer):
		return fmt.Errorf("answer: %q is none of yes, no, unknown", q.Answer)
	case len(q.Truth) == 0 && (q.Answer == "" || q.Answer == "yes"):
		return errors.New("truth: it is empty")
	case len(q.Truth) > 0 && q.Answer != "" && q.Answer != "yes":
		return fmt.Errorf("truth: a path that is not there has none, but the answer is %s", q.Answer)
	}
	return nil
}

// command returns the name of the command of query.
func (q *question) command() string {
	if len(q.query) == 0 {
		return ""
	}
	return q.query[0]
}

// readSets reads the sets of a folder, by file name.
func readSets(dir string) ([]*set, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no set", dir)
	}
	var sets []*set
	var wrong []error
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s, err := readSet(file, text)
		if err != nil {
			wrong = append(wrong, err)
		}
		sets = append(sets, s)
	}
	return sets, errors.Join(wrong...)
}

// readSet parses the text of a file.
func readSet(file string, text []byte) (*set, error) {
	s := &set{file: file}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	err := d.Decode(s)
	if err == nil {
		if more := d.Decode(new(yaml.Node)); !errors.Is(more, io.EOF) {
			err = errors.New("there is something after the first document")
		}
	}
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// check reports errors in a set by itself.
func (s *set) check() error {
	switch {
	case !regexp.MustCompile(`^[\w.-]+/[\w.-]+$`).MatchString(s.Repository):
		return fmt.Errorf("repository: %q is not OWNER/NAME", s.Repository)
	case filepath.Base(s.file) != strings.ReplaceAll(s.Repository, "/", "+")+".yaml":
		return fmt.Errorf("repository: the file of %s is %s.yaml", s.Repository,
			strings.ReplaceAll(s.Repository, "/", "+"))
	case !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(s.Commit):
		return fmt.Errorf("commit: %q is not 40 hexadecimal digits", s.Commit)
	case len(s.Questions) == 0:
		return errors.New("no questions")
	}
	seen := map[string]bool{}
	for _, q := range s.Questions {
		if seen[q.ID] {
			return fmt.Errorf("question %s: another one has this id", q.ID)
		}
		seen[q.ID] = true
	}
	return nil
}

// checkPlaces reports the places of all questions that do not exist in a tree.
func (s *set) checkPlaces(t *tree) error {
	var wrong []error
	for _, q := range s.Questions {
		for _, i := range slices.Concat(q.Truth, q.Accept) {
			for _, p := range i.places {
				if err := t.check(p); err != nil {
					wrong = append(wrong, fmt.Errorf("%s: question %s: %w", s.file, q.ID, err))
				}
			}
		}
	}
	return errors.Join(wrong...)
}
