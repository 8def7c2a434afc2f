package entry

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

// commandLibraries are the Python modules whose objects turn functions into commands.
var commandLibraries = []string{"click", "typer", "asyncclick", "rich_click", "cyclopts"}

// annotations are the framework annotations that make a definition an entry point, by
// full name.
var annotations = map[string]graph.Role{
	// Java
	"org.springframework.scheduling.annotation.Scheduled":              graph.RoleJob,
	"org.springframework.scheduling.annotation.Schedules":              graph.RoleJob,
	"io.micronaut.scheduling.annotation.Scheduled":                     graph.RoleJob,
	"io.quarkus.scheduler.Scheduled":                                   graph.RoleJob,
	"jakarta.ejb.Schedule":                                             graph.RoleJob,
	"javax.ejb.Schedule":                                               graph.RoleJob,
	"net.javacrumbs.shedlock.spring.annotation.SchedulerLock":          graph.RoleJob,
	"jakarta.annotation.PostConstruct":                                 graph.RoleHosted,
	"javax.annotation.PostConstruct":                                   graph.RoleHosted,
	"jakarta.annotation.PreDestroy":                                    graph.RoleHosted,
	"javax.annotation.PreDestroy":                                      graph.RoleHosted,
	"org.springframework.context.event.EventListener":                  graph.RoleMessage,
	"org.springframework.transaction.event.TransactionalEventListener": graph.RoleMessage,
	"org.springframework.modulith.events.ApplicationModuleListener":    graph.RoleMessage,
	"org.springframework.kafka.annotation.KafkaListener":               graph.RoleMessage,
	"org.springframework.amqp.rabbit.annotation.RabbitListener":        graph.RoleMessage,
	"org.springframework.amqp.rabbit.annotation.RabbitHandler":         graph.RoleMessage,
	"org.springframework.jms.annotation.JmsListener":                   graph.RoleMessage,
	"io.awspring.cloud.sqs.annotation.SqsListener":                     graph.RoleMessage,
	"org.springframework.pulsar.annotation.PulsarListener":             graph.RoleMessage,
	"org.eclipse.microprofile.reactive.messaging.Incoming":             graph.RoleMessage,
	"io.micronaut.configuration.kafka.annotation.Topic":                graph.RoleMessage,
	"jakarta.enterprise.event.Observes":                                graph.RoleMessage,
	"com.google.common.eventbus.Subscribe":                             graph.RoleMessage,
	"org.greenrobot.eventbus.Subscribe":                                graph.RoleMessage,
	"org.springframework.shell.standard.ShellMethod":                   graph.RoleCommand,
	"picocli.CommandLine.Command":                                      graph.RoleCommand,
	"com.microsoft.azure.functions.annotation.FunctionName":            graph.RoleFunction,

	// C#
	"Microsoft.Azure.Functions.Worker.FunctionAttribute": graph.RoleFunction,
	"Microsoft.Azure.WebJobs.FunctionNameAttribute":      graph.RoleFunction,
	"Amazon.Lambda.Annotations.LambdaFunctionAttribute":  graph.RoleFunction,
	"Dapr.TopicAttribute":                                graph.RoleMessage,
	"DotNetCore.CAP.CapSubscribeAttribute":               graph.RoleMessage,

	// TypeScript
	"@nestjs/schedule.Cron":                graph.RoleJob,
	"@nestjs/schedule.Interval":            graph.RoleJob,
	"@nestjs/schedule.Timeout":             graph.RoleJob,
	"@nestjs/bull.Process":                 graph.RoleMessage,
	"@nestjs/bullmq.OnWorkerEvent":         graph.RoleMessage,
	"@nestjs/event-emitter.OnEvent":        graph.RoleMessage,
	"@nestjs/microservices.MessagePattern": graph.RoleMessage,
	"@nestjs/microservices.EventPattern":   graph.RoleMessage,
	"@nestjs/websockets.SubscribeMessage":  graph.RoleMessage,

	// Python
	"click.command":                     graph.RoleCommand,
	"click.group":                       graph.RoleCommand,
	"django.dispatch.receiver":          graph.RoleMessage,
	"celery.shared_task":                graph.RoleMessage,
	"huey.contrib.djhuey.task":          graph.RoleMessage,
	"huey.contrib.djhuey.periodic_task": graph.RoleJob,
	"dramatiq.actor":                    graph.RoleMessage,
}

// A base is a framework type that runs methods of its subtypes.
type base struct {
	role    graph.Role
	methods []string
}

// bases are those types, by full name.
var bases = map[string]base{
	// C#
	"Microsoft.Extensions.Hosting.IHostedService": {graph.RoleHosted,
		[]string{"StartAsync", "StopAsync"}},
	"Microsoft.Extensions.Hosting.IHostedLifecycleService": {graph.RoleHosted,
		[]string{"StartingAsync", "StartAsync", "StartedAsync", "StoppingAsync", "StopAsync",
			"StoppedAsync"}},
	"Microsoft.Extensions.Hosting.BackgroundService": {graph.RoleHosted,
		[]string{"ExecuteAsync", "StartAsync", "StopAsync"}},
	"System.ServiceProcess.ServiceBase":              {graph.RoleHosted, []string{"OnStart", "OnStop"}},
	"Microsoft.AspNetCore.Hosting.IStartupFilter":    {graph.RoleHosted, []string{"Configure"}},
	"Microsoft.Extensions.Options.IConfigureOptions": {graph.RoleHosted, []string{"Configure"}},
	"Microsoft.Extensions.Options.IConfigureNamedOptions": {graph.RoleHosted,
		[]string{"Configure"}},
	"Microsoft.Extensions.Options.IPostConfigureOptions": {graph.RoleHosted,
		[]string{"PostConfigure"}},
	"Microsoft.Extensions.Options.IValidateOptions": {graph.RoleHosted, []string{"Validate"}},
	"Quartz.IJob":                      {graph.RoleJob, []string{"Execute"}},
	"Coravel.Invocable.IInvocable":     {graph.RoleJob, []string{"Invoke"}},
	"FluentScheduler.IJob":             {graph.RoleJob, []string{"Execute"}},
	"Spectre.Console.Cli.Command":      {graph.RoleCommand, []string{"Execute"}},
	"Spectre.Console.Cli.AsyncCommand": {graph.RoleCommand, []string{"ExecuteAsync"}},

	// Java
	"org.springframework.boot.CommandLineRunner": {graph.RoleCommand, []string{"run"}},
	"org.springframework.boot.ApplicationRunner": {graph.RoleCommand, []string{"run"}},
	"org.quartz.Job": {graph.RoleJob, []string{"execute"}},
	"org.springframework.scheduling.quartz.QuartzJobBean": {graph.RoleJob,
		[]string{"executeInternal"}},
	"org.springframework.context.ApplicationListener": {graph.RoleMessage,
		[]string{"onApplicationEvent"}},
	"org.springframework.context.SmartLifecycle": {graph.RoleHosted, []string{"start", "stop"}},
	"org.springframework.context.Lifecycle":      {graph.RoleHosted, []string{"start", "stop"}},
	"org.springframework.beans.factory.InitializingBean": {graph.RoleHosted,
		[]string{"afterPropertiesSet"}},
	"org.springframework.beans.factory.DisposableBean": {graph.RoleHosted, []string{"destroy"}},
	"jakarta.servlet.ServletContextListener": {graph.RoleHosted,
		[]string{"contextInitialized", "contextDestroyed"}},
	"jakarta.jms.MessageListener": {graph.RoleMessage, []string{"onMessage"}},
	"javax.jms.MessageListener":   {graph.RoleMessage, []string{"onMessage"}},
	"com.amazonaws.services.lambda.runtime.RequestHandler": {graph.RoleFunction,
		[]string{"handleRequest"}},
	"com.amazonaws.services.lambda.runtime.RequestStreamHandler": {graph.RoleFunction,
		[]string{"handleRequest"}},

	// TypeScript
	"@nestjs/common.OnModuleInit":           {graph.RoleHosted, []string{"onModuleInit"}},
	"@nestjs/common.OnModuleDestroy":        {graph.RoleHosted, []string{"onModuleDestroy"}},
	"@nestjs/common.OnApplicationBootstrap": {graph.RoleHosted, []string{"onApplicationBootstrap"}},
	"@nestjs/common.OnApplicationShutdown":  {graph.RoleHosted, []string{"onApplicationShutdown"}},
	"@nestjs/common.BeforeApplicationShutdown": {graph.RoleHosted,
		[]string{"beforeApplicationShutdown"}},
	"@nestjs/bullmq.WorkerHost":    {graph.RoleMessage, []string{"process"}},
	"nest-commander.CommandRunner": {graph.RoleCommand, []string{"run"}},

	// Python
	"django.core.management.base.BaseCommand":  {graph.RoleCommand, []string{"handle"}},
	"django.core.management.BaseCommand":       {graph.RoleCommand, []string{"handle"}},
	"django.core.management.base.AppCommand":   {graph.RoleCommand, []string{"handle_app_config"}},
	"django.core.management.base.LabelCommand": {graph.RoleCommand, []string{"handle_label"}},
	"celery.Task": {graph.RoleMessage, []string{"run"}},
}

// shortNames are the last components of the names in the tables: other names need no
// import lookup.
var shortNames = func() map[string]bool {
	names := map[string]bool{}
	for full := range annotations {
		names[resolve.LastName(full)] = true
	}
	for full := range bases {
		names[resolve.LastName(full)] = true
	}
	return names
}()
