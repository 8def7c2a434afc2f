package resolve_test

import (
	"testing"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// TestDefaultText: string defaults of parameters in the signatures of several languages.
// A sign after a comma or a parenthesis belongs to another parameter, and a longer name
// is another name.
func TestDefaultText(t *testing.T) {
	for _, c := range []struct{ signature, param, want string }{
		{`void Audit(string table = "AuditLog")`, "table", "AuditLog"},
		{`void Audit(int n, string table="AuditLog", int m = 1)`, "table", "AuditLog"},
		{`function audit(table: string = 'audit_log')`, "table", "audit_log"},
		{`def audit(self, table: str = "audit_log", *, n=1)`, "table", "audit_log"},
		{`void Audit(string tables, string table = "one")`, "table", "one"},
		{`void Audit(string table2 = "no", string table = "one")`, "table", "one"},
		{`void table(string table = "one")`, "table", "one"}, // the function has its name
		{`void Audit(string empty = "")`, "empty", ""},
	} {
		d := &resolve.Def{Definition: &parse.Definition{Signature: c.signature}}
		if got, ok := d.DefaultText(c.param); !ok || got != c.want {
			t.Errorf("%s: %s is %q, %v", c.signature, c.param, got, ok)
		}
	}
	for _, c := range []struct{ signature, param, why string }{
		{`void Audit(string table)`, "table", "nothing is given"},
		{`void Audit(string table, string other = "x")`, "table", "the sign is of another"},
		{`void Audit(int n = 1)`, "n", "a number"},
		{`void Audit(string table = Names.Audit)`, "table", "a name"},
		{`void Audit(string table = "a\"b")`, "table", "an escape"},
		{`void Audit(string table = "a`, "table", "no end"},
		{`void Audit(string other = "x")`, "table", "no such parameter"},
		{`function audit({ table = "x" })`, "", "a pattern has no name"},
		{`void Audit(string table =`, "table", "no value"},
	} {
		d := &resolve.Def{Definition: &parse.Definition{Signature: c.signature}}
		if got, ok := d.DefaultText(c.param); ok {
			t.Errorf("%s: %s is %q, though there is %s", c.signature, c.param, got, c.why)
		}
	}
}
