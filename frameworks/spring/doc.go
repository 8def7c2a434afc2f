// Package spring finds the routes, beans and settings of Spring.
//
// Routes, of Spring MVC and WebFlux:
//
//	controllers.go  controllers: the methods with a mapping annotation
//	attributes.go   authorization, names, versions: attributes of routes
//	functional.go   router functions, using the following files
//	value.go        values of expressions
//	condition.go    whether code runs
//	call.go         return values of methods
//	library.go      return values of library methods
//	beans.go        beans that the container creates and injects
//	elements.go     elements of collections
//	frames.go       callers of methods
//
// Beans: classes with a stereotype implement their interfaces and base classes, and the return value
// of an @Bean method implements its declared type.
//
//	inject.go   beans
//	choices.go  which of several beans is injected, and the calls on it
//	places.go   the fields and parameters with injected beans
//	lombok.go   the fields that Lombok constructors set
//
// Settings: placeholders, properties classes and the environment, MicroProfile properties, and
// environment variables (settings.go).
package spring
