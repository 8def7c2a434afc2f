// Package all names every language whose requests are found.
package all

import (
	"seedgraph/request"
	"seedgraph/request/dotnet"
	"seedgraph/request/golang"
	"seedgraph/request/java"
	"seedgraph/request/markup"
	"seedgraph/request/python"
	"seedgraph/request/typescript"
)

// Clients returns what makes requests.
func Clients() request.Set {
	return request.Set{dotnet.Client(), golang.Client(), java.Client(), markup.Client(),
		python.Client(), typescript.Client()}
}
