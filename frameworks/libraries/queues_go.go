package libraries

import "seedgraph/frameworks/concept/model"

// amqp is the row of a RabbitMQ client under its present and its former path. A message to an exchange
// with a name goes to the queues that the broker binds to it, which are not known.
func amqp(path, name string) *model.Library {
	return &model.Library{Name: path, Language: "go", Modules: []string{path}, Package: name, System: "rabbitmq",
		Term: "QUEUE", Calls: []model.Call{
			{Method: []string{"Consume"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0"}}},
			{Method: []string{"ConsumeWithContext"}, Effect: model.Effect{Handle: &model.Topic{Topic: "1"}}},
			{Method: []string{"Publish"}, Least: 5, Empty: "0", Effect: model.Effect{Send: &model.Topic{Topic: "1"}}},
			{Method: []string{"PublishWithContext"}, Least: 6, Empty: "1",
				Effect: model.Effect{Send: &model.Topic{Topic: "2"}}},
		}}
}

var _ = add(amqp("github.com/rabbitmq/amqp091-go", "amqp091"), amqp("github.com/streadway/amqp", ""),
	&model.Library{Name: "github.com/nats-io/nats.go", Language: "go", Modules: []string{"github.com/nats-io/nats.go"},
		Package: "nats", System: "nats", Term: "SUBJECT", Wildcards: []string{".", "*", ">"}, Calls: []model.Call{
			{Method: []string{"Subscribe"}, Least: 2, Effect: model.Effect{Handle: &model.Topic{Topic: "0", Handler: "1"}}},
			{Method: []string{"QueueSubscribe"}, Least: 3,
				Effect: model.Effect{Handle: &model.Topic{Topic: "0", Handler: "2"}}},
			{Method: []string{"Publish"}, Least: 2, Effect: model.Effect{Send: &model.Topic{Topic: "0"}}},
			{Method: []string{"Request", "PublishRequest"}, Least: 3, Effect: model.Effect{Send: &model.Topic{Topic: "0"}}},
		}},
	&model.Library{Name: "github.com/ThreeDotsLabs/watermill", Language: "go",
		Modules: []string{"github.com/ThreeDotsLabs/watermill"}, System: "watermill", Term: "TOPIC", Calls: []model.Call{
			{Method: []string{"AddHandler"}, Least: 6, Effect: model.Effect{Handle: &model.Topic{Topic: "1", Handler: "5"}}},
			{Method: []string{"AddNoPublisherHandler", "AddConsumerHandler"}, Least: 4,
				Effect: model.Effect{Handle: &model.Topic{Topic: "1", Handler: "3"}}},
			{Method: []string{"Subscribe"}, Least: 2, Effect: model.Effect{Handle: &model.Topic{Topic: "1"}}},
			{Method: []string{"Publish"}, Least: 2, Effect: model.Effect{Send: &model.Topic{Topic: "0"}}},
		}})
