package search

import "testing"

// unclear has two nodes: one fits a text as a question, by other forms of its words, the
// other as the subject of a change, by more of its words.
func unclear() *memory {
	return newMemory(method("A.reader: reader readers"), method("B.m: reading idle connections"),
		method("C.n: idle"), method("D.o: something else"))
}

// readings searches unclear and returns the factor of each hit from the alternative
// reading.
func readings(t *testing.T, text string, opts Options) map[string]float64 {
	t.Helper()
	opts.Limit = 9
	res, err := Search(unclear(), text, opts)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, h := range res.Hits {
		out[h.Info.Short] = h.Reading
		sum := (h.Text*h.Coverage+h.File.Total()+h.Graph)*h.Size*h.Reading*h.Factor + h.Bonus
		if diff := sum*h.Repeat - h.Score; diff > 1e-9 || diff < -1e-9 {
			t.Errorf("%q: %s has %g, its parts make %g", text, h.Info.Name, h.Score, sum)
		}
	}
	return out
}

// TestAnUnclearTextIsAlsoAChange checks that texts packed into a budget are also read as
// change requests if their form admits it.
func TestAnUnclearTextIsAlsoAChange(t *testing.T) {
	const text = "reading of idle connections"
	got := readings(t, text, Options{Packed: true})
	if len(got) != 3 || got["reader"] >= 1 || got["m"] < 1 || got["n"] >= got["m"] {
		t.Errorf("packed: %v", got)
	}
	for name, x := range got {
		if x < 0.5 || x > 2 {
			t.Errorf("%s: %g, which one reading alone would decide", name, x)
		}
	}
	for what, one := range map[string]struct {
		text string
		opts Options
	}{
		"a list":         {text, Options{}},
		"a change":       {"fix " + text, Options{Packed: true}},
		"a question":     {"how does reading of idle connections work", Options{Packed: true}},
		"few words":      {"idle connections", Options{Packed: true}},
		"the weight off": {text, Options{Packed: true, Weights: weighed(t, "pack-reading", 0)}},
	} {
		for name, x := range readings(t, one.text, one.opts) {
			if x != 1 {
				t.Errorf("%s: %s counts %g", what, name, x)
			}
		}
	}
	if got := readings(t, text, Options{Weights: weighed(t, "reading", 1)}); got["reader"] >= 1 {
		t.Errorf("a list with the weight: %v", got)
	}
}

// TestWhatCodeDoesIsAlsoProse covers change requests that begin with a verb that also
// describes code.
func TestWhatCodeDoesIsAlsoProse(t *testing.T) {
	for what, opts := range map[string]Options{"a list": {}, "a budget": {Packed: true}} {
		for _, verb := range []string{"return", "Validates", "checked", "(handle"} {
			got := readings(t, verb+" reading of idle connections", opts)
			if len(got) != 2 || got["n"] <= 1 || got["m"] >= 1 { // prose does not require all words
				t.Errorf("%s, %s: %v", what, verb, got)
			}
		}
		for _, text := range []string{"fix the reading of an idle connection", "hide each reading of idle connections",
			"limit how many readings of idle connections", "an idle connection must fail without the reading"} {
			got := readings(t, text, opts)
			if len(got) < 2 || got["n"] <= 1 || got["m"] >= 1 {
				t.Errorf("%s, %s: %v", what, text, got)
			}
		}
		for _, verb := range []string{"fix", "fix the", "hide teachers", "Adds", "rename", "returning", "parser: return"} {
			for name, x := range readings(t, verb+" reading of idle connections", opts) {
				if x != 1 {
					t.Errorf("%s, %s: %s counts %g", what, verb, name, x)
				}
			}
		}
	}
}

// TestTheOtherReadingIsStated checks the alternative reading in the result.
func TestTheOtherReadingIsStated(t *testing.T) {
	for text, want := range map[string]Reading{
		"reading of idle connections": {KindChange, true, true},
		"return idle connections":     {KindProse, true, false},
		"fix reading of connections":  {},
		"how are connections idle":    {},
		"idle connections":            {},
		"return":                      {},
	} {
		res, err := Search(unclear(), text, Options{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if res.Other != want {
			t.Errorf("%q: %v", text, res.Other)
		}
	}
}

// TestAnUnclearTextFindsNothing checks a search in an index without nodes.
func TestAnUnclearTextFindsNothing(t *testing.T) {
	got := found(t, newMemory(), "reading of idle connections", Options{Packed: true})
	if len(got) != 0 {
		t.Errorf("found %v", got)
	}
}

// weighed returns the defaults with one weight changed.
func weighed(t *testing.T, name string, value float64) *Weights {
	t.Helper()
	w := Defaults()
	if err := w.Set(name, value); err != nil {
		t.Fatal(err)
	}
	return w
}

// TestBothReadingsChooseTheFirst checks that a node that is first in only one reading
// comes after a node that ranks high in both.
func TestBothReadingsChooseTheFirst(t *testing.T) {
	m := newMemory(method("Reader.reader: reader readers reads"),
		method("B.m: reading idle connections"), method("C.n: idle"), method("D.o: idle"),
		method("E.p: connections"), method("F.q: connections"))
	const text = "reading of idle connections"
	if got := found(t, m, text, Options{Packed: true,
		Weights: weighed(t, "pack-reading", 0)}); got[0] != "Reader.reader" {
		t.Fatalf("as a question, %s is first", got[0])
	}
	if got := found(t, m, text, Options{Packed: true}); got[0] != "B.m" {
		t.Errorf("as both, %s is first", got[0])
	}
}
