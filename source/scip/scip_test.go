package scip_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"seedgraph/source/scip"
	"seedgraph/testkit/sciptest"
)

var sample = []scip.Document{
	{Path: "shop/order.py", Encoding: scip.UTF8, Occurrences: []scip.Occurrence{
		{Symbol: "scip-python python shop 1.0 `shop.order`/total().", Definition: true,
			Range:     scip.Range{Start: scip.Position{Line: 3, Column: 4}, End: scip.Position{Line: 3, Column: 9}},
			Enclosing: scip.Range{Start: scip.Position{Line: 3}, End: scip.Position{Line: 9, Column: 1}}},
		{Symbol: "local 7", Range: scip.Range{Start: scip.Position{Line: 4, Column: 300}, End: scip.Position{Line: 4, Column: 301}}},
	}},
	{Path: "main.py", Text: "x\n"},
}

func read(data []byte) ([]scip.Document, scip.Header, error) {
	var got []scip.Document
	head, err := scip.Read(bytes.NewReader(data), func(d *scip.Document) error {
		got = append(got, *d)
		return nil
	})
	return got, head, err
}

func TestRead(t *testing.T) {
	got, head, err := read(sciptest.Encode("file:///src/shop", sample...))
	if err != nil || !reflect.DeepEqual(got, sample) {
		t.Errorf("Read = %+v, %v; want %+v", got, err, sample)
	}
	if want := (scip.Header{Tool: "sciptest", Version: "1.0", Root: "file:///src/shop"}); head != want {
		t.Errorf("header %+v, want %+v", head, want)
	}
}

// TestDamaged checks that every prefix of an index that ends within a field, and other files, are
// rejected.
func TestDamaged(t *testing.T) {
	whole := sciptest.Encode("", sample...)
	ends := map[int]bool{len(whole): true, len(sciptest.Encode("", sample[0])): true, len(sciptest.Encode("")): true}
	for n := range len(whole) + 1 {
		if _, _, err := read(whole[:n]); errors.Is(err, scip.ErrFormat) == ends[n] {
			t.Errorf("the first %d of %d bytes: %v", n, len(whole), err)
		}
	}
	for name, data := range map[string]string{
		"text":          "#!/bin/sh\necho hello\n",
		"JSON":          `{"documents": []}`,
		"no metadata":   string(whole[len(sciptest.Encode("")):]),
		"a false size":  "\x0a\xff\xff\xff\xff\x07",
		"a long number": "\x0a" + strings.Repeat("\xff", 20),
		"no path":       string(sciptest.Encode("", scip.Document{})),
	} {
		if _, _, err := read([]byte(data)); !errors.Is(err, scip.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sciptest.Encode("file:///src", sample...))
	f.Fuzz(func(t *testing.T, data []byte) {
		documents, _, err := read(data)
		if err != nil && !errors.Is(err, scip.ErrFormat) {
			t.Fatal(err)
		}
		for _, d := range documents {
			for _, o := range d.Occurrences {
				scip.Name(o.Symbol)
			}
		}
	})
}

func TestName(t *testing.T) {
	for symbol, want := range map[string]string{
		"scip-typescript npm shop 1.0 src/`order.ts`/Order#total().":        "total",
		"scip-typescript npm shop 1.0 src/`order.ts`/Order#`<get>total`().": "total",
		"scip-typescript npm shop 1.0 src/`order.ts`/Order#`#secret`.":      "#secret",
		"scip-typescript npm @a/shop 1.0 src/`a b.ts`/total(+1).":           "total",
		"scip-java maven a  b 1.0 com/shop/Order#(T)":                       "T",
		"scip-python python shop 1.0 `shop.order`/f().(x)":                  "x",
		"scip-python python shop 1.0 `shop.order`/Order#[T]":                "T",
		"cxx . . $ ns/`operator``x`().":                                     "operator`x",
		// no names that a source has
		"scip-typescript npm shop 1.0 src/`order.ts`/":                         "",
		"scip-typescript npm shop 1.0 src/`order.ts`/Order#`<constructor>`().": "",
		"scip-typescript npm shop 1.0 src/`order.ts`/total0:":                  "",
		"local 7": "", "local 0(e)": "", "": "", "a b": "", "a b c d ": "", "a b c d `x": "", "a b c d f(": "", "a b c d [x": "",
	} {
		if got := scip.Name(symbol); got != want {
			t.Errorf("Name(%q) = %q, want %q", symbol, got, want)
		}
	}
}
