// Package golang finds routes, settings, dependency injection and messages in Go programs.
//
// Routes: with net/http, gin, chi, echo, gorilla/mux, fiber or huma.
//
//	routes.go   the libraries, and the registration methods of their routers
//	flow.go     where a router comes from: groups, parameters, fields, mounts
//	huma.go     huma, whose functions take the router as an argument
//	handler.go  the handlers: inside wrapping calls, in variables, as types
//
// Settings: environment variables, struct fields that libraries fill from them, viper, and
// command-line flags.
//
//	settings.go   the relevant calls
//	tags.go       fields with tags
//	process.go    fields that envconfig fills by name
//	viper.go      objects of viper, their keys and variables
//	unmarshal.go  fields that viper fills
//	flags.go      command-line flags
//	flagsets.go   flag sets
//
// Others: the bindings of wire and fx (inject.go); buses declared in the tree (own.go; the topics of
// libraries and the requests of net/http are rows of package libraries).
package golang
