// Package python finds settings and requests in Python programs.
//
//	settings.go  environment variables, Django settings, settings classes that pydantic fills
//	flags.go     command-line flags
//	requests.go  the requests of requests, httpx, aiohttp and urllib, and of the test clients with which
//	             tests call the application directly
//	clients.go   clients: by type, by creation, by fixture
package python
