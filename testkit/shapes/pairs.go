package shapes

import (
	"fmt"
	"strings"
)

// matched returns a shape of two lists of n items each, in separate files: each item of
// one list is matched with those of the other.
func matched(first, second string, lists [2][3]string, others map[string]string) func(int) map[string]string {
	return func(n int) map[string]string {
		out := map[string]string{
			first:  lists[0][0] + items(n, format(lists[0][1])) + lists[0][2],
			second: lists[1][0] + items(n, format(lists[1][1])) + lists[1][2],
		}
		for path, text := range others {
			out[path] = text
		}
		return out
	}
}

// pairs are two kinds of things that are matched with each other, many of each.
var pairs = []Shape{
	{"requests and routes, ts", 2000, 20, matched("server.ts", "client.ts", [2][3]string{
		{"import express from 'express';\nconst app = express();\n", "app.get('/x%[1]d/:id', (q, s) => s.send());\n", ""},
		{"import axios from 'axios';\n", "export function c%[1]d(id) { return axios.get(`/x%[1]d/${id}`) }\n", ""}}, nil)},
	{"requests and routes that begin alike, ts", 2000, 20, matched("server.ts", "client.ts", [2][3]string{
		{"import express from 'express';\nconst app = express();\n", "app.get('/:tenant/x%[1]d', (q, s) => s.send());\n", ""},
		{"import axios from 'axios';\n", "export function c%[1]d(t) { return axios.get(`/${t}/x%[1]d`) }\n", ""}}, nil)},
	{"requests without a route, ts", 2000, 20, matched("server.ts", "client.ts", [2][3]string{
		{"import express from 'express';\nconst app = express();\n", "app.get('/:a/:b/x%[1]d', (q, s) => s.send());\n", ""},
		{"import axios from 'axios';\n", "export function c%[1]d(t, u) { return axios.get(`/${t}/${u}/y%[1]d`) }\n", ""}}, nil)},
	{"requests and routes, cs", 2000, 20, matched("Server.cs", "Client.cs", [2][3]string{
		{"using Microsoft.AspNetCore.Mvc;\n[ApiController] class S : ControllerBase {\n", "[HttpGet(\"/x%[1]d/{id}\")] public int G%[1]d(int id) => 1;\n", "}"},
		{"using System.Net.Http;\nclass C { HttpClient h;\n", "object M%[1]d(int id) => h.GetAsync($\"/x%[1]d/{id}\");\n", "}"}}, nil)},
	{"requests and routes, py", 2000, 20, matched("server.py", "client.py", [2][3]string{
		{"from flask import Flask\napp = Flask(__name__)\n", "@app.get('/x%[1]d/<id>')\ndef g%[1]d(id): return ''\n", ""},
		{"import requests\n", "def c%[1]d(id): return requests.get(f'http://shop/x%[1]d/{id}')\n", ""}}, nil)},
	{"requests and routes, java", 2000, 20, matched("S.java", "C.java", [2][3]string{
		{"import org.springframework.web.bind.annotation.*;\n@RestController class S {\n", "@GetMapping(\"/x%[1]d/{id}\") int g%[1]d(@PathVariable int id) { return 1; }\n", "}"},
		{"import org.springframework.web.client.RestTemplate;\nclass C { RestTemplate t;\n", "Object m%[1]d(int id) { return t.getForObject(\"/x%[1]d/\" + id, String.class); }\n", "}"}}, nil)},
	{"requests and routes, go", 2000, 20, matched("server.go", "client.go", [2][3]string{
		{"package a\nimport \"net/http\"\nfunc h(w http.ResponseWriter, r *http.Request) {}\nfunc s() {\n", "http.HandleFunc(\"/x%[1]d/\", h)\n", "}"},
		{"package a\nimport \"net/http\"\n", "func c%[1]d(id string) { http.Get(\"/x%[1]d/\" + id) }\n", ""}}, nil)},
	{"entities and sets, cs", 1500, 20, matched("Context.cs", "Use.cs", [2][3]string{
		{"using Microsoft.EntityFrameworkCore;\nclass Shop : DbContext {\n", "public DbSet<E%[1]d> Es%[1]d { get; set; }\n", "}"},
		{"using System.Linq;\n", "class E%[1]d { public int Id; public E%[2]d Next; }\nclass U%[1]d { object M(Shop s) => s.Es%[1]d.Where(e => e.Next.Id > 1); }\n", ""}}, nil)},
	{"entities of one name and sets, cs", 800, 20, matched("Context.cs", "Use.cs", [2][3]string{
		{"using Microsoft.EntityFrameworkCore;\nclass Shop : DbContext {\n", "public DbSet<N%[1]d.E> Es%[1]d { get; set; }\n", "}"},
		{"", "namespace N%[1]d { class E { public int Id; } }\n", ""}}, nil)},
	{"entities and repositories, java", 1500, 20, matched("E.java", "R.java", [2][3]string{
		{"import jakarta.persistence.*;\n", "@Entity class E%[1]d { @Id int id; @ManyToOne E%[2]d next; }\n", ""},
		{"import org.springframework.data.jpa.repository.*;\n", "interface R%[1]d extends JpaRepository<E%[1]d, Integer> { @Query(\"select e from E%[1]d e\") E%[1]d all(); }\n", ""}}, nil)},
	{"entities and models, py", 1500, 20, matched("models.py", "views.py", [2][3]string{
		{"from django.db import models\n", "class E%[1]d(models.Model):\n    next = models.ForeignKey('E%[2]d', on_delete=models.CASCADE, related_name='back%[1]d')\n", ""},
		{"from models import *\n", "def v%[1]d(): return E%[1]d.objects.filter(next__id=1)\n", ""}}, nil)},
	{"mappings and classes of one name, cs", 1000, 20, matched("a.hbm.xml", "Classes.cs", [2][3]string{
		{"<hibernate-mapping>", "<class name=\"N%[1]d.Order\" table=\"o%[1]d\"><many-to-one name=\"P\" class=\"N%[2]d.Order\"/></class>\n", "</hibernate-mapping>"},
		{"using NHibernate;\n", "namespace N%[1]d { class Order { public virtual object P { get; set; } } }\n", ""}}, nil)},
	{"statements and mappers, java", 1500, 20, matched("m.xml", "M.java", [2][3]string{
		{"<!DOCTYPE mapper PUBLIC \"-//mybatis.org//DTD Mapper 3.0//EN\" \"x\"><mapper namespace=\"M\">\n", "<select id=\"s%[1]d\">SELECT a FROM t%[1]d</select>\n", "</mapper>"},
		{"interface M {\n", "Object s%[1]d();\n", "}"}}, nil)},
	{"events and listeners, ts", 2000, 20, matched("on.ts", "emit.ts", [2][3]string{
		{"import { bus } from './emit';\n", "bus.on('e%[1]d', function h%[1]d() {});\n", ""},
		{"import { EventEmitter } from 'events';\nexport const bus = new EventEmitter();\n", "export function s%[1]d() { bus.emit('e%[1]d') }\n", ""}}, nil)},
	{"events and listeners, java", 1500, 20, matched("L.java", "P.java", [2][3]string{
		{"import org.springframework.context.event.EventListener;\nimport org.springframework.stereotype.Component;\n@Component class L {\n", "@EventListener void on(E%[1]d e) { }\n", "}"},
		{"import org.springframework.context.ApplicationEventPublisher;\n", "class E%[1]d { }\nclass P%[1]d { ApplicationEventPublisher p; void m() { p.publishEvent(new E%[1]d()); } }\n", ""}}, nil)},
	{"tasks and their senders, py", 2000, 20, matched("tasks.py", "send.py", [2][3]string{
		{"from celery import shared_task\n", "@shared_task(name='t%[1]d')\ndef f%[1]d(): pass\n", ""},
		{"from celery import current_app\n", "def s%[1]d(): current_app.send_task('t%[1]d')\n", ""}}, nil)},
	{"settings and their readers, cs", 2000, 20, matched("appsettings.json", "Use.cs", [2][3]string{
		{"{\n", "\"K%[1]d\": { \"A\": %[1]d },\n", "\"Last\": 1 }"},
		{"using Microsoft.Extensions.Configuration;\nclass U { IConfiguration c;\n", "string M%[1]d() => c[\"K%[1]d:A\"];\n", "}"}}, nil)},
	{"variables and their readers, py", 2000, 20, matched(".env", "use.py", [2][3]string{
		{"", "KEY_%[1]d=%[1]d\n", ""},
		{"import os\n", "def r%[1]d(): return os.environ['KEY_%[1]d']\n", ""}}, nil)},
	{"services and their users, cs", 1500, 20, matched("Startup.cs", "Use.cs", [2][3]string{
		{"using Microsoft.Extensions.DependencyInjection;\nclass S { void C(IServiceCollection s) {\n", "s.AddScoped<I%[1]d, A%[1]d>();\n", "} }"},
		{"", "interface I%[1]d { void M(); }\nclass A%[1]d : I%[1]d { public void M() { } }\nclass U%[1]d { I%[1]d i; U%[1]d(I%[1]d i) { this.i = i; } void R() { i.M(); } }\n", ""}}, nil)},
	{"templates and what renders them, py", 1000, 20, func(n int) map[string]string {
		files := map[string]string{"app.py": "from flask import Flask, render_template\napp = Flask(__name__)\n" +
			items(n, format("def r%[1]d(): return render_template('t%[1]d.html', x=1)\n"))}
		for i := range n {
			files[fmt.Sprintf("templates/t%d.html", i)] = "{{ x }}"
		}
		return files
	}},
	{"queries and scripts, go", 1000, 20, func(n int) map[string]string {
		files := map[string]string{"go.mod": "module m\n", "sqlc.yaml": "version: \"2\"\nsql:\n" +
			items(n, format("- {queries: q/a%[1]d.sql, gen: {go: {out: g%[1]d}}}\n"))}
		for i := range n {
			files[fmt.Sprintf("q/a%d.sql", i)] = fmt.Sprintf("-- name: Get%d :one\nSELECT a FROM t%d;\n", i, i)
			files[fmt.Sprintf("g%d/q.go", i)] = fmt.Sprintf("package g\n\nfunc Get%d() {}\n", i)
		}
		return files
	}},
	{"imports and aliases of paths, ts", 1500, 20, func(n int) map[string]string {
		files := map[string]string{"tsconfig.json": "{\"compilerOptions\": {\"paths\": {\n" +
			items(n, format("\"@p%[1]d/*\": [\"src/p%[1]d/*\"],\n")) + "\"@last\": [\"src/last\"]}}}"}
		for i := range n {
			files[fmt.Sprintf("src/p%d/a.ts", i)] = fmt.Sprintf("import { f } from '@p%d/a';\nexport function f() { f() }\n", (i+1)%n)
		}
		return files
	}},
	{"imports and patterns of exports, ts", 1500, 20, func(n int) map[string]string {
		files := map[string]string{"lib/package.json": "{\"name\": \"lib\", \"exports\": {\n" +
			items(n, format("\"./p%[1]d/*\": \"./src/p%[1]d/*.ts\",\n")) + "\"./last\": \"./src/last.ts\"}}"}
		for i := range n {
			files[fmt.Sprintf("lib/src/p%d/a.ts", i)] = fmt.Sprintf("import { f } from 'lib/p%d/a';\nexport function f() { f() }\n", (i+1)%n)
		}
		return files
	}},
	{"modules in a row, java", 600, 20, func(n int) map[string]string {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("m%d/pom.xml", i)] = fmt.Sprintf("<project><artifactId>m%d</artifactId><dependencies><dependency>"+
				"<artifactId>m%d</artifactId></dependency></dependencies></project>", i, i+1)
			files[fmt.Sprintf("m%d/C%d.java", i, i)] = fmt.Sprintf("class C%d { void f() { new C%d().f(); } }\n", i, i+1)
		}
		return files
	}},
	{"migrations and tables, sql", 1500, 20, func(n int) map[string]string {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("migrations/V%d__a.sql", i+1)] = fmt.Sprintf("CREATE TABLE t%d (a int);\nALTER TABLE t%d ADD b int;\n", i, i/2)
		}
		return files
	}},
}

// documents are settings and descriptions of projects that expand to more than
// their text.
var documents = []Shape{
	{"aliases that multiply, yaml", 9, 4, func(n int) map[string]string {
		var b strings.Builder
		b.WriteString("a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n")
		for i := range n {
			fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 10))
		}
		return map[string]string{"values.yaml": b.String(), "changelog.yaml": "databaseChangeLog:\n- x:\n    " +
			strings.ReplaceAll(b.String(), "\n", "\n    ")}
	}},
	{"a long key around many, json", 10_000, 100, func(n int) map[string]string {
		return map[string]string{"appsettings.json": "{\"" + strings.Repeat("k", n) + "\": {" +
			items(n, format("\"a%[1]d\": 1,\n")) + "\"z\": 1}}"}
	}},
	{"a long section around many, ini", 10_000, 100, func(n int) map[string]string {
		return map[string]string{"config.ini": "[" + strings.Repeat("k", n) + "]\n" + items(n, format("a%[1]d = 1\n"))}
	}},
	{"lines that go on, properties", 50_000, 100, one("application.properties", "a = ", format("x\\\n"), "")},
	{"texts between comments, xml", 50_000, 100, one("a.csproj", "<Project><PropertyGroup><A>", format("x<!---->"), "</A></PropertyGroup></Project>")},
	{"texts between comments, changelog", 50_000, 100, one("c.xml", "<databaseChangeLog xmlns=\"http://www.liquibase.org/xml/ns/dbchangelog\"><changeSet id=\"1\" author=\"a\"><sql>", format("x<!---->"), "</sql></changeSet></databaseChangeLog>")},
	{"attributes of one element, changelog", 20_000, 100, one("c.xml", "<databaseChangeLog xmlns=\"http://www.liquibase.org/xml/ns/dbchangelog\"><changeSet id=\"1\"", format(" a%[1]d=\"&amp;%[1]d\""), "/></databaseChangeLog>")},
	{"values with escapes, changelog", 20_000, 100, one("c.yaml", "databaseChangeLog:\n- changeSet:\n    id: 1\n    changes:\n", format("    - addColumn: {tableName: \"\\x41%[1]d\"}\n"), "")},
	{"expressions without an end, hcl", 50_000, 100, one("main.tf", "variable \"a\" {\n  default = \"", format("${"), "\"\n}\n")},
	{"references in one value, yaml", 20_000, 100, one("compose.yml", "services:\n  a:\n    image: \"", format("${V%[1]d}"), "\"\n")},
	{"prefixes of one object, yaml", 2000, 20, func(n int) map[string]string {
		return map[string]string{"k8s/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n" +
			items(n, format("  K%[1]d: \"1\"\n")) + "---\napiVersion: v1\nkind: Pod\nspec:\n  envFrom:\n" +
			items(n, format("  - {prefix: P%[1]d_, configMapRef: {name: c}}\n"))}
	}},
	{"properties of properties, maven", 9, 4, func(n int) map[string]string {
		return map[string]string{"pom.xml": "<project><artifactId>${p" + fmt.Sprint(n) + "}</artifactId><properties><p0>x</p0>" +
			items(n, func(i int) string {
				return fmt.Sprintf("<p%d>%s</p%d>", i+1, strings.Repeat(fmt.Sprintf("${p%d}", i), 10), i+1)
			}) + "</properties></project>", "A.java": "class A { }"}
	}},
}

// generics are TypeScript types that double with each line.
var generics = []Shape{
	{"aliases of pairs of aliases, ts", 26, 8, one("a.ts", "class P<A, B> { a: A; b: B }\ntype T0<X> = P<X, X>;\n",
		format("type T%[2]d<X> = P<T%[1]d<X>, T%[1]d<X>>;\n"), "declare const v: T%[1]d<string>; v.a.b.a.b.trim();")},
	{"aliases of what is paired, ts", 26, 8, one("a.ts", "class P<A, B> { a: A; b: B }\ntype T0<X> = P<X, X>;\n",
		format("type T%[2]d<X> = T%[1]d<P<X, X>>;\n"), "declare const v: T%[1]d<string>; v.a.b.a.b.trim();")},
	{"classes of pairs, ts", 26, 8, one("a.ts", "class P<A, B> { a: A; b: B }\nclass C0<X> { x: X; m(): X { return this.x } }\n",
		format("class C%[2]d<X> extends C%[1]d<P<X, X>> { n%[1]d() { return this.m() } }\n"), "new C%[1]d<string>().m().a.b.a;")},
	{"functions of pairs, ts", 26, 8, one("a.ts", "class P<A, B> { a: A; b: B }\ndeclare function p<A, B>(a: A, b: B): P<A, B>;\nfunction f0<X>(x: X) { return p(x, x) }\n",
		format("function f%[2]d<X>(x: X) { return f%[1]d(p(x, x)) }\n"), "f%[1]d('x').a.b.a;")},
	{"functions of functions, ts", 26, 8, one("a.ts", "class P<A, B> { a: A; b: B }\ndeclare function p<A, B>(a: A, b: B): P<A, B>;\nfunction f0<X>(x: X) { return p(x, x) }\n",
		format("function f%[2]d<X>(x: X) { return p(f%[1]d(x), f%[1]d(x)) }\n"), "f%[1]d('x').a.b.a;")},
	{"methods of generic results, ts", 26, 8, one("a.ts", "class P<A, B> { a: A; b: B; q(): P<P<A, B>, P<A, B>> { return null } }\nconst v0 = new P<string, string>();\n",
		format("const v%[2]d = v%[1]d.q();\n"), "v%[1]d.a.b.a.b.trim();")},
	{"tuples of tuples, ts", 26, 8, one("a.ts", "type T0 = [string, string];\n",
		format("type T%[2]d = [T%[1]d, T%[1]d];\n"), "declare const v: T%[1]d; v[0][1][0].length;")},
	{"members of members, ts", 26, 8, one("a.ts", "interface T0 { m(): void }\n",
		format("interface T%[2]d { a: T%[1]d; b: T%[1]d; f(x: T%[1]d): T%[1]d }\n"), "declare const v: T%[1]d; v.f(v.a).b.f(v.a.b).m();")},
	{"intersections that double, ts", 26, 8, one("a.ts", "interface A0 { m(): void }\ntype T0 = A0;\n",
		format("interface A%[2]d { n%[1]d(): void }\ntype T%[2]d = T%[1]d & A%[2]d & T%[1]d;\n"), "declare const v: T%[1]d; v.m();")},
	{"conditions on types, ts", 26, 8, one("a.ts", "type T0<X> = X;\n",
		format("type T%[2]d<X> = X extends string ? T%[1]d<X[]> : T%[1]d<[X, X]>;\n"), "declare const v: T%[1]d<string>; v.length;")},
	{"arguments that double, ts", 26, 8, one("a.ts", "declare function f<A, B>(a: A, b: B): { a: A, b: B };\nconst v0 = f(1, 2);\n",
		format("const v%[2]d = f(v%[1]d, v%[1]d);\n"), "v%[1]d.a.b.a.toFixed();")},
	{"mapped types, ts", 26, 8, one("a.ts", "interface T0 { a: string; b: string }\n",
		format("type T%[2]d = { [K in keyof T%[1]d]: T%[1]d };\n"), "declare const v: T%[1]d; v.a.b.a;")},
	{"type parameters with bounds, ts", 26, 8, one("a.ts", "interface I0<A, B> { a: A; b: B }\n",
		format("interface I%[2]d<A extends I%[1]d<any, any>, B extends I%[1]d<A, A> = I%[1]d<A, A>> extends I%[1]d<I%[1]d<A, B>, I%[1]d<B, A>> { }\n"), "declare const v: I%[1]d<any, any>; v.a.b.a;")},
}
