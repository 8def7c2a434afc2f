package csharp

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/resolve"
)

// aspireClients are the methods of the client integrations of .NET Aspire whose first
// argument is the name of a connection string, without the prefix Add or AddKeyed. They
// are extensions of the host builder. Those of an application host, which provides the
// strings, have other names.
//
// Source: the documentation of the integrations, Aspire 9, section "Use a connection
// string".
var aspireClients = resolve.WordSet(`RedisClient RedisClientBuilder RedisDistributedCache RedisOutputCache
	NpgsqlDataSource NpgsqlDbContext AzureNpgsqlDataSource AzureNpgsqlDbContext SqlServerClient
	SqlServerDbContext MySqlDataSource MySqlDbContext OracleDatabaseDbContext CosmosDbContext
	AzureCosmosClient AzureCosmosContainer AzureCosmosDatabase MongoDBClient RabbitMQClient KafkaProducer
	KafkaConsumer NatsClient AzureServiceBusClient AzureBlobClient AzureBlobServiceClient
	AzureBlobContainerClient AzureQueueClient AzureQueueServiceClient AzureTableClient
	AzureTableServiceClient AzureEventHubProducerClient AzureEventHubConsumerClient
	AzureEventProcessorClient AzureKeyVaultClient AzureOpenAIClient OpenAIClient AzureSearchClient
	AzureWebPubSubServiceClient AzureChatCompletionsClient QdrantClient MilvusClient
	ElasticsearchClient SeqEndpoint MeilisearchClient OllamaApiClient SqliteConnection RavenDBClient`)

// askAspire records the connection string that a client integration reads.
//
//	builder.AddRedisClient("cache");    builder.AddNpgsqlDbContext<ShopContext>("shopdb");
func (r *configReader) askAspire(x, of eval.Expr) bool {
	name, ok := strings.CutPrefix(x.Expr.Text, "Add")
	if !ok || !aspireClients[strings.TrimPrefix(name, "Keyed")] || x.Referent().Def > resolve.None {
		return false
	}
	t := of.In.ValueType(of.At)
	if t.Def < resolve.None {
		t.Name = of.In.File.ExternalName(t.Def)
	}
	if t.Def > resolve.None || t.Known() && !strings.HasSuffix(t.Name, "ApplicationBuilder") {
		return false
	}
	arg := x.Arg(0, "connectionName")
	if arg == nil {
		return false
	}
	for _, f := range r.frames(x) {
		name := x.Sub(arg)
		name.Env = f.Env
		r.readIn(x, []section{{"ConnectionStrings", f.Tier}}, name, false)
	}
	return true
}
