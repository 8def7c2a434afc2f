#!/usr/bin/env bash
# MCP SDK for Go: a tool fails if a map of its result is nil, and not if a slice is.
#
# Version: github.com/modelcontextprotocol/go-sdk v1.8.0 with github.com/google/jsonschema-go v0.4.3.
# Guess:    the SDK infers the output schema from the type of the result, so encoding/json's text of
#           every value of that type satisfies it, as with the slice: null for nil, and its type is
#           ["null", "array"].
# Observed: the type of a map is "object" alone, while a nil map is null as well: the call fails with
#           "validating tool output", but works as soon as the map has been made. []byte and
#           json.RawMessage have the schema of a list of integers, which their text never satisfies;
#           json.Number has that of a string, and a field with the option string that of a number.
# Consequence for an indexer: a tool that counts by kind works until there is nothing to count. Make
#           all maps of a result, and test tools on an empty index.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > go.mod <<'MOD'
module finding

go 1.25.0

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/modelcontextprotocol/go-sdk v1.8.0
)
MOD
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var changed bool

// call prints the answer of a tool that returns a value, and compares whether it fails.
func call[T any](name string, value T, fails bool) {
	type result struct {
		A T `json:"a"`
	}
	ctx := context.Background()
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "count"},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, result, error) {
			return nil, result{value}, nil
		})
	near, far := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, far, nil); err != nil {
		panic(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, near, nil)
	if err != nil {
		panic(err)
	}
	text := ""
	if r, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "count"}); err != nil {
		text = err.Error()
	} else {
		data, _ := json.Marshal(r.StructuredContent)
		text = string(data)
	}
	fmt.Printf("%-11s %s\n", name, text)
	changed = changed || fails != strings.Contains(text, "validating tool output")
}

func main() {
	call("nil slice", []string(nil), false)
	call("nil map", map[string]int(nil), true)
	call("empty map", map[string]int{}, false)
	call("bytes", []byte("a"), true)
	call("RawMessage", json.RawMessage(`{"b":1}`), true)
	call("json.Number", json.Number("1"), true)
	if changed {
		fmt.Println("the behaviour has changed")
		os.Exit(1)
	}
}
GO
GOFLAGS=-mod=mod go run . 2>/dev/null
