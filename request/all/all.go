// Package all names every language whose requests are found.
package all

import (
	"seedgraph/request"
	"seedgraph/request/typescript"
)

// Clients returns what makes requests.
func Clients() request.Set { return request.Set{typescript.Client()} }
