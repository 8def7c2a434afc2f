package libraries

import "seedgraph/frameworks/concept/model"

// Clients of queues for Node and Python. A message to an exchange of RabbitMQ with a name goes to
// the queues that the broker binds to it, which are not known.
//
// Sources: https://amqp-node.github.io version 0.10,
// https://docs.bullmq.io version 5, https://pika.readthedocs.io version 1.3.
var _ = add(
	&model.Library{Name: "amqplib", Language: "typescript", Modules: []string{"amqplib"},
		System: "rabbitmq", Term: "QUEUE",
		Words: []string{".sendToQueue(", ".consume("},
		Calls: []model.Call{
			{Method: []string{"sendToQueue"},
				Effect: model.Effect{Send: &model.Topic{Topic: "0"}}},
			{Method: []string{"publish"}, Least: 3, Empty: "0",
				Effect: model.Effect{Send: &model.Topic{Topic: "1"}}},
			{Method: []string{"consume"}, Least: 2,
				Effect: model.Effect{Handle: &model.Topic{Topic: "0", Handler: "1"}}},
		}},
	&model.Library{Name: "bullmq", Language: "typescript", Modules: []string{"bullmq", "bull"},
		System: "bullmq", Term: "QUEUE",
		Words: []string{"Queue", "Worker"},
		Calls: []model.Call{
			{On: []string{"Queue"}, Method: []string{"add", "addBulk", "upsertJobScheduler"},
				Effect: model.Effect{Send: &model.Topic{Topic: "receiver.0"}}},
			{New: []string{"Worker"}, Least: 2,
				Effect: model.Effect{Handle: &model.Topic{Topic: "0", Handler: "1"}}},
		}},
	&model.Library{Name: "pika", Language: "python", Modules: []string{"pika"},
		System: "rabbitmq", Term: "QUEUE",
		Calls: []model.Call{
			{Method: []string{"basic_publish"}, Empty: "0|exchange",
				Effect: model.Effect{Send: &model.Topic{Topic: "1|routing_key"}}},
			{Method: []string{"basic_consume"},
				Effect: model.Effect{Handle: &model.Topic{Topic: "0|queue",
					Handler: "1|on_message_callback"}}},
		}})
