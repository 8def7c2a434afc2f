// Package django finds the routes, models, messages and migrations of Django.
//
// Routes, of Django and of Django REST framework: the targets of the URL pattern lists, from the root
// on, and the routes that routers generate for viewsets.
//
//	routes.go    the framework; the roots
//	patterns.go  path, re_path and include; the target of a pattern
//	template.go  routes and regular expressions as templates
//	views.go     which verbs a view handles
//	routers.go   the routers of REST framework and their registrations
//	viewsets.go  the actions of a viewset
//	ninja.go     the operations of Django Ninja
//	hooks.go     which members of views the frameworks use
//	attributes.go  authorization: attributes of routes
//
// Models, their uses, and migrations:
//
//	data.go        the mapper; which files it reads
//	facts.go       declarations of the framework, by full name
//	models.go      models and their tables
//	fields.go      relations between them
//	managers.go    managers and query sets declared in the tree
//	values.go      values of expressions
//	uses.go        calls that read and write
//	data_views.go  writes by library views, through a serializer or a model
//	lookups.go     joins by lookup names
//	names.go       strings and arguments that name fields
//	migrations.go  migrations
//
// Messages: the receivers of signals (messages.go).
package django
