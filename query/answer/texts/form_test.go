package texts_test

import (
	"strings"
	"testing"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/texts"
	"seedgraph/testkit/answertest"
)

// TestForms checks the text of each form.
func TestForms(t *testing.T) {
	x := answertest.Open(t, artifactstest.Sample())
	lines := texts.Form{Lines: texts.Range{First: 7, Last: 11}}
	for _, test := range []struct {
		id   string
		form texts.Form
		want string // the text, or a prefix of it
	}{
		{"Shop.OrderService", texts.Form{},
			"/// Keeps orders — \"all\" of them.\npublic class OrderService : IOrders\n{ … }\n"},
		{"Shop.OrderService", texts.Form{Full: true},
			"/// Keeps orders — \"all\" of them.\npublic class OrderService : IOrders\n{ public void Place(int id)\n{\n    Check(id);\n"},
		{"Shop.OrderService", texts.Form{Signature: true}, "public class OrderService : IOrders"},
		{"Shop.OrderService", lines, "public class OrderService : IOrders\n{ public void Place(int id)\n{\n    Check(id);\n    // first half\n"},
		{"Shop.IOrders", lines, ""},
		{"dbo.Order", texts.Form{Full: true}, "CREATE TABLE dbo.[Order] (Id int PRIMARY KEY);\n"},
		{"Legacy.Audit", texts.Form{Full: true}, ""},
		{"Legacy.Audit", texts.Form{Signature: true}, ""},
		{"log.Entry", lines, ""},
	} {
		ref, err := (&names.Resolver{Index: x}).Resolve(test.id)
		if err != nil {
			t.Fatal(err)
		}
		got, ok, err := texts.Source{Index: x, Form: test.form}.Text(ref)
		if err != nil || ok != (test.want != "") || !strings.HasPrefix(got.Text, test.want) {
			t.Errorf("%s with %+v is %q, %v, %v; want %q", test.id, test.form, got.Text, ok, err,
				test.want)
		}
	}
}

func TestRanges(t *testing.T) {
	for s, want := range map[string]string{"3-9": "3-9", " 3 - 3 ": "3-3", "4": "4-4",
		"7-": "7-4294967295"} {
		if r, err := texts.ParseRange(s); err != nil || r.String() != want {
			t.Errorf("%q is read as %s, %v", s, r, err)
		}
	}
	for _, s := range []string{"", "-", "0-4", "9-3", "a-b", "1-2-3", "-4"} {
		if r, err := texts.ParseRange(s); err == nil || strings.Contains(err.Error(), "strconv") {
			t.Errorf("%q is read as %s, %v", s, r, err)
		}
	}
}
