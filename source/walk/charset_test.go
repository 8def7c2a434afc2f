package walk

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/traditionalchinese"
)

func TestCharsetNames(t *testing.T) {
	for name, want := range map[string]string{
		"koi8-r": "koi8-r", "KOI8_R": "koi8-r", "cp1251": "windows-1251", "1251": "windows-1251",
		"windows-1251": "windows-1251", "932": "shift_jis", "sjis": "shift_jis", "cp932": "shift_jis",
		"MS932": "shift_jis", "Big5": "big5", "950": "big5", "gbk": "gbk", "936": "gbk", "euc_jp": "euc-jp",
		"euc-kr": "euc-kr", "cp949": "euc-kr", "iso-8859-15": "iso-8859-15", "iso8859_15": "iso-8859-15",
		"latin-2": "iso-8859-2", "cp437": "cp437", "cp850": "cp850", "latin-1": "latin-1",
		"cp866": "ibm866", "mac_roman": "mac_roman", "gb18030": "gb18030",
		"utf-8": "", "65001": "", "utf-16": "", "iso-2022-jp": "", "none": "", "": "", "ascii?": "",
	} {
		c, _ := charsetOf(name)
		if c.name != want {
			t.Errorf("%q is %q, want %q", name, c.name, want)
		}
	}
}

// TestDeclaredCharset checks that a text is decoded as declared, with its offsets in
// the file, but not if its bytes are invalid in the encoding, or are UTF-8 despite the
// declaration of a project.
func TestDeclaredCharset(t *testing.T) {
	japan, err := japanese.ShiftJIS.NewEncoder().String(strings.Repeat("表 = ソ + 1; ｱ\n", 300))
	if err != nil {
		t.Fatal(err)
	}
	taiwan, _ := traditionalchinese.Big5.NewEncoder().String("功 = 許\n")
	koi, _ := charmap.KOI8R.NewEncoder().String("# coding: koi8-r\ndef пуск(): pass\n")
	for _, c := range []struct {
		raw      string
		declared declared
		has      string
		encoding string
	}{
		{japan, declared{project: "932"}, "表 = ソ + 1", "shift_jis"},
		{taiwan, declared{project: "Big5"}, "功 = 許", "big5"},
		{koi, declared{file: "koi8-r", project: "932"}, "пуск", "koi8-r"},
		{"x = 1\n", declared{project: "932"}, "x", EncodingUTF8},
		{"é = 1\n", declared{project: "1251"}, "é", EncodingUTF8},
		{"\xe9 = 1\n", declared{project: "utf-8"}, "é", EncodingWindows1252},
		{"\xff\xff\xff\xff = 1\n", declared{project: "932"}, "ÿ", EncodingWindows1252},
	} {
		s, reason, why := decode([]byte(c.raw), false, c.declared)
		if reason != "" || !strings.Contains(s.Text, c.has) || s.Encoding != c.encoding {
			t.Errorf("%v: %s in %q, %s %s", c.declared, s.Encoding, s.Text[:min(40, len(s.Text))], reason, why)
			continue
		}
		for i, r := range s.Text {
			n := len(string(r))
			part := c.raw[s.Offset(i):s.Offset(i+n)]
			if again, _, _ := decode([]byte(part), true, c.declared); len(part) == 0 ||
				s.Encoding == c.encoding && c.declared.project != "" && s.Encoding == "shift_jis" &&
					again.Text != string(r) {
				t.Errorf("%v: %q at %d is %q in the file", c.declared, r, i, part)
			}
		}
		if s.Offset(len(s.Text)) != len(c.raw) {
			t.Errorf("%v: the end is at %d of %d", c.declared, s.Offset(len(s.Text)), len(c.raw))
		}
	}
}

// TestDeclaredEncodings finds the declared encodings of files.
func TestDeclaredEncodings(t *testing.T) {
	root := t.TempDir()
	write(t, root, ".gitattributes", "*.txt working-tree-encoding=Shift_JIS\n*.sql text\n")
	write(t, root, "a/.gitattributes", "# comment\nb.txt text working-tree-encoding=UTF-16LE\nc.txt -working-tree-encoding\n")
	for _, name := range []string{"x.txt", "a/b.txt", "a/c.txt", "a/d.txt", "e.sql"} {
		write(t, root, name, "x")
	}
	tree, err := Walk(context.Background(), root, Options{})
	must(t, err)
	tree.DeclareEncodings(func(path string) string { return "of " + path })
	for path, want := range map[string]string{
		"x.txt": "Shift_JIS", "a/b.txt": "UTF-16LE", "a/d.txt": "Shift_JIS", "e.sql": "of e.sql",
		"a/c.txt": "of a/c.txt",
	} {
		if got := tree.declared(path, []byte("x")); got != (declared{project: want}) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	for _, c := range []struct{ path, text, want string }{
		{"a.py", "#!/usr/bin/python\n# -*- coding: koi8-r -*-\n", "koi8-r"},
		{"a.py", "# vim: set fileencoding=cp1251 :\n", "cp1251"},
		{"a.py", "x = 1\ny = 2\n# coding: koi8-r\n", ""},
		{"a.go", "# coding: koi8-r\n", ""},
		{"a.xml", "<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?>\n<a/>", "ISO-8859-2"},
		{"a.config", "<?xml version='1.0' encoding='windows-1251'?>", "windows-1251"},
		{"a.xml", "<a encoding=\"x\"/>", ""},
	} {
		if got := declaredIn(c.path, []byte(c.text)); got != c.want {
			t.Errorf("%s with %q declares %q, want %q", c.path, c.text, got, c.want)
		}
	}
}
