// Package fastapi finds the routes and the dependency injection of FastAPI applications.
//
//	routes.go  functions, and methods of class-based views, that are registered by a router's decorators
//	inject.go  dependencies: a function that a parameter depends on provides objects of the classes that
//	           it returns for its declared return type
//	attributes.go  authorization: attributes of routes
package fastapi
