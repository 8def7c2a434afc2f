package seeds_test

import (
	"errors"
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/seeds"
	"seedgraph/testkit/answertest"
)

// TestRelated checks that a call through an interface counts as a call of its
// implementation.
func TestRelated(t *testing.T) {
	x := answertest.Shop(t)
	ref, err := (&names.Resolver{Index: x}).Resolve("OrderService.Place(Order)")
	if err != nil {
		t.Fatal(err)
	}
	place := ref.Node
	name := func(numbers []uint32) string {
		var out []string
		for _, n := range numbers {
			node, err := x.Node(n)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, node.Name)
		}
		return strings.Join(out, " ")
	}
	for relations, want := range map[string]string{
		"callees": "Shop.OrderService.Validate", "tests": "Shop.Tests.OrderServiceTests",
	} {
		got, err := seeds.Related(x, place, strings.Split(relations, ","))
		if err != nil || !strings.Contains(name(got), want) {
			t.Errorf("%s are %q, %v; want %q", relations, name(got), err, want)
		}
	}
	if _, err := seeds.Related(x, place, []string{"cousins"}); err == nil ||
		errors.Is(err, answer.ErrUnknownID) {
		t.Errorf("the error is %v", err)
	}
}
