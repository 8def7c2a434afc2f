// Package all names every kind of buses.
package all

import (
	"seedgraph/message"
	"seedgraph/message/celery"
	"seedgraph/message/django"
	"seedgraph/message/dotnet"
	"seedgraph/message/emitter"
	"seedgraph/message/golang"
	"seedgraph/message/graphql"
	"seedgraph/message/grpc"
	"seedgraph/message/java"
	"seedgraph/message/nest"
)

// Buses returns the buses and brokers whose handlers are found.
func Buses() message.Set {
	return message.Set{
		Buses: []message.Bus{django.Bus(), dotnet.Bus(), golang.Bus(), java.Bus(), nest.Bus()},
		Brokers: []message.Broker{celery.Broker(), dotnet.Broker(), emitter.Broker(),
			golang.Broker(), graphql.Broker(), grpc.Broker(), java.Broker(), nest.Broker()},
	}
}
