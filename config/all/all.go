// Package all names every reader of settings.
package all

import (
	"seedgraph/config"
	"seedgraph/config/dotnet"
	"seedgraph/config/golang"
	"seedgraph/config/node"
	"seedgraph/config/python"
	"seedgraph/config/spring"
)

// Readers returns the readers of settings.
func Readers() config.Set {
	return config.Set{dotnet.Reader(), golang.Reader(), node.Reader(), python.Reader(),
		spring.Reader()}
}
