package paths_test

import (
	"testing"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// TestFixtures checks that paths lead from a test through the fixtures that it requests, which pytest
// runs before it, but not through a fixture that it only names.
func TestFixtures(t *testing.T) {
	x := answertest.Sources(t, `-- shop.py --
def save(): pass
-- conftest.py --
import pytest
from shop import save
@pytest.fixture
def order(customer): return 1
@pytest.fixture
def customer(): return save()
-- test_shop.py --
import conftest
def test_order(order): assert order
def test_none(): assert conftest.customer.__name__
`)
	for from, want := range map[string]bool{"test_shop.test_order": true, "test_shop.test_none": false} {
		a, err := find(t, x, from, "shop.save", paths.Options{})
		if err != nil || a.Connected != want {
			t.Errorf("%s leads to shop.save: %v, want %v (%v)", from, a.Connected, want, err)
		}
	}
}
