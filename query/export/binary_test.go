package export

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"google.golang.org/protobuf/encoding/protowire"
)

// readable renders a file of an export as text.
func readable(t *testing.T, name, content string) string {
	t.Helper()
	switch {
	case strings.HasSuffix(name, ".parquet"):
		return parquetText(t, content)
	case name == "sqlite":
		return sqliteText(t, content)
	case name == "scip":
		var b strings.Builder
		protoText(t, &b, []byte(content), "Index", "")
		return b.String()
	}
	return content
}

// parquetText returns the schema and the rows of a file.
func parquetText(t *testing.T, content string) string {
	t.Helper()
	file, err := parquet.OpenFile(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, file.Schema())
	rows, err := parquet.Read[any](strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	enc := newEncoder(&b)
	for _, row := range rows {
		if err := enc.Encode(row); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// sqliteText returns the rows of the tables and views of a database, and the results of
// full-text searches.
func sqliteText(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var b strings.Builder
	for _, of := range []string{"pragma_integrity_check", "pragma_foreign_key_check", "files", "nodes", "edges", "chunks",
		"callers", "readers", "writers", "names WHERE names MATCH 'say'"} {
		fmt.Fprintf(&b, "-- %s\n", of)
		rows, err := db.Query("SELECT * FROM " + of)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, at := make([]any, len(columns)), make([]any, len(columns))
			for i := range at {
				at[i] = &values[i]
			}
			if err := rows.Scan(at...); err != nil {
				t.Fatal(err)
			}
			line, err := json.Marshal(values)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n", line)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// protoFields lists the fields of SCIP messages that are messages themselves or packed
// numbers.
var protoFields = map[string]map[protowire.Number]string{
	"Index":             {1: "Metadata", 2: "Document", 3: "SymbolInformation"},
	"Metadata":          {2: "ToolInfo"},
	"Document":          {2: "Occurrence", 3: "SymbolInformation"},
	"SymbolInformation": {4: "Relationship", 7: "Document"},
	"Occurrence":        {1: "packed", 7: "packed"},
}

// protoText renders a SCIP message by the numbers of its fields.
func protoText(t *testing.T, b *strings.Builder, raw []byte, of, indent string) {
	t.Helper()
	for len(raw) > 0 {
		field, typ, n := protowire.ConsumeTag(raw)
		if n < 0 {
			t.Fatalf("%s: %v", of, protowire.ParseError(n))
		}
		raw = raw[n:]
		if typ == protowire.VarintType {
			v, n := protowire.ConsumeVarint(raw)
			raw = raw[n:]
			fmt.Fprintf(b, "%s%d: %d\n", indent, field, v)
			continue
		}
		v, n := protowire.ConsumeBytes(raw)
		if n < 0 {
			t.Fatalf("%s: field %d: %v", of, field, protowire.ParseError(n))
		}
		raw = raw[n:]
		switch inner := protoFields[of][field]; inner {
		case "":
			fmt.Fprintf(b, "%s%d: %q\n", indent, field, v)
		case "packed":
			fmt.Fprintf(b, "%s%d:", indent, field)
			for len(v) > 0 {
				x, n := protowire.ConsumeVarint(v)
				v = v[n:]
				fmt.Fprintf(b, " %d", x)
			}
			b.WriteByte('\n')
		default:
			fmt.Fprintf(b, "%s%d %s\n", indent, field, inner)
			protoText(t, b, v, inner, indent+"  ")
		}
	}
}
