package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// shop is a source of the base, with the nodes shopNodes.
const shop = `package shop

import "fmt"

// Pay takes money.
func Pay() {
	fmt.Println("pay")
	defer func() {
		fmt.Println("paid")
	}()
}

var price = 1

func Save() {
	fmt.Println("save")
}

var rate = 2
`

var shopNodes = []node{
	{"type", "shop.Item", "shop.go", 1, 20},
	{"function", "shop.Pay.func1", "shop.go", 8, 10},
	{"function", "shop.Pay", "shop.go", 6, 11},
	{"function", "shop.Save", "shop.go", 15, 17},
	{"function", "other.Pay", "other.go", 1, 20},
}

// drawnTasks formats tasks as QUERY: PATH NAME START-END EDITS, with more of these
// after commas.
func drawnTasks(tasks []task) string {
	var lines []string
	for _, t := range tasks {
		var gold []string
		for _, e := range t.Gold {
			gold = append(gold, fmt.Sprintf("%s %s %d-%d %v", e.Path, e.Name, e.Start, e.End, e.Edits))
		}
		lines = append(lines, t.Query+": "+strings.Join(gold, ", "))
	}
	return strings.Join(lines, "\n")
}

// edited returns shop with some of its texts replaced.
func edited(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(shop) }

// several returns n files with the same text.
func several(n int, name, text string) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf(name, i)] = text
	}
	return files
}

// shopTasks returns the tasks of commits on a base with shop and eight small files.
func shopTasks(t *testing.T, commits ...madeCommit) []task {
	t.Helper()
	p := newPast(t)
	files := several(8, "small%d.go", "var a\n")
	files["shop.go"], files["shop_test.go"], files["go.mod"] = shop, "package shop\n", "module shop\n"
	s := set{Name: "s", Base: p.commit("Base", files), Newest: "HEAD"}
	s.defaultTo(commitsSource, commitsExclude)
	for _, c := range commits {
		p.commit(c.subject, c.files)
	}
	tasks, err := s.commitTasks(p.place(s.Base), shopNodes)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// A madeCommit is a commit created by a test.
type madeCommit struct {
	subject string
	files   map[string]string
}

// of returns a commit with a suitable subject.
func of(files map[string]string) madeCommit { return madeCommit{"Take no money twice", files} }

// inShop returns such a commit that replaces texts of shop.
func inShop(pairs ...string) madeCommit { return of(map[string]string{"shop.go": edited(pairs...)}) }

// with returns files and one more.
func with(files map[string]string, path, text string) map[string]string {
	files = maps.Clone(files)
	files[path] = text
	return files
}

func TestACommitIsATaskWithWhatItChangedInTheBase(t *testing.T) {
	for _, tt := range []struct {
		name   string
		commit madeCommit
		gold   string
	}{
		{"lines of a definition, the outermost", inShop(`"paid"`, `"done"`), "shop.go shop.Pay 6-11 [[9 9]]"},
		{"several edits of one", inShop(`"pay"`, `"p"`, `"paid"`, `"d"`), "shop.go shop.Pay 6-11 [[7 7] [9 9]]"},
		{"an edit is cut where its definition ends", inShop("}()\n}\n\nvar price = 1", "}(0)\n}; //\n\t\nvar price = 3"),
			"shop.go shop.Pay 6-11 [[10 11]]"},
		{"what is added is where the line above is", inShop("func Save() {\n", "func Save() {\n\tPay()\n"),
			"shop.go shop.Save 15-17 [[15 15]]"},
		{"an edit outside definitions, with lines beside", inShop("price = 1", "price = 3"), "shop.go  3-23 [[13 13]]"},
		{"lines beside from the first line on", inShop("package shop\n", "package main\n"), "shop.go  1-11 [[1 1]]"},
		{"comments beside", inShop("takes money", "takes it", `"save"`, `"s"`), "shop.go shop.Save 15-17 [[16 16]]"},
		{"files that are no sources beside", of(map[string]string{"shop.go": edited(`"save"`, `"s"`),
			"go.mod": "", "shop_test.go": ""}), "shop.go shop.Save 15-17 [[16 16]]"},
		{"five new files", of(with(several(5, "new%d.go", "var b\n"), "shop.go", edited(`"save"`, `"s"`))),
			"shop.go shop.Save 15-17 [[16 16]]"},
		{"new files that are no sources", of(with(several(6, "new%d_test.go", "var b\n"), "shop.go", edited(`"save"`, `"s"`))),
			"shop.go shop.Save 15-17 [[16 16]]"},
	} {
		if got, want := drawnTasks(shopTasks(t, tt.commit)), "Take no money twice: "+tt.gold; got != want {
			t.Errorf("%s: got %s, want %s", tt.name, got, want)
		}
	}
	five := shopTasks(t, of(several(5, "small%d.go", "var b\n")))
	if len(five) != 1 || len(five[0].Gold) != 5 {
		t.Errorf("five files: got %s", drawnTasks(five))
	}
}

func TestCommitsThatAreNoTasks(t *testing.T) {
	save := map[string]string{"shop.go": edited(`"save"`, `"s"`)}
	var many string
	for i := range 11 {
		many += fmt.Sprintf("var v%d = 1\n\n", i)
	}
	for name, c := range map[string]madeCommit{
		"three words":              {"Take no money", save},
		"three words and a link":   {"Take no money https://example.org/1", save},
		"three words and a number": {"Take no money (#3)", save},
		"a chore":                  {"Fix the typo in a text", save},
		"comments alone":           inShop("takes money", "takes it"),
		"imports alone":            inShop(`"fmt"`, `"os"`),
		"blank lines alone":        inShop("\n\nvar rate", "\n\n\nvar rate"),
		"a file deleted":           of(with(save, "small1.go", "")),
		"a file renamed":           of(map[string]string{"shop.go": "", "store.go": shop}),
		"six files changed":        of(several(6, "small%d.go", "var b\n")),
		"six new files":            of(with(several(6, "new%d.go", "var b\n"), "shop.go", save["shop.go"])),
		"no source":                of(map[string]string{"shop_test.go": "package main\n"}),
		"a new source alone":       of(map[string]string{"new.go": "var b\n"}),
	} {
		if got := shopTasks(t, c); len(got) > 0 {
			t.Errorf("%s: got %s", name, drawnTasks(got))
		}
	}
}

func TestLinesThatAreNotInTheBaseAreNoAnswer(t *testing.T) {
	since := strings.NewReplacer("package shop\n", "package shop\n\nvar first = 0\n",
		"func Pay() {\n", "func Pay() {\n\tcount()\n", "rate = 2", "rate = 3").Replace(shop)
	first := madeCommit{"Bump all of them now", map[string]string{"shop.go": since, "new.go": "var b\n"}}
	then := func(pairs ...string) []task {
		return shopTasks(t, first, of(map[string]string{
			"shop.go": strings.NewReplacer(pairs...).Replace(since), "new.go": "var c\n"}))
	}
	if got, want := drawnTasks(then(`"save"`, `"s"`)),
		"Take no money twice: shop.go shop.Save 15-17 [[16 16]]"; got != want {
		t.Errorf("a line further below: got %s, want %s", got, want)
	}
	for name, changed := range map[string][]string{
		"an added line":             {"count()", "x()"},
		"a changed line":            {"rate = 3", "rate = 4"},
		"an added line and another": {"count()\n\tfmt.Println(\"pay\")", "x()"},
		"a line and an added one":   {`"save"`, `"s"`, "count()", "x()"},
		"an added line and a line":  {"count()", "x()", `"save"`, `"s"`},
	} {
		if got := then(changed...); len(got) > 0 {
			t.Errorf("%s: got %s", name, drawnTasks(got))
		}
	}
}

func TestACommitThatChangesMuchIsNoTask(t *testing.T) {
	for changed, want := range map[int]int{10: 1, 11: 0} {
		p := newPast(t)
		lines := slices.Repeat([]string{"var a", "", "", ""}, changed)
		s := set{Base: p.commit("Base", map[string]string{"a.go": strings.Join(lines, "\n")}), Newest: "HEAD"}
		p.commit("Take no money twice", map[string]string{
			"a.go": strings.ReplaceAll(strings.Join(lines, "\n"), "a", "b")})
		got, err := s.commitTasks(p.place(s.Base), nil)
		if err != nil || len(got) != want {
			t.Errorf("%d edits: got %s, %v", changed, drawnTasks(got), err)
		}
	}
}

func TestThreeTasksAtMostBeginInOneFile(t *testing.T) {
	var commits []madeCommit
	text := shop
	for _, word := range []string{"pay", "paid", "save", "rate = 2"} {
		text = strings.Replace(text, word, "x", 1)
		commits = append(commits, of(map[string]string{"shop.go": text}))
	}
	if got := shopTasks(t, commits...); len(got) != 3 {
		t.Errorf("got %d tasks, want 3:\n%s", len(got), drawnTasks(got))
	}
}

func TestRequestsOfSubjects(t *testing.T) {
	for subject, want := range map[string]string{
		"Fixes #12: customers pay no money twice":     "customers pay no money twice",
		"Fixed a customer who pays twice (#12)":       "Fixed a customer who pays twice",
		"Pay once, see https://example.org/a for all": "Pay once, see  for all",
		"Customers in a country pay once":             "Customers in a country pay once",
		"Pay once in customs (i18n)":                  "",
		"Upgrade how customers pay once":              "",
	} {
		if got := requestOfSubject(subject); got != want {
			t.Errorf("%q: got %q, want %q", subject, got, want)
		}
	}
}

func TestTheSplitOfACommitIsThatOfItsDigits(t *testing.T) {
	for id, want := range map[string]string{"00000000f": "tune", "0000000e": "tune", "0000000f": "report", "00000009": "report"} {
		if got := splitOfCommit(id); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
	got := shopTasks(t, inShop("price = 1", "price = 3"))[0]
	if got.Split != splitOfCommit(got.Commit) || got.ID != "s-"+got.Commit[:10] {
		t.Errorf("got %+v", got)
	}
}

func TestSomeCommitsOfManyAreTasks(t *testing.T) {
	var tasks []task
	for i := range 2 * mostCommits {
		tasks = append(tasks, task{Commit: fmt.Sprint(i), Query: "q", Gold: []entry{{Path: "a"}}})
	}
	first := fmt.Sprint(sampleCommits(tasks))
	slices.Reverse(tasks)
	if again := sampleCommits(tasks); fmt.Sprint(again) != first || len(again) != mostCommits || again[0].Commit == "0" {
		t.Errorf("got %v, want %s", again, first)
	}
	if few := sampleCommits(tasks[:2]); len(few) != 2 {
		t.Errorf("got %v of two", few)
	}
}

func TestAHistoryThatLacksACommitIsAnError(t *testing.T) {
	p := newPast(t)
	s := set{Base: p.commit("Base", nil), Newest: strings.Repeat("1", 40)}
	if got, err := s.commitTasks(p.place(s.Base), nil); err == nil {
		t.Errorf("got %v", got)
	}
}
