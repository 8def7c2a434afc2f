package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoticeIsCurrent compares NOTICE with the current modules of the programs.
func TestNoticeIsCurrent(t *testing.T) {
	got, err := notice()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("..", "..", "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got) {
		t.Error("NOTICE is not that of the modules: run `make notice`")
	}
	for _, part := range []string{"github.com/smacker/go-tree-sitter v", "tree-sitter-python", "typeshed",
		"Permission is hereby granted"} {
		if !strings.Contains(string(got), part) {
			t.Errorf("NOTICE does not name %q", part)
		}
	}
}

// TestLicenceOf checks that licences are identified by their texts, and that an
// unknown one is not mistaken for another.
func TestLicenceOf(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted,\nfree of charge, to any person obtaining a copy": "MIT",
		"Apache License\n   Version 2.0, January 2004":                                  "Apache-2.0",
		"All rights reserved.": "",
	} {
		if got := licenceOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
