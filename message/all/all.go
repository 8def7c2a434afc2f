// Package all names every kind of buses.
package all

import (
	"seedgraph/message"
	"seedgraph/message/django"
	"seedgraph/message/dotnet"
	"seedgraph/message/java"
	"seedgraph/message/nest"
)

// Buses returns the buses whose handlers are found.
func Buses() message.Set { return message.Set{django.Bus(), dotnet.Bus(), java.Bus(), nest.Bus()} }
