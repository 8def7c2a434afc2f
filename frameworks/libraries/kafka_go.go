package libraries

import "seedgraph/frameworks/concept/model"

// sarama is the row of a Kafka client under its present and its former path.
func sarama(path string) *model.Library {
	return &model.Library{Name: path, Language: "go", Modules: []string{path}, System: "kafka", Term: "TOPIC",
		Calls: []model.Call{
			{Method: []string{"ConsumePartition"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0"}}},
			{Method: []string{"Consume"}, Least: 3,
				Effect: model.Effect{Handle: &model.Topic{Topic: "1", Handler: "2", Method: "ConsumeClaim"}}},
			{Method: []string{"SendMessage"}, Effect: model.Effect{Send: &model.Topic{Topic: "0.Topic"}}},
		}}
}

var _ = add(sarama("github.com/IBM/sarama"), sarama("github.com/Shopify/sarama"),
	&model.Library{Name: "github.com/segmentio/kafka-go", Language: "go",
		Modules: []string{"github.com/segmentio/kafka-go"}, Package: "kafka", System: "kafka", Term: "TOPIC",
		Calls: []model.Call{
			{Function: []string{"NewReader"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0.Topic"}}},
			{Function: []string{"NewWriter"}, Effect: model.Effect{Send: &model.Topic{Topic: "0.Topic"}}},
			{New: []string{"Writer", "Message"}, Effect: model.Effect{Send: &model.Topic{Topic: "Topic"}}},
		}},
	&model.Library{Name: "github.com/confluentinc/confluent-kafka-go", Language: "go",
		Modules: []string{"github.com/confluentinc/confluent-kafka-go"}, System: "kafka", Term: "TOPIC",
		Calls: []model.Call{
			{Method: []string{"Subscribe", "SubscribeTopics"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0"}}},
			{Method: []string{"Produce"}, Effect: model.Effect{Send: &model.Topic{Topic: "0.TopicPartition.Topic"}}},
		}},
	&model.Library{Name: "github.com/twmb/franz-go", Language: "go",
		Modules: []string{"github.com/twmb/franz-go/pkg/kgo"}, System: "kafka", Term: "TOPIC",
		Calls: []model.Call{
			{Function: []string{"ConsumeTopics"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0..."}}},
			{Method: []string{"AddConsumeTopics"}, Effect: model.Effect{Handle: &model.Topic{Topic: "0..."}}},
			{Function: []string{"DefaultProduceTopic"}, Effect: model.Effect{Send: &model.Topic{Topic: "0"}}},
			{New: []string{"Record"}, Effect: model.Effect{Send: &model.Topic{Topic: "Topic"}}},
		}})
