package libraries

import "seedgraph/frameworks/concept/model"

// kafkaPython is the row of a Kafka client of Python: the functions that create producers and consumers are their
// types.
func kafkaPython(module string, producer, consumer []string, calls ...model.Call) *model.Library {
	return &model.Library{Name: module, Language: "python", Modules: []string{module},
		Words: append(append([]string{}, producer...), consumer...), System: "kafka", Term: "TOPIC",
		Calls: append([]model.Call{
			{On: consumer, Method: []string{"subscribe"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0|topics"}}},
		}, calls...)}
}

// The Kafka clients of Python and Node.js.
//
// Source: https://kafka.js.org version 2.
var _ = add(
	kafkaPython("kafka", []string{"KafkaProducer"}, []string{"KafkaConsumer"},
		model.Call{On: []string{"KafkaProducer"}, Method: []string{"send"}, Effect: model.Effect{Send: &model.Topic{Topic: "0|topic"}}},
		model.Call{New: []string{"KafkaConsumer"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0"}}}),
	kafkaPython("aiokafka", []string{"AIOKafkaProducer"}, []string{"AIOKafkaConsumer"},
		model.Call{On: []string{"AIOKafkaProducer"}, Method: []string{"send", "send_and_wait"},
			Effect: model.Effect{Send: &model.Topic{Topic: "0|topic"}}},
		model.Call{New: []string{"AIOKafkaConsumer"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0"}}}),
	kafkaPython("confluent_kafka", []string{"Producer"}, []string{"Consumer"},
		model.Call{On: []string{"Producer"}, Method: []string{"produce"}, Effect: model.Effect{Send: &model.Topic{Topic: "0|topic"}}}),
	&model.Library{Name: "kafkajs", Language: "typescript", Modules: []string{"kafkajs"}, Words: []string{"kafkajs"},
		System: "kafka", Term: "TOPIC", Calls: []model.Call{
			{On: []string{"Kafka"}, Method: []string{"producer"}, Returns: "Producer"},
			{On: []string{"Kafka"}, Method: []string{"consumer"}, Returns: "Consumer"},
			{On: []string{"Producer"}, Method: []string{"send"}, Effect: model.Effect{Send: &model.Topic{Topic: "0.topic"}}},
			{On: []string{"Consumer"}, Method: []string{"subscribe"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0.topic|0.topics"}}},
		}},
)
