package openends

import "testing"

// TestMayRequest checks which routes may answer a request that no route of the tree is
// known to answer.
func TestMayRequest(t *testing.T) {
	for _, c := range []struct {
		request, route string
		want           bool
	}{
		{"POST /", "POST /v1/orders/{}", true}, // its URL is computed
		{"POST /{}", "POST /v1/orders/{}", true},
		{"GET /", "POST /v1/orders/{}", false},
		{"GET /", "ANY /v1/orders/{}", true},
		{"ANY /", "POST /v1/orders/{}", true},
		{"POST /shop/Orders/{}", "POST /v1/orders/{}", true}, // the prefix may be another one
		{"POST /payments/{}/now", "POST /v1/orders/{}", false},
		{"POST /orders", "POST /", false},
		{"order.paid", "TOPIC order.paid", true}, // a message
	} {
		if got := mayRequest(c.request, c.route); got != c.want {
			t.Errorf("%s by %s: %v", c.request, c.route, got)
		}
	}
}
