package layout_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer/layout"
	"seedgraph/query/render"
)

func row(handle, kind, name, path string, line uint32, rest string) layout.Row {
	return layout.Row{Item: render.Item{ID: handle, Handle: handle, Kind: kind, Path: path}, Name: name, Line: line,
		Rest: rest}
}

// TestRowsOfAFile checks that consecutive rows of one file are printed under its path or, among
// those of other files, under the path of a folder, without the path and the text shared with the
// row above; each row of a flat list and of a tree has its full name. The folder holds until the
// next heading.
func TestRowsOfAFile(t *testing.T) {
	const long = "through Program.Main, Orders.Place"
	twice := row("bbbbbbbbbb", "method", "Store.Load", "src/a.cs", 9, "")
	twice.More = layout.MoreLines([]uint32{9, 12})
	twice.Under = "9: one\n12: two"
	rows := []layout.Row{
		row("aaaaaaaaaa", "method", "Store.Save", "src/a.cs", 3, long),
		twice,
		row("bbbbbbbbbb", "method", "Store.Load", "src/a.cs", 15, "x"),
		row("cccccccccc", "function", "main", "src/a.cs", 20, long),
		row("dddddddddd", "method", "Other.Load", "src/a.cs", 30, long),
		row("eeeeeeeeee", "method", "Other.Load", "src/b.cs", 3, long),
		row("ffffffffff", "route", "GET /orders", "src/a.cs", 3, ""),
		row("gggggggggg", "file", "c.cs", "src/c.cs", 1, ""),
		row("hhhhhhhhhh", "external", "Db.Run", "", 0, ""),
	}
	s := layout.Sheet{Head: []string{"head"}, Groups: []layout.Group{{Name: "group", Rows: rows},
		{Flat: true, Rows: rows[:2]}, {Name: "tree", Rows: []layout.Row{rows[0], {Item: rows[1].Item,
			Name: "Store.Load", Line: 9, Depth: 1}}}}}
	const want = `head
group:
src/
 aaaaaaaaaa method Store.Save a.cs:3 through Program.Main, Orders.Place
 bbbbbbbbbb method .Load :9,12
     9: one
     12: two
  :15 x
 cccccccccc function main :20 through Program.Main, Orders.Place
 dddddddddd method Other.Load :30 likewise
 eeeeeeeeee method Other.Load b.cs:3 likewise
 ffffffffff GET /orders a.cs:3
 gggggggggg file c.cs:1
 hhhhhhhhhh external Db.Run
 aaaaaaaaaa method Store.Save a.cs:3 through Program.Main, Orders.Place
 bbbbbbbbbb method Store.Load :9,12
     9: one
     12: two
tree:
src/a.cs
 aaaaaaaaaa method Store.Save :3 through Program.Main, Orders.Place
  bbbbbbbbbb method Store.Load :9`
	if got := strings.Join(s.Lines(nil, 0), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRowsOfFolders checks that rows of different files are printed under a folder that they
// share if that is shorter, that a path below such rows is not read as one in the folder, and
// that a type with the name of its file is omitted, whatever its case.
func TestRowsOfFolders(t *testing.T) {
	s := layout.Sheet{Handles: firstLetters{}, Groups: []layout.Group{{Rows: []layout.Row{
		row("aaaaaaaaaa", "method", "Store.Save", "src/shop/data/Store.cs", 3, ""),
		row("bbbbbbbbbb", "method", "Bills.Save", "src/shop/data/old/Store.cs", 4, ""),
		row("cccccccccc", "method", "Bills.Load", "src/shop/data/Bills.cs", 5, ""),
		row("dddddddddd", "method", "Main.Run", "cmd/main.cs", 6, ""),
		row("eeeeeeeeee", "external", "Db.Run", "", 0, ""),
	}}, {Rows: []layout.Row{
		row("ffffffffff", "route", "GET /orders", "cmd/a.cs", 3, "handled by Orders.List  [authorize=User.Current]"),
		row("gggggggggg", "route", "GET /bills", "cmd/a.cs", 7, "handled by Orders.Bills  [authorize=User.Current]"),
	}}}}
	const want = `src/shop/data/
 aaaa method .Save Store.cs:3
 bbbb method Bills.Save old/Store.cs:4
 cccc method .Load Bills.cs:5
cmd/main.cs
 dddd method .Run :6
 eeee external Db.Run
cmd/a.cs
 ffff GET /orders :3 handled by Orders.List [authorize=User.Current]
 gggg GET /bills :7 handled by .Bills likewise`
	if got := strings.Join(s.Lines(nil, 0), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// firstLetters abbreviates handles to four letters.
type firstLetters struct{}

func (firstLetters) Abbreviate(handle string) string { return handle[:4] }

// words counts words as tokens.
type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }

// TestFoldedGroups checks that a folded group is printed as its summary, on the first
// page only, or not at all.
func TestFoldedGroups(t *testing.T) {
	s := layout.Sheet{Groups: []layout.Group{
		{Name: "own", Rows: []layout.Row{row("aaaaaaaaaa", "method", "A.B", "a.cs", 3, "")}},
		{Name: "general", Folded: "also 1", Rows: []layout.Row{row("bbbbbbbbbb", "method", "C.D", "b.cs", 3, "")}},
		{Name: "silent", Folded: layout.Silent, Rows: []layout.Row{row("cccccccccc", "method", "E.F", "c.cs", 3, "")}},
	}}
	for budget, want := range map[int]string{
		100: "own:\n aaaaaaaaaa method .B a.cs:3\nalso 1: --all",
		0: "own:\n aaaaaaaaaa method .B a.cs:3\ngeneral:\n bbbbbbbbbb method C.D b.cs:3\n" +
			"silent:\n cccccccccc method E.F c.cs:3",
	} {
		if got := strings.Join(s.Lines(words{}, budget), "\n"); got != want {
			t.Errorf("budget %d: got\n%s\nwant\n%s", budget, got, want)
		}
	}
	first := s.Page(words{}, 100, nil)
	if text := strings.Join(first.Lines, "\n"); !strings.HasSuffix(text, "\nalso 1") || len(first.Rows) != 1 || first.More != "" {
		t.Errorf("first page %q, rows %v, more %q", text, first.Rows, first.More)
	}
	if next := s.Page(words{}, 100, map[uint32]bool{0: true}); len(next.Lines) > 0 {
		t.Errorf("next page %q", next.Lines)
	}
}

func TestNames(t *testing.T) {
	if got := layout.Names([]string{"…", "A.B", "A.C", "D.C", "main", "GET /a.b"}); got != "…, A.B, .C, D.C, main, GET /a.b" {
		t.Error(got)
	}
}

// TestShort checks that a name keeps a type and its member, or as much as distinguishes it.
func TestShort(t *testing.T) {
	for _, c := range []struct {
		name   string
		others []string
		want   string
	}{
		{"org.shop.Orders.close", []string{"org.shop.Bills.close"}, "Orders.close"},
		{"org.shop.Orders.close", []string{"org.shop.Orders.close"}, "Orders.close"},
		{"org.shop.Orders.close", []string{"org.mail.Orders.close"}, "shop.Orders.close"},
		{"Orders.close", []string{"shop.Orders.close"}, "Orders.close"},
		{"main", nil, "main"},
		{"TASK shop.jobs.close", nil, "TASK jobs.close"},
		{"GET /shop/a.b.c", nil, "GET /shop/a.b.c"},
		{"org.shop.Orders.close at a.b.c:3", nil, "org.shop.Orders.close at a.b.c:3"},
	} {
		if got := layout.Short(c.name, c.others...); got != c.want {
			t.Errorf("%s beside %s: %s, want %s", c.name, c.others, got, c.want)
		}
	}
}

// TestSharedText checks that text that all rows of a group have is in its heading: in the first
// line if that is the heading of the first group. A single row keeps its text, and so do rows
// without a heading.
func TestSharedText(t *testing.T) {
	two := []layout.Row{row("aaaaaaaaaa", "method", "A.B", "a.cs", 3, "typed"),
		row("bbbbbbbbbb", "method", "C.D", "a.cs", 4, "typed")}
	other := layout.Group{Name: "tests", Folded: "also tests", Rows: two[:1]}
	for _, c := range []struct {
		head   []string
		groups []layout.Group
		want   string
	}{
		{[]string{"head (2)"}, []layout.Group{{Rows: two}, other},
			"head (2), typed\na.cs\n aaaa method .B :3\n bbbb method C.D :4\ntests:\n aaaa method .B a.cs:3 typed"},
		{[]string{"head"}, []layout.Group{{Rows: two}, {Name: "other", Rows: two}},
			"head\na.cs\n aaaa method .B :3 typed\n bbbb method C.D :4 typed\n" +
				"other, typed:\na.cs\n aaaa method .B :3\n bbbb method C.D :4"},
		{nil, []layout.Group{{Rows: two}}, "a.cs\n aaaa method .B :3 typed\n bbbb method C.D :4 typed"},
	} {
		s := layout.Sheet{Handles: firstLetters{}, Head: c.head, Groups: c.groups}
		if got := strings.Join(s.Lines(nil, 0), "\n"); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// TestBase checks that a folder that the rows of all groups share is printed once, above the
// heading of the first group, if that is shorter.
func TestBase(t *testing.T) {
	in := func(folder string) string {
		s := layout.Sheet{Handles: firstLetters{}, Head: []string{"head"}, Groups: []layout.Group{
			{Name: "one", Rows: []layout.Row{row("aaaaaaaaaa", "method", "Store.Save", folder+"shop/Store.cs", 3, ""),
				row("bbbbbbbbbb", "method", "Store.Load", folder+"shop/Store.cs", 4, "")}},
			{Name: "two", Rows: []layout.Row{row("cccccccccc", "method", "Bills.Pay", folder+"Bills.cs", 5, "")}}}}
		return strings.Join(s.Lines(nil, 0), "\n")
	}
	const want = `head
source/of/the/application/
one:
 aaaa method .Save shop/Store.cs:3
 bbbb method .Load :4
two:
 cccc method .Pay Bills.cs:5`
	if got := in("source/of/the/application/"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := in("src/"); !strings.HasPrefix(got, "head\none:\nsrc/shop/Store.cs\n") {
		t.Errorf("with a short folder: got\n%s", got)
	}
}

// TestPartOfAFile checks that an answer about one file whose rows do not fit has the first
// of them, and counts the others.
func TestPartOfAFile(t *testing.T) {
	s := layout.Sheet{Head: []string{"head"}, Groups: []layout.Group{{}}}
	for i := range uint32(9) {
		s.Groups[0].Rows = append(s.Groups[0].Rows, row("aaaaaaaaa"+string('a'+rune(i)), "method", "A.B", "a.cs", i+1, ""))
	}
	want := "head\na.cs\n aaaaaaaaaa method .B :1\n aaaaaaaaab method .B :2\n… 7 more in 1 group: --all"
	if got := strings.Join(s.Lines(words{}, 18), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
