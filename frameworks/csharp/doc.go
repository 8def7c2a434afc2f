// Package csharp finds dependency injection, settings, messages and requests in .NET programs.
//
// Dependency injection: registrations with the container of
// Microsoft.Extensions.DependencyInjection, and with Autofac. A registration in a branch, or in a
// method without callers, is heuristic, as it may not run; registrations in tests are ignored.
//
//	inject.go     which calls register, and object lifetimes
//	arguments.go  arguments of a registration: services, implementations, factories
//	factories.go  the types that factories return
//	chains.go     registrations by Autofac's call chains
//	external.go   classes that are registered for library services
//	scans.go      classes that are registered by assembly
//
// Settings: reads by Microsoft.Extensions.Configuration and Options, by System.Configuration, and
// from the environment. A key is read at an indexer, GetValue, a binding of a section, or an access
// to the value of options; a section that is only obtained is not read.
//
//	settings.go    which files are read, and which expressions read keys
//	sections.go    the section that an expression refers to
//	binder.go      which keys fill the members of a class
//	options.go     options: registrations and reads
//	flags.go       command-line flags
//	attributes.go  properties that libraries fill from flags
//	aspire.go      settings that an Aspire host passes to projects
//	types.go       types of expressions
//
// Messages: handlers and senders with MediatR, MassTransit, NServiceBus and similar libraries, or a
// bus declared in the tree.
//
//	messages.go     classes that implement an interface generic over the message
//	conventions.go  classes that a bus finds by their names, and state machines
//	sends.go        senders of messages
//	queues.go       queues and topics with constant names
//	transit.go      MassTransit's queue configuration and naming
//	functions.go    triggers and outputs of Azure Functions
//
// Requests: by HttpClient and its extensions, and the interfaces of Refit.
//
//	requests.go  the requests of calls
//	tags.go      tag helpers of pages
package csharp
