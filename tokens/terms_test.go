package tokens

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"seedgraph/testkit/fuzzseed"
	"seedgraph/testkit/longtest"
)

// render writes terms in one line: plain for a word, ID= for a whole
// identifier, .part for a part; stop words are in parentheses.
func render(terms []Term) string {
	var all []string
	for _, t := range terms {
		s := t.Text
		switch t.Kind &^ (Stop | Compound) {
		case Whole:
			s += "="
		case Part:
			s = "." + s
		}
		if t.Kind&Stop != 0 {
			s = "(" + s + ")"
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

func TestTermsOfTexts(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"server", "server"},
		{"HTTPServer", "httpserver= .http .server"},
		{"parseJSON2Go", "parsejson2go= .pars .json .go"},
		{"snake_case_name", "snake_case_name= .snake .case .name"},
		{"dbo.Order", "dbo order"},
		{"[dbo].[OrderLines]", "dbo orderlines= .order .line"},
		{"orders", "orders= .order"},
		{"_name __init__ m_count _ __", "name init m_count= .count"},
		{"userIDs URLs IDs", "userids= .user .id urls= .url ids= .id"},
		{"IOrderService", "iorderservice= .order .servic"},
		{"sha256 int64 utf8 v2", "sha256= .sha .256 int64= (.int) .64 utf8= .utf v2="},
		{"42 7 0x1F 100ms", "42 0x1f= 100ms= .100 .ms"},
		{"x i a.b", ""},
		{"isValid forEach", "isvalid= (.is) .valid (foreach=) (.for) (.each)"},
		{"If the Order", "(if) (the) order"},
		{"SELECT name FROM dbo.Orders", "select name (from) dbo orders= .order"},
		{"MAX_RETRY_COUNT", "max_retry_count= .max .retri .count"},
		{"GetByIdAsync", "getbyidasync= .get (.by) .id .async"},
		{"kebab-case-name", "kebab case name"},
		{"$scope @Inject #region", "scope inject region"},
		{"don't", "don"},
		{"café Straße ÜberGröße", "café straße übergröße= .über .größe"},
		{"naïveCafé2", "naïvecafé2= .naïve .café"},
		{"e\u0301tat", "e\u0301tat"},
		{"Заказ ЗаказКлиента", "заказ заказклиента= .заказ .клиента"},
		{"用户", "用户"},
		{"用户名称", "用户名称= .用户 .户名 .名称"},
		{"获取User", "获取user= .获取 .user"},
		{"字", "字"},
		{"a—b → order", "order"},
		{"\xffname\xfe", "name"},
		{strings.Repeat("x", 70), strings.Repeat("x", 64)},
		{strings.Repeat("x", 257), ""},
		{strings.Repeat("x", 300) + "éa b", "éa"},
		{strings.Repeat("é", 129), strings.Repeat("é", 32)},
		{strings.Repeat("LongName", 10), strings.Repeat("longname",
			8) + "=" + strings.Repeat(" .long .name", 10)},
	}
	for _, tt := range tests {
		if got := render(Terms(nil, tt.text)); got != tt.want {
			t.Errorf("%.60q\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// Each line holds forms of one word, and after | words that must stay apart.
const stemGroups = `
order orders ordered ordering | ordinal
query queries queried querying
cache caches cached caching | catch
class classes | clause
index indexes indexed indexing indices
type types typed typing | typo
name names named naming
code codes coded coding | cod
file files filed | fill fills filled filling
fill fills filled filling | file
map maps mapped mapping
state states | stat stats
plan plans planned planning | plane planes
route routes routed routing | root
create creates created creating | crate
parse parses parsed parsing
handle handles handled handling | hand
status statuses | stats
alias aliases aliased
address addresses addressed | add
process processes processed processing
response responses
database databases
cookie cookies
entry entries
copy copies copied copying
retry retries retried retrying
key keys keyed
array arrays
add adds added adding | ad
call calls called calling | cal
install installs installed installing
control controls controlled controlling
run runs running | rune runes
use uses | us
match matches matched matching | mate
box boxes boxed boxing
hash hashes hashed hashing | has
size sizes sized sizing
value values | val
node nodes | nod
date dates dated | data
set sets | setting settings
string strings | str string1
build builds building
tree trees
need needs needed
embed embeds embedded embedding
service services | serve
id ids
api apis
test tests tested testing | text
`

func TestStemsJoinFormsAndNothingElse(t *testing.T) {
	stemOf := func(word string) string {
		var buf [MaxTerm]byte
		return string(buf[:stem(&buf, []byte(word))])
	}
	for line := range strings.Lines(strings.TrimSpace(stemGroups)) {
		forms, others, _ := strings.Cut(strings.TrimSpace(line), "|")
		first := strings.Fields(forms)[0]
		want := stemOf(first)
		for _, w := range strings.Fields(forms) {
			if got := stemOf(w); got != want {
				t.Errorf("stem of %s is %s, that of %s is %s", w, got, first, want)
			}
		}
		for _, w := range strings.Fields(others) {
			if stemOf(w) == want {
				t.Errorf("%s and %s share the stem %s", w, first, want)
			}
		}
	}
}

func TestWordsWithoutAnEndingStay(t *testing.T) {
	for _, w := range strings.Fields("sing ring bring thing bus gas yes its this red feed speed class status tls dns os as be go") {
		var buf [MaxTerm]byte
		if got := string(buf[:stem(&buf, []byte(w))]); got != w {
			t.Errorf("stem of %s is %s", w, got)
		}
	}
}

// Whatever the stems are, all forms must share them everywhere: a word must be
// found as a whole text, as a part, in upper case and in the plural.
func TestTheSameWordHasTheSameTermEverywhere(t *testing.T) {
	part := func(text string, i int) string {
		var parts []string
		for _, term := range Terms(nil, text) {
			if term.Kind&Part != 0 {
				parts = append(parts, term.Text)
			}
		}
		if i >= len(parts) {
			t.Fatalf("%q has only the parts %q", text, parts)
		}
		return parts[i]
	}
	for _, w := range []string{"order", "query", "cache", "handler", "string", "value", "retry",
		"address"} {
		title := strings.ToUpper(w[:1]) + w[1:]
		want := part(w, 0)
		for text, i := range map[string]int{
			title: 0, strings.ToUpper(w): 0, "my" + title: 1, w + "_x2": 0,
			strings.ToUpper(w) + "_ID": 0,
			title + "Factory":          0, "HTTP" + title: 1, "in2" + w: 1, "the " + w + "!": 1,
		} {
			if got := part(text, i); got != want {
				t.Errorf("%q has the part %q, want %q", text, got, want)
			}
		}
	}
}

func TestCompoundsAreOfSeveralParts(t *testing.T) {
	var got []string
	for _, term := range Terms(nil, "getUsers servers of user_ids isValid sha256 x1") {
		if term.Kind&Compound != 0 {
			got = append(got, term.Key())
		}
	}
	if want := "=getusers =user_ids =isvalid =sha256 =x1"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKeys(t *testing.T) {
	var got []string
	for _, term := range Terms(nil, "getUsers servers order") {
		got = append(got, term.Key())
	}
	if want := "=getusers get user =servers server order"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStopWords(t *testing.T) {
	words := strings.Fields(stopWords)
	seen := make(map[string]bool)
	for _, w := range words {
		if !isStop([]byte(w)) {
			t.Errorf("%s is not found", w)
		}
		if len(w) > longestStop || seen[w] {
			t.Errorf("%s is too long or stands twice", w)
		}
		seen[w] = true
	}
	for _, w := range []string{"order", "iff", "th", "thee", "type", "case", "default", "select",
		"string", "get", "set", "async"} {
		if isStop([]byte(w)) {
			t.Errorf("%s is a stop word", w)
		}
	}
	for _, w := range words {
		if got := Terms(nil, w); len(w) > 1 &&
			(len(got) != 1 || got[0] != (Term{w, Whole | Part | Stop})) {
			t.Errorf("terms of %s: %v", w, got)
		}
	}
}

func FuzzEach(f *testing.F) {
	fuzzseed.Add(f, "HTTPServer parse_json2Go", "用户名称ÜberGröße_1", "\xff\u0301__a_B",
		strings.Repeat("é", 300))
	var used Analyzer
	f.Fuzz(func(t *testing.T, text string) { checkTerms(t, &used, text) })
}

// checkTerms checks invariants of all texts.
func checkTerms(t *testing.T, used *Analyzer, text string) {
	t.Helper()
	terms := Terms(nil, text)
	var again []Term
	used.Each(text, func(term []byte, kind TermKind) {
		again = append(again,
			Term{string(term), kind})
	})
	if !slices.Equal(terms, again) {
		t.Fatalf("%q: a used analyzer gives %v, a new one %v", text, again, terms)
	}
	for _, term := range terms {
		if n := len(term.Text); n == 0 || n > MaxTerm || !utf8.ValidString(term.Text) ||
			term.Kind&(Whole|Part) == 0 || term.Kind&Compound != 0 && term.Kind&^Stop != Whole|Compound {
			t.Fatalf("%q: term %q of kind %d", text, term.Text, term.Kind)
		}
		for _, r := range term.Text {
			if !unicode.In(r, unicode.L, unicode.M, unicode.N) && r != '_' ||
				r != unicode.ToLower(r) {
				t.Fatalf("%q: term %q", text, term.Text)
			}
		}
	}
	var split []Term
	emit := func(term []byte, kind TermKind) { split = append(split, Term{string(term), kind}) }
	new(Analyzer).Split(text, func(id string) {
		if strings.ContainsFunc(id, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Fatalf("%q: %q is not ASCII", text, id)
		}
		used.Identifier(id, emit) // a different text, as far as the analyzer knows
	}, emit)
	if !slices.Equal(terms, split) {
		t.Fatalf("%q: identifier by identifier the terms are %v, not %v", text, split, terms)
	}
	joined := Terms(slices.Clone(terms), text)
	if !slices.Equal(Terms(nil, text+" "+text), joined) {
		t.Fatalf("%q twice has other terms than twice its terms", text)
	}
}

func TestTermsOfRandomTexts(t *testing.T) {
	longtest.NotRaced(t)
	r := rand.New(rand.NewPCG(1, 1))
	var used Analyzer
	for range 20_000 {
		checkTerms(t, &used, randomText(r))
	}
}
