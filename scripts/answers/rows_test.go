package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// archive reads an archive of testdata.
func archive(t *testing.T, name string) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return a.Files
}

func TestRowsStatePlaces(t *testing.T) {
	files := archive(t, "rows.txtar")
	for i := 0; i+1 < len(files); i += 2 {
		command, _, _ := strings.Cut(files[i].Name, "/")
		output := string(files[i].Data)
		var got strings.Builder
		if said := verdictOf(output); command == "path" && said != "" {
			got.WriteString(said + "\n")
		}
		for _, r := range rowsOf(command, output, isFile) {
			got.WriteString(strings.ReplaceAll(item{r.places}.String(), " | ", " ") + "\n")
		}
		if want := string(files[i+1].Data); got.String() != want {
			t.Errorf("%s: got\n%swant\n%s", files[i].Name, got.String(), want)
		}
	}
}

// isFile reports whether the tree of the outputs has a file.
func isFile(path string) bool {
	return slices.Contains([]string{"src/Store.cs", "src/Orders.cs", "src/Other.cs", "src/Bills.cs",
		"src/my store.cs", "src/Orders.java", "db/schema.sql", "sql/schema.sql", "api/orders.ts",
		"api/bills.ts", "app.json", "tests/OrdersTests.cs", "src/shop/Orders.cs", "src/shop/Store.cs",
		"src/shop/Other.cs", "src/shop/data/Store.cs", "src/shop/jobs/Night.cs"}, path)
}
