package tokens

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"seedgraph/testkit/longtest"
)

var splitters = map[string]splitter{O200k: splitO200k, Cl100k: splitCl100k}

func pieces(s string, split splitter) []string {
	var all []string
	for i := 0; i < len(s); {
		end := split(s, i)
		all = append(all, s[i:end])
		i = end
	}
	return all
}

// The published patterns as far as package regexp can express them: \s is
// spelled out, because it is ASCII-only there, and \s+(?!\S) is left to
// splitByPattern. Possessive quantifiers are dropped: the text that they match
// can never be matched by the rest of the pattern.
var patterns = map[string]*regexp.Regexp{
	Cl100k: spelledOut(`'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+\z|\s*[\r\n]|(\s+)`),
	O200k: spelledOut(`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|(\s+)`),
}

func spelledOut(pattern string) *regexp.Regexp {
	const members = `\t-\r\x{85}\p{Z}`
	pattern = strings.ReplaceAll(pattern, `[^\s`, `[^`+members)
	return regexp.MustCompile(`\A(?:` + strings.ReplaceAll(pattern, `\s`, `[`+members+`]`) + `)`)
}

func splitByPattern(s string, pattern *regexp.Regexp) []string {
	var all []string
	for s != "" {
		m := pattern.FindStringSubmatchIndex(s)
		end := m[1]
		if blanks := m[2] >= 0; blanks && end < len(s) {
			if _, n := utf8.DecodeLastRuneInString(s[:end]); n < end {
				end -= n // \s+(?!\S) leaves one for the next piece
			}
		}
		all = append(all, s[:end])
		s = s[end:]
	}
	return all
}

var atoms = strings.Split("a|B|s|S|ſ|'|'s|'LL|'Ve|'re|'d|1|22|٣|Ⅷ|²| |  |\t|\n|\r\n|\r|\u00a0|\u2028|\u3000|\u0085|\v|\f|/|//|=|{|"+
	"\ufeff|\u200d|é|É|ǅ|ʰ|漢|字|\u0301|\u20dd|\u0903|👩|\ufe0f|_|$|İ|ß|\u212a|\x00|\x7f|_a|\u180e|\u200b|name|Value|HTTP|://|;\n|\n\n|    ", "|")

// randomText concatenates texts that the patterns distinguish, and some random
// characters.
func randomText(r *rand.Rand) string {
	var sb strings.Builder
	for range 1 + r.IntN(25) {
		switch r.IntN(20) {
		case 0:
			sb.WriteRune(rune(r.IntN(0x3000)))
		case 1:
			sb.WriteRune(rune(r.IntN(utf8.MaxRune))) // U+FFFD for a surrogate
		default:
			sb.WriteString(atoms[r.IntN(len(atoms))])
		}
	}
	return sb.String()
}

func TestPiecesOfTexts(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{O200k, "HTTPServer.ServeHTTP2(w)", "HTTPServer|.Serve|HTTP|2|(w|)"},
		{O200k, "parseJSONFile don't DON'T x'ſy", "parse|JSONFile| don't| DON'T| x'ſ|y"},
		{Cl100k, "parseJSONFile don't DON'T x'ſy", "parseJSONFile| don|'t| DON|'T| x|'ſ|y"},
		{O200k, "12345 678", "123|45| |678"},
		{O200k, "\t\t\tx \n \n", "\t\t|\tx| \n \n"},
		{O200k, "a  b   \n\n   c", "a| | b|   \n\n|  | c"},
		{O200k, "x;\n//\ny", "x|;\n//\n|y"},
		{Cl100k, "x;\n//\ny", "x|;\n|//\n|y"},
		{O200k, "x\n  ", "x|\n|  "},
		{Cl100k, "x\n  ", "x|\n  "},
		{O200k, "ABCé漢DE", "ABCé漢|DE"},
		{O200k, "A漢B", "A漢|B"},
		{O200k, "\u0301AB", "\u0301|AB"},
		{O200k, "\u0301ab", "\u0301ab"},
		{O200k, "a\xff\xffb", "a|\xff\xff|b"},
	}
	for _, tt := range tests {
		got := strings.Join(pieces(tt.text, splitters[tt.name]), "|")
		if got != tt.want {
			t.Errorf("%s: %q is cut %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestSplittersFollowThePublishedPatterns(t *testing.T) {
	longtest.NotRaced(t)
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		checkPieces(t, randomText(r))
	}
}

func checkPieces(t *testing.T, text string) {
	t.Helper()
	for name, split := range splitters {
		got, want := pieces(text, split), splitByPattern(text, patterns[name])
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %q is cut %q, want %q", name, text, got, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"x'LL \n \t\n  b", "A\u0301漢Bc'ſ", "\xff\x00\u2028 1234"} {
		f.Add(s)
	}
	f.Fuzz(checkPieces)
}
