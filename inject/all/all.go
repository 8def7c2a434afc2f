// Package all names every container.
package all

import (
	"seedgraph/inject"
	"seedgraph/inject/dotnet"
	"seedgraph/inject/fastapi"
	"seedgraph/inject/golang"
	"seedgraph/inject/guice"
	"seedgraph/inject/nest"
	"seedgraph/inject/spring"
)

// Containers returns the containers whose bindings are found.
func Containers() inject.Set {
	return inject.Set{dotnet.Container(), fastapi.Container(), golang.Container(), guice.Container(), nest.Container(), spring.Container()}
}
