#!/usr/bin/env bash
# The router of github.com/gin-gonic/gin: a longer route hides a shorter one, if the path of a
# request ends at a parameter of the longer one.
#
# Version: v1.12.0.
# Guess:    since routes with a parameter and with a literal in one place may coexist (v1.7), the
#           router goes back to the parameter wherever the literal leads to nothing: a request that
#           one of the patterns matches is answered.
# Observed: GET /:org/:repo, and no other route, answers /users/ann with 200. With the route
#           /users/:id/edit beside it, /users/ann is 404, in either order of registration: the walk
#           ends at :id, which has no handler, and does not go back. It does go back from
#           /users/ann/files, which no parameter ends, to /:org/:repo/files.
# Consequence for an indexer: which handler answers a path depends on routes that do not match it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > go.mod <<'MOD'
module finding

go 1.24

require github.com/gin-gonic/gin v1.12.0
MOD
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/gin-gonic/gin"
)

// status returns the status of a request to a router of these routes.
func status(path string, routes ...string) int {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	for _, r := range routes {
		e.GET(r, func(c *gin.Context) { c.String(http.StatusOK, r) })
	}
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code
}

func main() {
	const short, long, below = "/:org/:repo", "/users/:id/edit", "/:org/:repo/files"
	changed := false
	for _, c := range []struct {
		path   string
		routes []string
		want   int
	}{
		{"/users/ann", []string{short}, 200},
		{"/users/ann", []string{short, long}, 404},
		{"/users/ann", []string{long, short}, 404},
		{"/users/ann/files", []string{long, below}, 200},
	} {
		got := status(c.path, c.routes...)
		fmt.Println(c.path, c.routes, got)
		changed = changed || got != c.want
	}
	if changed {
		fmt.Println("the behaviour has changed")
		os.Exit(1)
	}
}
GO
GOFLAGS=-mod=mod go run .
