// Package typescript finds routes, settings, events and requests in TypeScript and JavaScript programs.
//
// Routes: with Express, Koa's router, Hono or Fastify.
//
//	routes.go   the libraries, and the registration methods of their routers
//	flow.go     which library a router belongs to; its groups and mounts
//	handler.go  the handlers of requests
//
// Settings: environment variables, also those that bundlers substitute for browsers, Nest's
// configuration service, the package config, and command-line flags (settings.go, flags.go).
//
// Events: emitters and listeners of Node's event emitters (messages.go).
//
// Requests: those of the platform (requests.go), of the libraries in libraries.go, with the
// additions of interceptors (interceptors.go).
package typescript
