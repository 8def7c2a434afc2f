package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// An encoding of text files, for scripts.
type encoding struct {
	encode func(string) []byte
	decode func([]byte) string
}

var encodings = map[string]encoding{
	"utf-8": {func(s string) []byte { return []byte(s) },
		func(b []byte) string { return string(b) }},
	"utf-8-bom": {encode: func(s string) []byte { return []byte("\ufeff" + s) }},
	"utf-16le": {func(s string) []byte { return utf16Bytes(s, false) },
		func(b []byte) string { return utf16Text(b, false) }},
	"utf-16be": {func(s string) []byte { return utf16Bytes(s, true) },
		func(b []byte) string { return utf16Text(b, true) }},
	"utf-16le-bom": {encode: func(s string) []byte { return utf16Bytes("\ufeff"+s, false) }},
	"utf-16be-bom": {encode: func(s string) []byte { return utf16Bytes("\ufeff"+s, true) }},
	"windows-1252": {latin1Bytes, latin1Text},
	"crlf": {encode: func(s string) []byte {
		return []byte(strings.ReplaceAll(s, "\n",
			"\r\n"))
	}},
}

// scriptEncode implements the command: encode FORM FILE.
func scriptEncode(ts *testscript.TestScript, _ bool, args []string) {
	e, ok := encodings[args[0]]
	if !ok {
		ts.Fatalf("no encoding %s", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), e.encode(ts.ReadFile(args[1])), 0o644))
}

func utf16Bytes(s string, big bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

// utf16Text decodes UTF-16, without the byte order mark.
func utf16Text(b []byte, big bool) string {
	var units []uint16
	for i := 0; i+1 < len(b); i += 2 {
		if big {
			units = append(units, uint16(b[i])<<8|uint16(b[i+1]))
		} else {
			units = append(units, uint16(b[i+1])<<8|uint16(b[i]))
		}
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}

// latin1Bytes encodes characters up to U+00FF, which have the same codes in
// windows-1252, except those from U+0080 to U+009F.
func latin1Bytes(s string) []byte {
	var out []byte
	for _, r := range s {
		out = append(out, byte(r))
	}
	return out
}

func latin1Text(b []byte) string {
	var out []rune
	for _, c := range b {
		out = append(out, rune(c))
	}
	return string(out)
}

// scriptSpans implements the command: spans OUT SRC ENCODING. The bytes of every
// definition's span, decoded, must equal its text, if that is one piece of the
// source.
func scriptSpans(ts *testscript.TestScript, _ bool, args []string) {
	decode := encodings[args[2]].decode
	r, err := artifacts.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer r.Close()
	checked := 0
	ts.Check(r.Nodes(func(n uint32, node *graph.Node) error {
		if node.Kind == graph.KindFile || node.Path == "" {
			return nil
		}
		raw, err := os.ReadFile(filepath.Join(ts.MkAbs(args[1]), node.Path))
		if err != nil {
			return err
		}
		text := decode(raw[node.Span.Start:node.Span.End])
		if !strings.Contains(text, node.Short) || text != strings.TrimSpace(text) {
			return fmt.Errorf("the span of %s is %q", node.ID, text)
		}
		if !node.Kind.IsType() {
			stored, err := r.Text(n)
			if err != nil {
				return err
			}
			if strings.TrimSpace(stored) != text {
				return fmt.Errorf("the span of %s is %q, its text %q", node.ID, text, stored)
			}
			checked++
		}
		return nil
	}))
	if checked < 4 {
		ts.Fatalf("only %d definitions were checked", checked)
	}
}

// scriptIDs implements the command: ids OUT OUT. Both must have the same ids and,
// except for line ends, the same texts.
func scriptIDs(ts *testscript.TestScript, _ bool, args []string) {
	a, b := idsAndTexts(ts, args[0]), idsAndTexts(ts, args[1])
	if !slices.Equal(a, b) {
		ts.Fatalf("%s has\n%s\n%s has\n%s", args[0], strings.Join(a, "\n"), args[1],
			strings.Join(b, "\n"))
	}
}

func idsAndTexts(ts *testscript.TestScript, dir string) []string {
	r, err := artifacts.Open(ts.MkAbs(dir))
	ts.Check(err)
	defer r.Close()
	var out []string
	ts.Check(r.Nodes(func(n uint32, node *graph.Node) error {
		text, err := r.Text(n)
		out = append(out, fmt.Sprintf("%s %q", node.ID, strings.ReplaceAll(text, "\r\n", "\n")))
		return err
	}))
	return out
}
