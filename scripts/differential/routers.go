package main

import (
	"fmt"
	"strings"
)

var routers = []router{
	{name: "Express", requires: []string{"express@5.1.0"}, runtime: nodeRuntime, verbs: someVerbs,
		forms: map[shape]string{parameter: "/:%s", prefixed: "/v:%s", optional: "{/:%s}", rest: "/*%s", inner: "/*%s", slash: "/"},
		harness: nodeRouter(`const express = require('express')
const make = () => express()
const answer = i => (req, res) => res.set('x-handler', i).end()
const serve = (app, use) => overHTTP(app, use)`),
		source: nodeRoutes("express", "5.1.0", "import express from 'express'", "express()", "req, res")},
	{name: "@koa/router", requires: []string{"@koa/router@15.7.0", "koa@3.0.1"}, runtime: nodeRuntime, verbs: someVerbs,
		forms: map[shape]string{parameter: "/:%s", prefixed: "/v:%s", optional: "{/:%s}", rest: "/*%s", inner: "/*%s", slash: "/"},
		harness: nodeRouter(`const Koa = require('koa')
const Router = require('@koa/router').default ?? require('@koa/router')
const make = () => new Router()
const answer = i => ctx => { ctx.set('x-handler', i); ctx.body = 'ok' }
const serve = (router, use) => overHTTP(new Koa().use(router.routes()).callback(), use)`),
		source: nodeRoutes("@koa/router", "15.7.0", "import Router from '@koa/router'\nimport Koa from 'koa'\nconst koa = new Koa()", "new Router()", "ctx", "koa.use(app%d.routes())\n")},
	{name: "Hono", requires: []string{"hono@4.9.8"}, runtime: nodeRuntime, verbs: someVerbs,
		forms: map[shape]string{parameter: "/:%s", number: "/:%s{[0-9]+}", word: "/:%s{[a-z]+}", optional: "/:%s?", rest: "/*", inner: "/*", slash: "/"},
		harness: nodeRouter(`const { Hono } = require('hono')
const make = () => new Hono()
const answer = i => c => c.body('ok', 200, { 'x-handler': i })
const serve = (app, use) => use((verb, path) => app.request(path, { method: verb }))`),
		source: nodeRoutes("hono", "4.9.8", "import { Hono } from 'hono'", "new Hono()", "c")},
	{name: "Fastify", requires: []string{"fastify@5.6.1"}, runtime: nodeRuntime, verbs: someVerbs,
		forms: map[shape]string{parameter: "/:%s", number: `/:%s(^\\d+$)`, word: "/:%s(^[a-z]+$)", prefixed: "/v:%s", optional: "/:%s?", rest: "/*", slash: "/"},
		harness: nodeRouter(`const Fastify = require('fastify')
const make = () => Fastify()
const answer = i => async (req, reply) => { reply.header('x-handler', i); return 'ok' }
const serve = (app, use) => use(async (verb, url) => {
  const r = await app.inject({ method: verb, url })
  return { status: r.statusCode, headers: { get: k => r.headers[k] ?? null } }
})`),
		source: nodeRoutes("fastify", "5.6.1", "import Fastify from 'fastify'", "Fastify()", "req, reply")},
	{name: "net/http", runtime: goRuntime, verbs: someVerbs,
		forms:   map[shape]string{parameter: "/{%s}", rest: "/{%s...}", slash: "/", exact: "/{$}"},
		harness: goRouter("", "http.NewServeMux()", patternForm, httpHandler, ""),
		source:  goRoutes("", "", "http.NewServeMux()", patternForm, "w http.ResponseWriter, r *http.Request")},
	{name: "chi", requires: []string{"github.com/go-chi/chi/v5@v5.2.3"}, runtime: goRuntime, verbs: someVerbs,
		forms:   map[shape]string{parameter: "/{%s}", number: "/{%s:[0-9]+}", word: "/{%s:[a-z]+}", prefixed: "/v{%s}", rest: "/*", slash: "/"},
		harness: goRouter(`"github.com/go-chi/chi/v5"`, "chi.NewRouter()", chiForm, httpHandler, ""),
		source:  goRoutes("github.com/go-chi/chi/v5 v5.2.3", `"github.com/go-chi/chi/v5"`, "chi.NewRouter()", chiForm, "w http.ResponseWriter, r *http.Request")},
	{name: "gin", requires: []string{"github.com/gin-gonic/gin@v1.11.0"}, runtime: goRuntime, verbs: someVerbs,
		forms:   map[shape]string{parameter: "/:%s", prefixed: "/v:%s", rest: "/*%s", slash: "/"},
		harness: goRouter(`"github.com/gin-gonic/gin"`, "gin.New()", ginForm, "func(c *gin.Context) { c.Header(\"X-Handler\", i) }", "gin.SetMode(gin.ReleaseMode)"),
		source:  goRoutes("github.com/gin-gonic/gin v1.11.0", `"github.com/gin-gonic/gin"`, "gin.New()", ginForm, "c *gin.Context")},
	{name: "echo", requires: []string{"github.com/labstack/echo/v4@v4.13.4"}, runtime: goRuntime, verbs: someVerbs,
		forms:   map[shape]string{parameter: "/:%s", prefixed: "/v:%s", rest: "/*", slash: "/"},
		harness: goRouter(`"github.com/labstack/echo/v4"`, "echo.New()", ginForm, "func(c echo.Context) error { c.Response().Header().Set(\"X-Handler\", i); return nil }", ""),
		source:  goRoutes("github.com/labstack/echo/v4 v4.13.4", `"github.com/labstack/echo/v4"`, "echo.New()", ginForm, "c echo.Context) (err error")},
	{name: "gorilla/mux", requires: []string{"github.com/gorilla/mux@v1.8.1"}, runtime: goRuntime, verbs: someVerbs,
		forms:   map[shape]string{parameter: "/{%s}", number: "/{%s:[0-9]+}", word: "/{%s:[a-z]+}", prefixed: "/v{%s}", rest: "/{%s:.*}", inner: "/{%s:.+}", slash: "/"},
		harness: goRouter(`"github.com/gorilla/mux"`, "mux.NewRouter()", muxForm, httpHandler, ""),
		source:  goRoutes("github.com/gorilla/mux v1.8.1", `"github.com/gorilla/mux"`, "mux.NewRouter()", muxForm, "w http.ResponseWriter, r *http.Request")},
	{name: "fiber", requires: []string{"github.com/gofiber/fiber/v2@v2.52.9"}, runtime: goRuntime, verbs: someVerbs,
		forms:   map[shape]string{parameter: "/:%s", number: "/:%s<int>", word: "/:%s<alpha>", prefixed: "/v:%s", optional: "/:%s?", rest: "/*", slash: "/"},
		harness: goRouter(`"github.com/gofiber/fiber/v2"`, "fiber.New()", fiberForm, "func(c *fiber.Ctx) error { c.Set(\"X-Handler\", i); return nil }", ""),
		source:  goRoutes("github.com/gofiber/fiber/v2 v2.52.9", `"github.com/gofiber/fiber/v2"`, "fiber.New()", fiberForm, "c *fiber.Ctx) (err error")},
	{name: "Flask", runtime: pythonRuntime, verbs: []string{"GET", "POST"},
		forms: map[shape]string{parameter: "/<%s>", number: "/<int:%s>", word: "/<any(abc, new):%s>", prefixed: "/v<%s>", rest: "/<path:%s>", inner: "/<path:%s>", slash: "/"},
		harness: pythonRouter(`from flask import Flask
def make(patterns):
    app = Flask('x')
    for i, (verb, path) in enumerate(patterns):
        app.add_url_rule(path, str(i), view_func=lambda i=i, **k: ('', 200, {'x-handler': str(i)}), methods=[verb])
    client = app.test_client()
    return lambda verb, path: client.open(path, method=verb, follow_redirects=True).headers`),
		source: pythonRoutes("from flask import Flask", "app = Flask(__name__)", decorated(`@app.route(%[3]q, methods=[%[2]q])`, "**k"))},
	{name: "Starlette", runtime: pythonRuntime, verbs: []string{"GET", "POST"},
		forms: map[shape]string{parameter: "/{%s}", number: "/{%s:int}", prefixed: "/v{%s}", rest: "/{%s:path}", inner: "/{%s:path}", slash: "/"},
		harness: pythonRouter(`from starlette.applications import Starlette
from starlette.routing import Route
from starlette.responses import Response
from starlette.testclient import TestClient
def make(patterns):
    def of(i):
        return lambda request: Response('', headers={'x-handler': str(i)})
    client = TestClient(Starlette(routes=[Route(p, of(i), methods=[v]) for i, (v, p) in enumerate(patterns)]))
    return lambda verb, path: client.request(verb, path).headers`),
		source: pythonRoutes("from starlette.applications import Starlette\nfrom starlette.routing import Route", "",
			listed("request", "Route(%[3]q, %[4]s, methods=[%[2]q])", "app%d = Starlette(routes=[%s])"))},
	{name: "FastAPI", runtime: pythonRuntime, verbs: []string{"GET", "POST"},
		forms: map[shape]string{parameter: "/{%s}", number: "/{%s:int}", prefixed: "/v{%s}", rest: "/{%s:path}", inner: "/{%s:path}", slash: "/"},
		harness: pythonRouter(`from fastapi import FastAPI
from fastapi.responses import Response
from fastapi.testclient import TestClient
def make(patterns):
    app = FastAPI()
    for i, (verb, path) in enumerate(patterns):
        def view(i=str(i)):
            return Response('', headers={'x-handler': i})
        app.add_api_route(path, (lambda i: lambda: Response('', headers={'x-handler': i}))(str(i)), methods=[verb])
    client = TestClient(app)
    return lambda verb, path: client.request(verb, path).headers`),
		source: pythonRoutes("from fastapi import FastAPI", "app = FastAPI()", decorated(`@app.%[1]s(%[3]q)`, ""))},
	{name: "Django", runtime: pythonRuntime, verbs: []string{"ANY"},
		forms: map[shape]string{parameter: "/<%s>", number: "/<int:%s>", word: "/<slug:%s>", prefixed: "/v<%s>", rest: "/<path:%s>", inner: "/<path:%s>", slash: "/"},
		harness: pythonRouter(`import types
from django.conf import settings
settings.configure(ALLOWED_HOSTS=['*'], MIDDLEWARE=['django.middleware.common.CommonMiddleware'], ROOT_URLCONF='urls', DEBUG=False)
import django
django.setup()
from django.http import HttpResponse
from django.urls import path as route, clear_url_caches
from django.test import Client
def make(patterns):
    def of(i):
        return lambda request, **k: HttpResponse('', headers={'x-handler': str(i)})
    urls = types.ModuleType('urls')
    urls.urlpatterns = [route(p[1:], of(i)) for i, (v, p) in enumerate(patterns)]
    sys.modules['urls'] = urls
    clear_url_caches()
    client = Client()
    def ask(verb, path):
        r = client.generic(verb, path)
        for _ in range(3):
            if r.status_code in (301, 302, 307, 308):
                r = client.generic(verb, r['Location'])
        return r.headers
    return ask`),
		source: djangoRoutes},
}

// someVerbs has verbs often enough that patterns meet.
var someVerbs = []string{"GET", "GET", "GET", "GET", "POST", "ANY"}

// nodeRouter returns a harness in JavaScript. The given code defines make, which returns
// a router, answer, which returns a handler by its number, and serve, which calls a
// function with one that sends requests.
func nodeRouter(code string) func([]routing) string {
	return func(cases []routing) string {
		return code + `
async function overHTTP(listener, use) {
  const server = require('http').createServer(listener)
  await new Promise(done => server.listen(0, '127.0.0.1', done))
  try {
    return await use((verb, path) => fetch('http://127.0.0.1:' + server.address().port + path, { method: verb, redirect: 'manual' }))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
async function ask(c) {
  let app
  try {
    app = make()
    c.patterns.forEach((p, i) => app[p.verb === 'ANY' ? 'all' : p.verb.toLowerCase()](p.path, answer(String(i))))
    if (app.ready) await app.ready()
  } catch {
    return -2
  }
  const headers = (await serve(app, send => send(c.verb, c.path))).headers
  return Number(headers.get('x-handler') ?? -1)
}
async function main() {
  const out = []
  for (const c of ` + jsonOf(plain(cases)) + `) out.push(await ask(c))
  console.log(JSON.stringify(out))
}
main()
`
	}
}

// plain returns cases in the form that harnesses read.
func plain(cases []routing) any {
	type one struct {
		Verb string `json:"verb"`
		Path string `json:"path"`
	}
	type whole struct {
		one
		Patterns []one `json:"patterns"`
	}
	var out []whole
	for _, c := range cases {
		w := whole{one: one{c.verb, c.path}}
		for _, p := range c.patterns {
			w.Patterns = append(w.Patterns, one{p.verb, strings.ReplaceAll(p.path, `\\`, `\`)})
		}
		out = append(out, w)
	}
	return out
}

// nodeRoutes returns the tree for a router of JavaScript.
func nodeRoutes(module, version, imports, create, parameters string, after ...string) func([]routing) map[string]string {
	return func(cases []routing) map[string]string {
		var b strings.Builder
		b.WriteString(imports + "\n")
		for _, c := range cases {
			for i := range c.patterns {
				fmt.Fprintf(&b, "function h%d_%d(%s) {}\n", c.number, i, parameters)
			}
			fmt.Fprintf(&b, "const app%d = %s\n", c.number, create)
			for i, p := range c.patterns {
				verb := strings.ToLower(p.verb)
				if verb == "any" {
					verb = "all"
				}
				fmt.Fprintf(&b, "app%d.%s('%s', h%d_%d)\n", c.number, verb, p.path, c.number, i)
			}
			for _, text := range after {
				fmt.Fprintf(&b, text, c.number)
			}
			fmt.Fprintf(&b, "export function load%d() { return fetch('%s', { method: '%s' }) }\n", c.number, c.path, c.verb)
		}
		return map[string]string{"package.json": fmt.Sprintf(`{"name": "app", "type": "module", "dependencies": {%q: %q}}`, module, version),
			"app.js": b.String()}
	}
}

// A form writes the statement that registers a handler for a pattern with the router r.
type form func(p pattern, handler string) string

// patternForm is the form of net/http.
func patternForm(p pattern, handler string) string {
	if p.verb != "ANY" {
		p.path = p.verb + " " + p.path
	}
	return fmt.Sprintf("r.HandleFunc(%q, %s)", p.path, handler)
}

func chiForm(p pattern, handler string) string {
	if p.verb == "ANY" {
		return fmt.Sprintf("r.HandleFunc(%q, %s)", p.path, handler)
	}
	return fmt.Sprintf("r.%s(%q, %s)", p.verb[:1]+strings.ToLower(p.verb[1:]), p.path, handler)
}

func fiberForm(p pattern, handler string) string {
	if p.verb == "ANY" {
		return fmt.Sprintf("r.All(%q, %s)", p.path, handler)
	}
	return chiForm(p, handler)
}

// ginForm is the form of gin and echo.
func ginForm(p pattern, handler string) string {
	if p.verb == "ANY" {
		return fmt.Sprintf("r.Any(%q, %s)", p.path, handler)
	}
	return fmt.Sprintf("r.%s(%q, %s)", p.verb, p.path, handler)
}

func muxForm(p pattern, handler string) string {
	s := fmt.Sprintf("r.HandleFunc(%q, %s)", p.path, handler)
	if p.verb != "ANY" {
		s += fmt.Sprintf(".Methods(%q)", p.verb)
	}
	return s
}

const httpHandler = `func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Handler", i) }`

// goRouter returns a harness in Go, given expressions for a router and for the handler of
// number i.
func goRouter(imports, create string, of form, handler, first string) func([]routing) string {
	return func(cases []routing) string {
		var b strings.Builder
		b.WriteString(`package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	` + imports + `
)

type tester interface{ Test(*http.Request, ...int) (*http.Response, error) }

func send(app any, verb, path string) *http.Response {
	q := httptest.NewRequest(verb, path, nil)
	if t, ok := app.(tester); ok {
		r, err := t.Test(q, -1)
		if err != nil {
			panic(err)
		}
		return r
	}
	w := httptest.NewRecorder()
	app.(http.Handler).ServeHTTP(w, q)
	return w.Result()
}

func ask(make func() any, verb, path string) (n int) {
	n = -2
	defer func() { recover() }()
	app := make()
	n = -1
	for range 3 {
		r := send(app, verb, path)
		if text := r.Header.Get("X-Handler"); text != "" {
			n, _ = strconv.Atoi(text)
			return n
		}
		to := r.Header.Get("Location")
		if r.StatusCode/100 != 3 || to == "" {
			return n
		}
		path = to
	}
	return n
}

func main() {
	` + first + `
	handler := ` + "func(i string) HANDLER { return BODY }" + `
	var out []int
`)
		text := b.String()
		signature := handler[:strings.Index(handler, "{")]
		text = strings.Replace(strings.Replace(text, "HANDLER", strings.TrimSpace(signature), 1), "BODY", handler, 1)
		b.Reset()
		b.WriteString(text)
		for _, c := range cases {
			fmt.Fprintf(&b, "\tout = append(out, ask(func() any {\n\t\tr := %s\n", create)
			for i, p := range c.patterns {
				fmt.Fprintf(&b, "\t\t%s\n", of(p, fmt.Sprintf("handler(\"%d\")", i)))
			}
			fmt.Fprintf(&b, "\t\treturn r\n\t}, %q, %q))\n", c.verb, c.path)
		}
		b.WriteString("\tjson.NewEncoder(os.Stdout).Encode(out)\n}\n")
		return b.String()
	}
}

// goRoutes returns the tree for a router of Go.
func goRoutes(requires, imports, create string, of form, parameters string) func([]routing) map[string]string {
	return func(cases []routing) map[string]string {
		var b strings.Builder
		b.WriteString("package app\n\nimport (\n\t\"net/http\"\n\n\t" + imports + "\n)\n\n")
		for _, c := range cases {
			for i := range c.patterns {
				fmt.Fprintf(&b, "func h%d_%d(%s) { return }\n", c.number, i, parameters)
			}
			fmt.Fprintf(&b, "func app%d() any {\n\tr := %s\n", c.number, create)
			for i, p := range c.patterns {
				fmt.Fprintf(&b, "\t%s\n", of(p, fmt.Sprintf("h%d_%d", c.number, i)))
			}
			fmt.Fprintf(&b, "\treturn r\n}\n\nfunc load%d() {\n\tq, _ := http.NewRequest(%q, \"http://localhost%s\", nil)\n\thttp.DefaultClient.Do(q)\n}\n\n", c.number, c.verb, c.path)
		}
		out := map[string]string{"app.go": b.String(), "go.mod": "module example.com/app\n\ngo 1.24\n"}
		if requires != "" {
			out["go.mod"] += "\nrequire " + requires + "\n"
		}
		return out
	}
}

// pythonRouter returns a harness in Python, given code that defines make: it takes the
// patterns of a case and returns a function that sends a request and returns the headers
// of the answer.
func pythonRouter(code string) func([]routing) string {
	return func(cases []routing) string {
		var b strings.Builder
		b.WriteString("import json, sys\n" + code + `
def ask(verb, path, patterns):
    try:
        send = make(patterns)
    except Exception:
        return -2
    return int(send(verb, path).get('x-handler', -1))
out = []
`)
		for _, c := range cases {
			var list []string
			for _, p := range c.patterns {
				list = append(list, fmt.Sprintf("(%q, %q)", p.verb, p.path))
			}
			fmt.Fprintf(&b, "out.append(ask(%q, %q, [%s]))\n", c.verb, c.path, strings.Join(list, ", "))
		}
		return b.String() + "print(json.dumps(out))\n"
	}
}

// pythonRoutes returns the tree for a router of Python, given the code at its head and a
// function that writes the routes of a case.
func pythonRoutes(imports, create string, of func(*strings.Builder, routing)) func([]routing) map[string]string {
	return func(cases []routing) map[string]string {
		var b strings.Builder
		b.WriteString("import requests\n" + imports + "\n\n" + create + "\n\n")
		for _, c := range cases {
			of(&b, c)
			pythonRequest(&b, c)
		}
		return map[string]string{"app.py": b.String()}
	}
}

func pythonRequest(b *strings.Builder, c routing) {
	fmt.Fprintf(b, "def load%d():\n    return requests.request(%q, \"http://localhost%s\")\n\n", c.number, c.verb, c.path)
}

// decorated writes a handler with a decorator, whose format takes the verb in lower and
// in upper case and the path.
func decorated(decorator, parameters string) func(*strings.Builder, routing) {
	return func(b *strings.Builder, c routing) {
		for i, p := range c.patterns {
			fmt.Fprintf(b, decorator, strings.ToLower(p.verb), p.verb, p.path)
			fmt.Fprintf(b, "\ndef h%d_%d(%s):\n    return ''\n\n", c.number, i, parameters)
		}
	}
}

// listed writes handlers and an application with a list of routes, whose format takes
// those of decorated and the handler.
func listed(parameters, route, app string) func(*strings.Builder, routing) {
	return func(b *strings.Builder, c routing) {
		var list []string
		for i, p := range c.patterns {
			handler := fmt.Sprintf("h%d_%d", c.number, i)
			fmt.Fprintf(b, "def %s(%s):\n    return ''\n\n", handler, parameters)
			list = append(list, fmt.Sprintf(route, strings.ToLower(p.verb), p.verb, p.path, handler))
		}
		fmt.Fprintf(b, app+"\n\n", c.number, strings.Join(list, ", "))
	}
}

// djangoRoutes is the tree for Django: one list of patterns.
func djangoRoutes(cases []routing) map[string]string {
	var views, urls, client strings.Builder
	views.WriteString("from django.http import HttpResponse\n\n")
	urls.WriteString("from django.urls import path\n\nfrom site_app import views\n\nurlpatterns = [\n")
	client.WriteString("import requests\n\n")
	for _, c := range cases {
		for i, p := range c.patterns {
			fmt.Fprintf(&views, "def h%d_%d(request, **k):\n    return HttpResponse('')\n\n", c.number, i)
			fmt.Fprintf(&urls, "    path(%q, views.h%d_%d),\n", p.path[1:], c.number, i)
		}
		pythonRequest(&client, c)
	}
	return map[string]string{"site_app/__init__.py": "", "site_app/views.py": views.String(), "client.py": client.String(),
		"site_app/urls.py": urls.String() + "]\n", "site_app/settings.py": "ROOT_URLCONF = 'site_app.urls'\n",
		"manage.py": "import os\n\nos.environ['DJANGO_SETTINGS_MODULE'] = 'site_app.settings'\n"}
}
