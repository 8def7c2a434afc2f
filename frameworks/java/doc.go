// Package java finds messages and requests in Java programs.
//
//	listeners.go  methods with an annotation of Spring, CDI or an event bus, whose first parameter is the
//	              message, and classes that listen to one type
//	sends.go      senders of messages
//	topics.go     topics and queues
//	rabbit.go     queues that annotations declare, and exchanges of RabbitMQ
//	requests.go   requests of RestTemplate, WebClient, RestClient, java.net.http and MockMvc
//	clients.go    interfaces that a library implements: Feign, HTTP interfaces of Spring
package java
