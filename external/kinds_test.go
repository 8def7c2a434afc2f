package external

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestWords checks that every value has a distinct keyword and that keywords are
// parsed as they are printed.
func TestWords(t *testing.T) {
	seen := map[string]bool{}
	check := func(kind, word string) {
		t.Helper()
		if key := kind + " " + word; word == "" || strings.Trim(word, "0123456789") == "" ||
			seen[key] {
			t.Errorf("%s has the word %q", kind, word)
		} else {
			seen[key] = true
		}
	}
	for k := Class; k <= Module; k++ {
		check("type", k.String())
	}
	for k := Method; k <= Embedded; k++ {
		check("member", k.String())
	}
	for f := Unknown; f <= Computed; f++ {
		check("form", f.String())
	}
	for m := ByRef; m <= This; m++ {
		check("mode", m.String())
	}
	for v := Public; v <= Internal; v++ {
		check("visibility", v.String())
	}
	for f := Static; f <= Partial; f <<= 1 {
		words := f.Words()
		if len(words) != 1 || FlagOf(words[0]) != f {
			t.Errorf("flag %d has the words %q", f, words)
		}
	}
	for _, word := range RuleWords() {
		if words := RuleOf(word).Words(); len(words) != 1 || words[0] != word {
			t.Errorf("rule %s has the words %q", word, words)
		}
	}
	if len(RuleWords()) != len(rules) {
		t.Errorf("rules %v", RuleWords())
	}
	if FlagOf("statik") != 0 || RuleOf("clazz") != 0 || ByValue.String() != "" {
		t.Error("a word means something that it should not")
	}
	if got := TypeKind(200).String(); got != "200" {
		t.Errorf("an unknown kind is written %q", got)
	}
	if got := (Static | Extension).Words(); len(got) != 2 || got[0] != "static" ||
		got[1] != "extension" {
		t.Errorf("static extension is written %v", got)
	}
}

func TestSignatureOfATypeRef(t *testing.T) {
	sig := Member{Name: CallName, Kind: Call}
	fn := TypeRef{Form: Func, Members: []Member{sig}}
	if got := fn.Signature(); got == nil || got.Kind != Call {
		t.Errorf("signature of a function: %v", got)
	}
	for _, ref := range []TypeRef{{Form: Object, Members: []Member{sig}}, {Form: Func}, {}} {
		if got := ref.Signature(); got != nil {
			t.Errorf("signature of %s: %v", ref.Form, got)
		}
	}
}

// TestCallSignature checks that the call signature of a TypeScript interface is
// preferred to its methods.
func TestCallSignature(t *testing.T) {
	typ := Type{Kind: Interface, Members: []Member{
		{Name: CallName, Kind: Call},
		{Name: "apply", Kind: Method, Flags: Abstract},
	}}
	if got := typ.Signature(); got == nil || got.Name != CallName {
		t.Errorf("got %v", got)
	}
	if got := (&Type{Kind: Interface}).Signature(); got != nil {
		t.Errorf("signature of an empty interface: %v", got)
	}
}

// TestLocal cuts off the namespace, but not from a name that merely begins like it.
func TestLocal(t *testing.T) {
	for _, test := range []struct{ name, namespace, want string }{
		{"A.B.List<>.Enumerator", "A.B", "List<>.Enumerator"},
		{"Array", "", "Array"},
		{"net/http.Client", "net/http", "Client"},
	} {
		typ := Type{Name: test.name, Namespace: test.namespace}
		if got := typ.LocalName(); got != test.want {
			t.Errorf("%s in %s: got %s, want %s", test.name, test.namespace, got, test.want)
		}
	}
}

func TestAlone(t *testing.T) {
	p := Open("dotnet")
	alone := p.WithoutLibraries()
	if alone.Name != "dotnet" || alone.Type("System.String") == nil {
		t.Error("the platform alone does not have its own types")
	}
	if alone.Type("Moq.Mock<>") != nil || p.Type("Moq.Mock<>") == nil {
		t.Error("the platform alone has the libraries, or the whole does not")
	}
	var none *Platform
	if none.WithoutLibraries() != nil {
		t.Error("no platform alone is one")
	}
}

// TestDictionary checks that strings shared by several blocks are in the dictionary:
// the most useful ones last, those of few blocks not at all.
func TestDictionary(t *testing.T) {
	all := maker{rand.New(rand.NewPCG(5, 5))}.declared()
	var spaces []*spaceWriter
	for i := range all {
		s, err := writeSpace(&all[i])
		if err != nil {
			t.Fatal(err)
		}
		spaces = append(spaces, s)
	}
	dict := string(dictionary(spaces))
	system, key := strings.Index(dict, "System.Object"), strings.Index(dict, "TKey")
	if system < 0 || key < 0 || system < key {
		t.Errorf("System.Object is at %d, TKey at %d of %q", system, key, dict)
	}
	if strings.Contains(dict, "\x01T") || len(dict) > dictSize {
		t.Errorf("the dictionary has what does not pay: %q", dict)
	}
	if got := dictionary(nil); len(got) != 0 {
		t.Errorf("the dictionary of nothing is %q", got)
	}
}
