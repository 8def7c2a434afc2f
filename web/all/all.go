// Package all names every framework.
package all

import (
	"seedgraph/frameworks/routes"
	"seedgraph/web/aspnet"
	"seedgraph/web/django"
	"seedgraph/web/fastapi"
	"seedgraph/web/flask"
	"seedgraph/web/functions"
	"seedgraph/web/gorouter"
	"seedgraph/web/jaxrs"
	"seedgraph/web/jsrouter"
	"seedgraph/web/nest"
	"seedgraph/web/nextjs"
	"seedgraph/web/plumber"
	"seedgraph/web/spring"
	"seedgraph/web/starlette"
)

// Frameworks returns the frameworks whose routes are found.
func Frameworks() routes.Set {
	return routes.Set{aspnet.Framework(), django.Framework(), fastapi.Framework(),
		flask.Framework(), functions.Framework(), gorouter.Framework(), jaxrs.Framework(), jsrouter.Framework(),
		nest.Framework(), nextjs.Framework(), plumber.Framework(), spring.Framework(),
		spring.Functional(), starlette.Framework()}
}
