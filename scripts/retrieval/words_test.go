package main

import (
	"strings"
	"testing"
)

func TestNamesCountAsThemselvesAndAsTheirParts(t *testing.T) {
	for text, want := range map[string]string{
		"save the order":        "save the order",
		"saveOrder":             "saveorder save order",
		"HTTPServer":            "httpserver http server",
		"save_all":              "save_all save all",
		"_save":                 "_save",
		"utf8 x86":              "utf8 utf x86 86",
		"ID, a 7 42":            "id 42",
		"12ab":                  "12 ab",
		"AOfB":                  "aofb of",
		"a.Close();":            "close",
		"größe":                 "gr",
		"parseXMLv2 MAX_LENGTH": "parsexmlv2 parse xm lv max_length max length",
	} {
		if got := strings.Join(wordsOf(text), " "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestRequestsHaveNoStopWords(t *testing.T) {
	if got := strings.Join(requestOf("Fix the use of UsedBytes in a make"), " "); got != "usedbytes bytes" {
		t.Errorf("got %s", got)
	}
}

func TestCommonestWordsInOrderOfNumberAndName(t *testing.T) {
	words := strings.Fields("c b b a c d")
	for n, want := range map[int]string{3: "b c a", 9: "b c a d", 0: ""} {
		if got := strings.Join(commonest(words, n), " "); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}
