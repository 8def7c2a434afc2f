package plural_test

import (
	"testing"

	"seedgraph/internal/plural"
)

func TestRails(t *testing.T) {
	for in, want := range map[string]string{"user": "users", "order_item": "order_items",
		"SalesPerson": "SalesPeople", "Person": "People", "category": "categories", "Box": "Boxes",
		"OrderStatus": "OrderStatuses", "sheep": "sheep", "people": "people", "users": "users",
		"APIKey": "APIKeys", "": "", "x_": "x_", "Child": "Children"} {
		if got := plural.Rails(in); got != want {
			t.Errorf("Rails(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestLibraries checks words, found by make differential, for which the rules of
// other libraries would be wrong.
func TestLibraries(t *testing.T) {
	for _, c := range []struct {
		of     func(string) string
		in, is string
	}{
		{plural.Jinzhu, "human", "humen"}, {plural.Jinzhu, "user_information", "user_informations"},
		{plural.Jinzhu, "o_auth2", "o_auth2"}, {plural.Jinzhu, "order_item", "order_items"},
		{plural.Ent, "Person", "Persons"}, {plural.Ent, "API", "APIs"}, {plural.Ent, "Status", "Status"},
		{plural.NPM, "Criterion", "Criteria"}, {plural.NPM, "Deer", "Deer"}, {plural.NPM, "Bonus", "Bonuses"},
		{plural.NPM, "UserInformation", "UserInformations"}, {plural.NPM, "Goose", "geese"},
		{plural.NPM, "Criteria", "Criteria"}, {plural.NPM, "SalesPerson", "SalesPeople"},
	} {
		if got := c.of(c.in); got != c.is {
			t.Errorf("%q: %q, want %q", c.in, got, c.is)
		}
	}
}
