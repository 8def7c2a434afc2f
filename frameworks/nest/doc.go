// Package nest finds the routes, dependency injection and messages of NestJS applications.
//
//	routes.go    the methods of controllers, with the prefixes of controllers, modules, versions and the
//	             application
//	inject.go    providers of Nest and Angular: an object in a provider list names a class or token, and
//	             the class or value that is provided for it
//	messages.go  the handlers of commands, queries and events of the CQRS module
//	topics.go    event and message patterns
package nest
