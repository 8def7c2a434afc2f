// Package all names every framework.
package all

import (
	"seedgraph/web"
	"seedgraph/web/aspnet"
	"seedgraph/web/django"
	"seedgraph/web/fastapi"
	"seedgraph/web/gorouter"
	"seedgraph/web/jsrouter"
	"seedgraph/web/nest"
	"seedgraph/web/spring"
)

// Frameworks returns the frameworks whose routes are found.
func Frameworks() web.Set {
	return web.Set{aspnet.Framework(), django.Framework(), fastapi.Framework(), gorouter.Framework(),
		jsrouter.Framework(), nest.Framework(), spring.Framework()}
}
