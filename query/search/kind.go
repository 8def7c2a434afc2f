package search

import (
	"slices"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// A Kind says what a query is, as far as its form tells.
type Kind uint8

// The kinds of queries.
const (
	KindSymbol       Kind = iota // one identifier
	KindWords                    // a few words that are not a sentence
	KindChange                   // a change to be made: "fix …", "add …", "parser: …"
	KindProse                    // what code does, in a person's words
	KindArchitecture             // how parts work together
	KindMessage                  // an error message or a stack trace
	KindReport                   // a page: a bug report, a description of a feature
	KindSentence                 // as many words as a page, in one line
	KindBeside                   // what changes with given nodes; see Options.Beside
	numKinds
)

var kindNames = [numKinds]string{"symbol", "words", "change", "prose", "architecture", "message",
	"report", "sentence", "beside"}

// String returns the name of the kind.
func (k Kind) String() string {
	if k >= numKinds {
		return "invalid"
	}
	return kindNames[k]
}

// KindNames lists the kinds.
func KindNames() []string { return kindNames[:] }

const (
	reportWords = 16 // of a report or a long sentence, at least
	fewWords    = 2  // of a query that is no sentence, at most
)

var (
	// stackFrame matches a frame in the forms of Java and C#, JavaScript, Python,
	// and Go.
	stackFrame = lazyregexp.New(
		`(?m)^\s*at [\w$.<>\[\]/]+ ?\(|^\s+at .+:\d+|^\s*File ".+", line \d+|^\s*\S+\.go:\d+`)
	// errorWord matches what programs call their errors.
	errorWord = lazyregexp.New(
		`\b[A-Za-z.]*(Exception|Error)\b: |(?i)^(error|fatal|panic|warning)( \[?\w+\]?)?: `)
	// changeStart matches the beginning of a request for a change: a verb, or a part
	// of the system before a colon.
	changeStart = lazyregexp.New(`(?i)^\W*(` +
		strings.Join(strings.Fields(changeVerbs+codeVerbs), "|") + `)(s|es|d|ed)?\b|^(adding|bugfix|clean ?up|correctly|do not|don't|fixing|no longer|not|` +
		`properly|removing|returning|stopp(ed|ing)|using)\b|^[\w-]+(\([\w /,-]+\))?!?: `)
	// codeStart matches the beginning of a request for a change that may as well say what
	// code does.
	codeStart = lazyregexp.New(
		`(?i)^\W*(` + strings.Join(strings.Fields(codeVerbs), "|") + `)(s|es|d|ed)?\b`)
	// sentence matches what half of the sentences of people have, and one subject of a commit
	// in fifty: two articles, or a word that asks or counts out.
	sentence = lazyregexp.New(`(?i)\b(an?|the)\b.*\b(an?|the)\b|` +
		`\b(each|every|how|what|which|who|whether)\b`)
	// complaint matches what is said of something that is to be changed.
	complaint = lazyregexp.New(`(?i)\b(should|must|cannot|can't|doesn't|don't|isn't|fails?|` +
		`failed|missing|broken|incorrect|wrong|instead of|not (used|working|defined|set|found))\b`)
	// scopeStart matches the part of the system that a request for a change begins with,
	// as in "fix(parser): " and "parser: ".
	scopeStart = lazyregexp.New(`^(?:[\w-]+\(([\w /,.-]+)\)|([\w /,.-]{2,30}))!?: `)
	// asks matches a text that is a question.
	asks = lazyregexp.New(`(?i)^\W*(how|where|when|why|what|which|who|whether|(is|are|does|do|can) ` +
		`(there|it|this|these|we|you|the)|explain|describe|show me)\b|\?\s*$`)
	// asksHow matches a question of how parts work together.
	asksHow = lazyregexp.New(`(?i)^(how|where|when|why|what)\b|` +
		`\b(architecture|design|flow|interact|lifecycle|life cycle|overview|pipeline|structured|workflow)\b`)
)

// changeVerbs and codeVerbs are what requests for changes begin with. Comments that say what
// code does begin with those of codeVerbs at least as often, and with the others less.
const (
	changeVerbs = `add allow avoid bump change correct deprecate disable disallow drop enable expose
		extend fix hide implement improve include increase introduce limit make merge
		migrate move optimize raise reduce refactor remove rename replace restore restrict
		revert simplify speed split support suppress switch update upgrade use warn`
	codeVerbs = ` check convert create delete ensure extract force handle ignore lower prevent print
		provide reject report require reset return set show skip stop validate wrap`
)

// Asks reports whether a text asks a question instead of stating what is to be done.
func Asks(text string) bool { return asks.MatchString(text) }

// kindOf decides what a text is; words are its words.
func kindOf(text string, words []string, bare bool) Kind {
	switch {
	case bare:
		return KindSymbol
	case len(words) >= reportWords && !strings.Contains(strings.TrimSpace(text), "\n"):
		return KindSentence
	case len(words) >= reportWords:
		return KindReport
	case stackFrame.MatchString(text) || errorWord.MatchString(text):
		return KindMessage
	case asksHow.MatchString(text):
		return KindArchitecture
	case changeStart.MatchString(text) || complaint.MatchString(text):
		return KindChange
	case len(words) <= fewWords:
		return KindWords
	}
	return KindProse
}

// changeTypes are what requests for changes begin with in place of a part of the
// system, where a convention asks for the type of the change.
var changeTypes = []string{"build", "chore", "ci", "docs", "feat", "feature", "fix", "perf",
	"refactor", "revert", "style", "test", "tests"}

// scopeOf returns the names of the parts of the system that a text begins with, in
// small letters.
func scopeOf(text string) []string {
	m := scopeStart.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return slices.DeleteFunc(
		strings.FieldsFunc(strings.ToLower(m[1]+m[2]), func(r rune) bool {
			return r == ',' || r == '/' || r == ' '
		}),
		func(s string) bool { return len(s) < 2 || slices.Contains(changeTypes, s) })
}

// inScope reports whether a path has one of the names at the beginning of a word.
func inScope(path string, scope []string) bool {
	path = strings.ToLower(path)
	for _, name := range scope {
		for at := 0; ; {
			i := strings.Index(path[at:], name)
			if i < 0 {
				break
			}
			at += i
			if at == 0 || !isWord(path[at-1:at]) {
				return true
			}
			at += len(name)
		}
	}
	return false
}
