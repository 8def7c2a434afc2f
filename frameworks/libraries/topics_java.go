package libraries

import "seedgraph/frameworks/concept/model"

// template is the row of the types of Spring that send to the topic in their first argument. most is the
// maximum number of arguments, 0 for no maximum: RabbitMQ's other forms send to an exchange, which the
// configuration binds to queues.
func template(module, system, term string, most int, types, methods []string) *model.Library {
	return &model.Library{Name: module, Language: "java", Modules: []string{module}, Words: types, System: system, Term: term,
		Calls: []model.Call{{On: types, Method: methods, Least: 2, Most: most,
			Effect: model.Effect{Send: &model.Topic{Topic: "0"}}}}}
}

var _ = add(
	template("org.springframework.kafka.core", "kafka", "TOPIC", 0, []string{"KafkaTemplate", "KafkaOperations"},
		[]string{"send"}),
	template("org.springframework.jms.core", "jms", "QUEUE", 0, []string{"JmsTemplate", "JmsOperations"},
		[]string{"convertAndSend", "send"}),
	template("org.springframework.amqp", "rabbitmq", "QUEUE", 2,
		[]string{"RabbitTemplate", "RabbitOperations", "AmqpTemplate"}, []string{"convertAndSend", "send"}),
	template("org.springframework.pulsar.core", "pulsar", "TOPIC", 0, []string{"PulsarTemplate"},
		[]string{"send", "sendAsync"}),
	template("io.awspring.cloud.sqs", "sqs", "QUEUE", 0, []string{"SqsTemplate"}, []string{"send", "sendAsync"}),
)
