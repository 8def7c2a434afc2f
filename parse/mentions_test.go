package parse

import (
	"strings"
	"testing"
)

func TestMentions(t *testing.T) {
	text := "package shop\n\nimport \"net/http\"\n\nfunc get() { http.Get(\"/orders\") }\n"
	for _, tt := range []struct {
		words []string
		want  bool
	}{
		{nil, false},
		{[]string{"http.Post", "http.Get"}, true},
		{[]string{"http.Post", "http.Head"}, false},
		{[]string{"package"}, true}, // at the start
		{[]string{"\") }\n"}, true}, // at the end
		{[]string{text}, true},
		{[]string{text + "x"}, false},
		{[]string{"get"}, true}, // shorter than a gram
		{[]string{"put"}, false},
		{[]string{"orders shop"}, false},
		{[]string{""}, true},
	} {
		plain := Source{Text: text}
		quick := Source{Text: text, Grams: new(GramSet)}
		if plain.ContainsAny(tt.words) != tt.want || quick.ContainsAny(tt.words) != tt.want {
			t.Errorf("%q: %v without grams, %v with them; want %v", tt.words,
				plain.ContainsAny(tt.words), quick.ContainsAny(tt.words), tt.want)
		}
	}
}

// GramSet decide most queries; otherwise they would be useless.
func TestGramsLack(t *testing.T) {
	var g GramSet
	g.read(strings.Repeat("func main() { fmt.Println(os.Args) }\n", 1000))
	for _, w := range []string{"http.Get", "gorm", "ServeMux", "func f"} {
		if !g.lacks(w) {
			t.Errorf("%q may be in the text", w)
		}
	}
	for _, w := range []string{"Println", "func", "}\nfunc main", "no"} {
		if g.lacks(w) {
			t.Errorf("%q cannot be in the text", w)
		}
	}
}

// The grams of one file must not affect the next.
func TestGramsReset(t *testing.T) {
	g := new(GramSet)
	first, second := Source{Text: "http.Get", Grams: g}, Source{Text: "gorm.Open", Grams: g}
	if !first.Contains("http.Get") {
		t.Error("http.Get is in the first text")
	}
	g.Reset()
	if !second.Contains("gorm.Open") || second.Contains("http.Get") {
		t.Error("the second text has gorm.Open alone")
	}
	g.Reset()
	if empty := (Source{Grams: g}); empty.Contains("gorm") || !empty.Contains("") {
		t.Error("an empty text has no word")
	}
}

func FuzzGrams(f *testing.F) {
	f.Add("func main() {}", "main")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, text, word string) {
		s := Source{Text: text, Grams: new(GramSet)}
		if got, want := s.Contains(word), strings.Contains(text, word); got != want {
			t.Errorf("%q in %q: %v, want %v", word, text, got, want)
		}
	})
}
