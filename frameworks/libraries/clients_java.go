package libraries

import "seedgraph/frameworks/concept/model"

// Apache Kafka's client, version 3.
var _ = add(&model.Library{Name: "org.apache.kafka.clients", Language: "java", Modules: []string{"org.apache.kafka.clients"},
	System: "kafka", Term: "TOPIC", Calls: []model.Call{
		{New: []string{"ProducerRecord"}, Effect: model.Effect{Send: &model.Topic{Topic: "0"}}},
		{On: []string{"KafkaConsumer", "Consumer"}, Method: []string{"subscribe"},
			Effect: model.Effect{Handle: &model.Topic{Topic: "0"}}}}})

// RabbitMQ's client, version 5: a message to an exchange with a name goes to unknown queues.
var _ = add(&model.Library{Name: "com.rabbitmq.client", Language: "java", Modules: []string{"com.rabbitmq.client"},
	System: "rabbitmq", Term: "QUEUE", Calls: []model.Call{
		{On: []string{"Channel"}, Method: []string{"basicPublish"}, Empty: "0", Effect: model.Effect{Send: &model.Topic{Topic: "1"}}},
		{On: []string{"Channel"}, Method: []string{"basicConsume"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0"}}}}})

// OkHttp, version 4: the verb is that of another call of the builder, which is not read.
var _ = add(&model.Library{Name: "okhttp3", Language: "java", Modules: []string{"okhttp3"}, Calls: []model.Call{
	{On: []string{"Request.Builder"}, Method: []string{"url"}, Effect: model.Effect{Request: &model.Request{Verb: "ANY", Address: "0"}}}}})

// Retrofit, version 2: it implements the annotated methods of interfaces.
var _ = add(&model.Library{Name: "retrofit2", Language: "java", Modules: []string{"retrofit2.http"}, Annotations: []model.Annotation{
	{Name: []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"},
		Effect: model.Effect{Request: &model.Request{Verb: "name", Address: "0|value"}}}}})
