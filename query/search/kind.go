package search

import (
	"slices"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// A Kind classifies a query by its form.
type Kind uint8

// The kinds of queries.
const (
	KindSymbol       Kind = iota // one identifier
	KindWords                    // a few words that are not a sentence
	KindChange                   // a change request: "fix …", "add …", "parser: …"
	KindProse                    // a description of code in natural language
	KindArchitecture             // how parts work together
	KindMessage                  // an error message or a stack trace
	KindReport                   // a long text: a bug report, a description of a feature
	KindSentence                 // as many words as a report, in one line
	KindSeeded                   // nodes that change with given ones; see Options.Beside
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

// IsQuestion reports whether a query of the kind asks where something is, and no change or
// report.
func (k Kind) IsQuestion() bool {
	return k == KindSymbol || k == KindWords || k == KindProse || k == KindArchitecture
}

// KindNames lists the kinds.
func KindNames() []string { return kindNames[:] }

const (
	reportWords = 16 // minimum number of words of a report or a long sentence
	fewWords    = 2  // maximum number of words of a query that is not a sentence
)

var (
	// stackFrame matches a frame in the forms of Java and C#, JavaScript, Python,
	// and Go.
	stackFrame = lazyregexp.New(
		`(?m)^\s*at [\w$.<>\[\]/]+ ?\(|^\s+at .+:\d+|^\s*File ".+", line \d+|^\s*\S+\.go:\d+`)
	// errorWord matches the prefixes of error messages.
	errorWord = lazyregexp.New(
		`\b[A-Za-z.]*(Exception|Error)\b: |(?i)^(error|fatal|panic|warning)( \[?\w+\]?)?: `)
	// changeStart matches the beginning of a change request: a verb, or a part of the
	// system before a colon.
	changeStart = lazyregexp.New(`(?i)^\W*(` +
		strings.Join(strings.Fields(changeVerbs+codeVerbs), "|") + `)(s|es|d|ed)?\b|^(adding|bugfix|clean ?up|correctly|do not|don't|fixing|no longer|not|` +
		`properly|removing|returning|stopp(ed|ing)|using)\b|^[\w-]+(\([\w /,-]+\))?!?: `)
	// codeStart matches the beginning of a change request that may also be a description
	// of code.
	codeStart = lazyregexp.New(
		`(?i)^\W*(` + strings.Join(strings.Fields(codeVerbs), "|") + `)(s|es|d|ed)?\b`)
	// sentence matches half of the sentences people write, and one commit subject in
	// fifty: two articles, or an interrogative or distributive word.
	sentence = lazyregexp.New(`(?i)\b(an?|the)\b.*\b(an?|the)\b|` +
		`\b(each|every|how|what|which|who|whether)\b`)
	// complaint matches phrases that describe a defect.
	complaint = lazyregexp.New(`(?i)\b(should|must|cannot|can't|doesn't|don't|isn't|fails?|` +
		`failed|missing|broken|incorrect|wrong|instead of|not (used|working|defined|set|found))\b`)
	// scopeStart matches the part of the system at the beginning of a change request, as
	// in "fix(parser): " and "parser: ".
	scopeStart = lazyregexp.New(`^(?:[\w-]+\(([\w /,.-]+)\)|([\w /,.-]{2,30}))!?: `)
	// asks matches a text that is a question.
	asks = lazyregexp.New(`(?i)^\W*(how|where|when|why|what|which|who|whether|(is|are|does|do|can) ` +
		`(there|it|this|these|we|you|the)|explain|describe|show me)\b|\?\s*$`)
	// asksHow matches a question about how parts work together.
	asksHow = lazyregexp.New(`(?i)^(how|where|when|why|what)\b|` +
		`\b(architecture|design|flow|interact|lifecycle|life cycle|overview|pipeline|structured|workflow)\b`)
)

// changeVerbs and codeVerbs are the first words of change requests. Comments that
// describe code begin with codeVerbs at least as often as change requests do, and with
// changeVerbs less often.
const (
	changeVerbs = `add allow avoid bump change correct deprecate disable disallow drop enable expose
		extend fix hide implement improve include increase introduce limit make merge
		migrate move optimize raise reduce refactor remove rename replace restore restrict
		revert simplify speed split support suppress switch update upgrade use warn`
	codeVerbs = ` check convert create delete ensure extract force handle ignore lower prevent print
		provide reject report require reset return set show skip stop validate wrap`
)

// Asks reports whether a text asks a question instead of requesting a change.
func Asks(text string) bool { return asks.MatchString(text) }

// kindOf classifies a text with the given words.
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

// changeTypes are the types of changes, which by convention may take the place of a part
// of the system in a change request.
var changeTypes = []string{"build", "chore", "ci", "docs", "feat", "feature", "fix", "perf",
	"refactor", "revert", "style", "test", "tests"}

// scopeOf returns the names of the parts of the system at the beginning of a text, in
// lower case.
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

// inScope reports whether one of the names occurs in a path, at the beginning of a word.
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
