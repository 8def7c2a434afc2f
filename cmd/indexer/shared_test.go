package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomShared adds files that mention shared names: keys that several files set, keys
// that are only read, routes and topics that several files handle, and files that
// define the names of these. Each is in a separate random folder.
func randomShared(r *rand.Rand, files tree, folder func() string) {
	add := func(name, text string) {
		if r.IntN(4) > 0 {
			files[folder()+"/"+name] = text
		}
	}
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for _, name := range []string{"appsettings.Development.json", "appsettings.Test.json"} {
		add(name, fmt.Sprintf("{ %s\"B\": { \"C\": %d, \"D\": \"x\" },\n  \"Db\": { \"Host\": \"h\","+
			" \"Port\": %d } }\n", strings.Repeat("\n", r.IntN(3)), r.IntN(9), r.IntN(9)))
	}
	add(".env", pick("DB__HOST=y\nPLAIN=1\n", "PLAIN=2\nDB__REPLICAS__0=z\n", "A=1\n"))
	add("local.env", pick("DB__HOST=z\n", "PLAIN=3\nDB__PORT=4\n"))
	add("application.properties", "base.url=http://x\nfull.url=${base.url}/a${HOME}\n")
	add("application-dev.properties", pick("base.url=http://y\n", "more.url=${base.url}${HOME}\n"))
	add("pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata: { name: other }\nspec:\n  containers:\n"+
		"    - name: other\n      env:\n        - name: PLAIN\n"+
		"          valueFrom: { secretKeyRef: { name: keys, key: token } }\n")
	add("keys.yaml", "apiVersion: v1\nkind: Secret\nmetadata: { name: keys }\ndata: { token: eA== }\n")
	add("compose.yaml", "services:\n  web:\n    image: web:${TAG}\n    environment:\n"+
		"      PLAIN: ${PLAIN}\n      DB__HOST: db\n")
	add("main.tf", "variable \"size\" { default = 1 }\nmodule \"net\" {\n  source = \"./net\"\n"+
		"  size = var.size\n}\n")
	add("net/net.tf", "variable \"size\" {}\noutput \"size\" { value = var.size }\n")
	add("prod.tfvars", "size = 3\n")
	add("chart/Chart.yaml", "name: shop\n")
	add("chart/values.yaml", "cache: { port: 1, host: h }\ninner: { port: 2 }\n")
	add("chart/templates/a.yaml", "port: {{ .Values.cache.port }}\nall: {{ .Values.cache }}\n")
	add("chart/charts/inner/values.yaml", "port: 3\n")
	add("Options.cs", "namespace Shop;\npublic class DbOptions { public string Host { get; set; } "+
		"public int Port { get; set; } }\n")
	add("Reads.cs", `using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
namespace Shop;
public class Reads
{
  public string Title(IConfiguration c) => c["Only:Read"] + c["b:c"];
  public string Plain() => System.Environment.GetEnvironmentVariable("PLAIN");
  public string Host(IOptions<DbOptions> o) => o.Value.Host;
  public static void Add(IServiceCollection s, IConfiguration c) =>
    s.Configure<DbOptions>(c.GetSection("Db"));
}
`)
	add("Again.cs", `using Microsoft.Extensions.Configuration;
using Microsoft.AspNetCore.Builder;
namespace Shop;
public static class Again
{
  public static string Title(IConfiguration c) => c["Only:Read"];
  public static void Map(WebApplication app) { app.MapGet("/plain/x", Get); app.MapGet("/own", Get); }
  static string Get() => "";
}
`)
	randomTopics(r, add)
	randomMounts(r, add)
}

// randomTopics adds tasks and events that several files handle or send.
func randomTopics(r *rand.Rand, add func(name, text string)) {
	add("queue.py", "from celery import Celery\n\napp = Celery(\"shop\")\n")
	for i := range 3 {
		add(fmt.Sprintf("tasks%d.py", i), fmt.Sprintf("from celery import shared_task\n\n%s"+
			"@shared_task(name=\"shop.mail%d\")\ndef mail(to):\n    pass\n\n\ndef send(app):\n"+
			"    mail.delay(\"x\")\n", strings.Repeat("\n", r.IntN(3)), r.IntN(2)))
	}
	for i := range 2 {
		add(fmt.Sprintf("Queue%d.java", i), fmt.Sprintf(`package shop;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
class Queue%d {
  private final KafkaTemplate<String, String> kafka = null;
  @KafkaListener(topics = "paid")
  void paid(String text) { kafka.send("lost%d", text); }
}
`, i, r.IntN(2)))
	}
}

// randomMounts adds routes whose paths depend on other files.
func randomMounts(r *rand.Rand, add func(name, text string)) {
	add("web/users.py", "from flask import Blueprint\n\nbp = Blueprint(\"users\", __name__)\n\n\n"+
		"@bp.route(\"/all\")\ndef all():\n    pass\n")
	for i := range 2 {
		add(fmt.Sprintf("web/app%d.py", i), fmt.Sprintf("from flask import Flask\n"+
			"from open.web import users\n\napp = Flask(__name__)\n"+
			"app.register_blueprint(users.bp, url_prefix=\"/v%d\")\n\n\n@app.route(\"/ping\")\n"+
			"def ping():\n    pass\n", r.IntN(2)))
	}
	add("ask.ts", "export function ask() { return fetch(\"/v1/all\") }\n"+
		"export function ping() { return fetch(\"/ping\") }\n")
}
