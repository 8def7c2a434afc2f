package libraries

import "seedgraph/frameworks/concept/model"

// sends and handles are rows of methods with the topic in an argument.
func sends(on []string, topic model.Arg, methods ...string) model.Call {
	return model.Call{On: on, Method: methods, Effect: model.Effect{Send: &model.Topic{Topic: topic}}}
}

func handles(on []string, topic, handler model.Arg, methods ...string) model.Call {
	return model.Call{On: on, Method: methods, Effect: model.Effect{Handle: &model.Topic{Topic: topic, Handler: handler}}}
}

var (
	channel    = []string{"IModel", "IChannel"}
	subscriber = []string{"ISubscriber"}
	publisher  = []string{"ICapPublisher"}
	busClient  = []string{"ServiceBusClient"}
)

var _ = add(
	&model.Library{Name: "Confluent.Kafka", Language: "csharp", Modules: []string{"Confluent.Kafka"}, System: "kafka",
		Term: "TOPIC", Calls: []model.Call{handles([]string{"IConsumer"}, "0|topic", "", "Subscribe"),
			sends([]string{"IProducer"}, "0|topic", "Produce", "ProduceAsync")}},
	&model.Library{Name: "RabbitMQ.Client", Language: "csharp", Modules: []string{"RabbitMQ.Client"}, System: "rabbitmq",
		Term: "QUEUE", Calls: []model.Call{handles(channel, "0|queue", "", "BasicConsume", "BasicConsumeAsync"),
			{On: channel, Method: []string{"BasicPublish", "BasicPublishAsync"}, Empty: "0|exchange",
				Effect: model.Effect{Send: &model.Topic{Topic: "1|routingKey"}}}}},
	&model.Library{Name: "Azure.Messaging.ServiceBus", Language: "csharp", Modules: []string{"Azure.Messaging.ServiceBus"},
		System: "servicebus", Term: "QUEUE", Calls: []model.Call{sends(busClient, "0", "CreateSender"),
			handles(busClient, "0", "", "CreateProcessor", "CreateSessionProcessor", "CreateReceiver")}},
	&model.Library{Name: "DotNetCore.CAP", Language: "csharp", Modules: []string{"DotNetCore.CAP"}, System: "cap",
		Term: "TOPIC", Calls: []model.Call{sends(publisher, "0|name", "Publish", "PublishAsync"),
			sends(publisher, "1|name", "PublishDelay", "PublishDelayAsync")}},
	&model.Library{Name: "Dapr.Client", Language: "csharp", Modules: []string{"Dapr.Client"}, System: "dapr", Term: "TOPIC",
		Calls: []model.Call{sends([]string{"DaprClient"}, "1|topicName", "PublishEventAsync")}},
	&model.Library{Name: "Microsoft.AspNetCore.SignalR.Client", Language: "csharp",
		Modules: []string{"Microsoft.AspNetCore.SignalR.Client"}, System: "signalr", Term: "EVENT",
		Calls: []model.Call{handles([]string{"HubConnection"}, "0|methodName", "1|handler", "On")}},
	&model.Library{Name: "StackExchange.Redis", Language: "csharp", Modules: []string{"StackExchange.Redis"},
		System: "redis", Term: "CHANNEL", Calls: []model.Call{
			{On: subscriber, Method: []string{"Subscribe", "SubscribeAsync"}, Most: 1,
				Effect: model.Effect{Handle: &model.Topic{Topic: "0|channel"}}},
			{On: subscriber, Method: []string{"Subscribe", "SubscribeAsync"}, Least: 2,
				Effect: model.Effect{Handle: &model.Topic{Topic: "0|channel", Handler: "1|handler"}}},
			sends(subscriber, "0|channel", "Publish", "PublishAsync")}},
)
