#!/usr/bin/env bash
# net/http: in a ServeMux below another one, the path values of the outer pattern are gone; below, or
# above, a router of chi they are there.
#
# Version: Go 1.22 and later, github.com/go-chi/chi/v5 v5.2.3.
# Guess:    a handler reads all values of the patterns that led to it: those of inner patterns are
#           added to those of outer ones, as with chi, Express and Starlette.
# Observed: with "/{tenant}/" in the outer and "/{name}/orders/{order}" in the inner ServeMux, the
#           handler has order, and an empty tenant; so has "/{name}/state", which has no value of
#           that name either. The inner mux replaces the matches of the request. If one of the two is a
#           router of chi, the handler has both. Request.Pattern is that of the ServeMux which comes last.
# Consequence for an indexer: a parameter of a mounted route is no source of PathValue in handlers
#           of a ServeMux; only those of the pattern with which the handler is registered are.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > go.mod <<'MOD'
module finding

go 1.23

require github.com/go-chi/chi/v5 v5.2.3
MOD
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/go-chi/chi/v5"
)

// A router is a ServeMux or a router of chi.
type router interface {
	http.Handler
	Handle(pattern string, h http.Handler)
}

// values returns the values that a handler of the inner router reads.
func values(outer, inner router, below, pattern, path string) (got string) {
	inner.Handle(pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = fmt.Sprintf("tenant=%q order=%q", r.PathValue("tenant"), r.PathValue("order"))
	}))
	outer.Handle(below, inner)
	outer.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
	return got
}

func main() {
	mux := func() router { return http.NewServeMux() }
	own := func() router { return chi.NewRouter() }
	const orders = "/{name}/orders/{order}"
	changed := false
	for _, c := range []struct {
		outer, inner                 router
		below, pattern, path, wanted string
	}{
		{mux(), mux(), "/{tenant}/", orders, "/acme/orders/7", `tenant="" order="7"`},
		{mux(), mux(), "/{tenant}/", "/{name}/state", "/acme/state", `tenant="" order=""`},
		{mux(), own(), "/{tenant}/", orders, "/acme/orders/7", `tenant="acme" order="7"`},
		{own(), mux(), "/{tenant}/*", orders, "/acme/orders/7", `tenant="acme" order="7"`},
	} {
		got := values(c.outer, c.inner, c.below, c.pattern, c.path)
		fmt.Printf("%T in %T: %s\n", c.inner, c.outer, got)
		changed = changed || got != c.wanted
	}
	if changed {
		fmt.Println("the behaviour has changed")
		os.Exit(1)
	}
}
GO
GOFLAGS=-mod=mod go run .
