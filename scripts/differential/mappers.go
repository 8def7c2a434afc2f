package main

import (
	"fmt"
	"strings"
)

// mappers are libraries whose tables, or routes, depend on options, bases and mixins of a
// class: each name is written in one of several forms, in turn.
var mappers = []library{
	{name: "SQLAlchemy", runtime: pythonRuntime, harness: alchemyHarness, source: alchemyTree},
	{name: "Prisma", requires: []string{"@prisma/internals@6.19.0"}, runtime: nodeRuntime, used: true, harness: prismaHarness(`
for (const m of dmmf.datamodel.models) out[m.name] = (m.schema ? m.schema + '.' : '') + (m.dbName ?? m.name);`), source: prismaTree},
	{name: "Prisma, join tables", requires: []string{"@prisma/internals@6.19.0"}, runtime: nodeRuntime, joined: true, harness: prismaHarness(`
for (const m of dmmf.datamodel.models) for (const f of m.fields) if (f.name === 'peers' || f.name === 'myPeers') out[m.name] = '_' + f.relationName;`), source: prismaTree},
	{name: "Drizzle", requires: []string{"drizzle-orm@0.45.1"}, runtime: nodeRuntime, harness: drizzleHarness, source: drizzleTree},
	{name: "Kysely, camel case", requires: []string{"kysely@0.28.9"}, runtime: nodeRuntime, used: true, harness: kyselyHarness(""), source: kyselyTree("")},
	{name: "Kysely, camel case with options", requires: []string{"kysely@0.28.9"}, runtime: nodeRuntime, used: true,
		harness: kyselyHarness(kyselyOptions), source: kyselyTree(kyselyOptions)},
	{name: "NestJS, routes", requires: []string{"@nestjs/core@11.1.9", "@nestjs/common@11.1.9", "@nestjs/platform-express@11.1.9", "reflect-metadata@0.2.2", "rxjs@7.8.2"},
		runtime: nodeRuntime, routed: true, harness: nestHarness, source: nestTree},
	{name: "Next.js, routes", requires: []string{"next@15.5.6", "react@19.2.0", "react-dom@19.2.0"}, runtime: nodeRuntime, routed: true,
		harness: nextHarness, source: nextTree},
	{name: "Knex", requires: []string{"knex@3.1.0"}, runtime: nodeRuntime, used: true, harness: knexHarness(""), source: knexTree("")},
	{name: "Knex, camel case", requires: []string{"knex@3.1.0", "objection@3.1.5"}, runtime: nodeRuntime, used: true,
		harness: knexHarness(knexOptions), source: knexTree(knexOptions)},
	{name: "Objection", requires: []string{"objection@3.1.5", "knex@3.1.0"}, runtime: nodeRuntime, harness: objectionHarness, source: objectionTree},
	{name: "peewee", runtime: pythonRuntime, harness: peeweeHarness, source: peeweeTree},
	{name: "sqlc", requires: []string{"github.com/sqlc-dev/sqlc@v1.27.0"}, used: true, harness: sqlcHarness, source: sqlcTree},
}

// alchemyForms are ways to name the table of a class of SQLAlchemy. %[1]s is the class.
var alchemyForms = []string{
	"class %[1]s(Base):\n    __tablename__ = 't_%[1]s'\n",
	"class %[1]s(Named, Base):\n    pass\n",
	"class %[1]s(Base):\n    __tablename__ = 'u_%[1]s'\n    __table_args__ = {'schema': 'crm'}\n",
	"class %[1]s(Base):\n    __tablename__ = 'v_%[1]s'\n    __table_args__ = (UniqueConstraint('id'), {'schema': 'hr'})\n",
	"class %[1]s(Audited):\n    __tablename__ = 'w_%[1]s'\n",
	"class %[1]s(Prefixed, Base):\n    pass\n",
	"class %[1]s(Abstract):\n    pass\n",
	"%[1]s_table = Table('x_%[1]s', Base.metadata, Column('id', Integer, primary_key=True))\nclass %[1]s(Base):\n    __table__ = %[1]s_table\n",
	"%[1]s_table = Table('y_%[1]s', Base.metadata, Column('id', Integer, primary_key=True), schema='ops')\nclass %[1]s(Base):\n    __table__ = %[1]s_table\n",
	"class %[1]s(Parent):\n    __mapper_args__ = {'polymorphic_identity': '%[1]s'}\n",
	"class %[1]s(Parent):\n    __tablename__ = 'z_%[1]s'\n    id = Column(Integer, ForeignKey('audit.parents.id'), primary_key=True)\n",
	"class %[1]s:\n    pass\n%[1]s_table = Table('i_%[1]s', Base.metadata, Column('id', Integer, primary_key=True))\nmapper.map_imperatively(%[1]s, %[1]s_table)\n",
	"class %[1]s(Plain):\n    __tablename__ = 'p_%[1]s'\n",
	"class %[1]s(Suffixed, Plain):\n    pass\n",
}

const alchemyHead = `from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, UniqueConstraint
from sqlalchemy.orm import declarative_base, declared_attr, registry

metadata = MetaData(schema='audit')
Base = declarative_base(metadata=metadata)
Plain = declarative_base()
mapper = registry(metadata=metadata)

class Keyed:
    id = Column(Integer, primary_key=True)

class Named:
    id = Column(Integer, primary_key=True)

    @declared_attr
    def __tablename__(cls):
        return cls.__name__.lower()

class Prefixed:
    id = Column(Integer, primary_key=True)

    @declared_attr
    def __tablename__(cls):
        return 'app_' + cls.__name__.lower()

class Suffixed:
    id = Column(Integer, primary_key=True)

    @declared_attr
    def __tablename__(cls):
        return f'{cls.__name__.upper()}_rows'

class Abstract(Base):
    __abstract__ = True
    id = Column(Integer, primary_key=True)

    @declared_attr
    def __tablename__(cls):
        return cls.__name__ + 's'

class Audited(Base):
    __abstract__ = True
    __table_args__ = {'schema': 'log'}
    id = Column(Integer, primary_key=True)

class Parent(Base):
    __tablename__ = 'parents'
    id = Column(Integer, primary_key=True)
    type = Column(String)
    __mapper_args__ = {'polymorphic_on': type, 'polymorphic_identity': 'parent'}

`

func alchemySource(names []string) string {
	var b strings.Builder
	b.WriteString(alchemyHead)
	for i, n := range names {
		form := alchemyForms[i%len(alchemyForms)]
		form = strings.Replace(form, "(Base):\n    __tablename__", "(Keyed, Base):\n    __tablename__", 1)
		form = strings.Replace(form, "(Plain):", "(Keyed, Plain):", 1)
		fmt.Fprintf(&b, form+"\n", n)
	}
	return b.String()
}

func alchemyHarness(names []string) string {
	return "import json\n" + alchemySource(names) + "out = {}\nfor name in " + jsonOf(names) +
		":\n    out[name] = globals()[name].__mapper__.local_table.fullname\nprint(json.dumps(out))\n"
}

func alchemyTree(names []string) map[string]string {
	return map[string]string{"models.py": alchemySource(names)}
}

// prismaForms are ways to name the table of a model and its join table.
var prismaForms = []string{
	"model %[1]s {\n  id Int @id\n  peers Peer[]\n  @@schema(\"base\")\n}\n",
	"model %[1]s {\n  id Int @id\n  peers Peer[]\n\n  @@map(\"m_%[1]s\")\n  @@schema(\"base\")\n}\n",
	"model %[1]s {\n  id Int @id\n  peers Peer[] @relation(\"R%[1]s\")\n  @@map(name: \"n_%[1]s\")\n  @@schema(\"crm\")\n}\n",
	"model %[1]s {\n  id Int @id\n  peers Peer[] @relation(name: \"S%[1]s\")\n\n  @@schema(\"crm\")\n}\n",
}

func prismaSchema(names []string) string {
	var b, peer strings.Builder
	b.WriteString("generator client {\n  provider = \"prisma-client-js\"\n}\n\ndatasource db {\n  provider = \"postgresql\"\n  url = env(\"DATABASE_URL\")\n  schemas = [\"base\", \"crm\"]\n}\n\n")
	for i, n := range names {
		k := i % len(prismaForms)
		fmt.Fprintf(&b, prismaForms[k]+"\n", n)
		switch k {
		case 2:
			fmt.Fprintf(&peer, "  x%d %s[] @relation(\"R%s\")\n", i, n, n)
		case 3:
			fmt.Fprintf(&peer, "  x%d %s[] @relation(\"S%s\")\n", i, n, n)
		default:
			fmt.Fprintf(&peer, "  x%d %s[]\n", i, n)
		}
	}
	return b.String() + "model Peer {\n  id Int @id\n" + peer.String() + "\n  @@schema(\"base\")\n}\n"
}

func prismaHarness(each string) func([]string) string {
	return func(names []string) string {
		return "const { getDMMF } = require('@prisma/internals');\ngetDMMF({ datamodel: " + jsonOf(prismaSchema(names)) +
			" }).then(dmmf => {\nconst out = {};" + each + "\ndelete out.Peer;\nconsole.log(JSON.stringify(out));\n})\n"
	}
}

func prismaTree(names []string) map[string]string {
	var b strings.Builder
	b.WriteString("import { PrismaClient } from '@prisma/client'\n\nconst db = new PrismaClient()\n\n")
	for _, n := range names {
		fmt.Fprintf(&b, "export function %[1]s() {\n  return db.%[2]s%[3]s.findMany()\n}\n\nexport function with%[1]s() {\n  return db.%[2]s%[3]s.findMany({ include: { peers: true } })\n}\n\n", n, strings.ToLower(n[:1]), n[1:])
	}
	return map[string]string{"package.json": `{"name": "app", "dependencies": {"@prisma/client": "6.19.0"}}`, "prisma/schema.prisma": prismaSchema(names), "app.ts": b.String()}
}

// drizzleForms are ways to create a table of Drizzle.
var drizzleForms = []string{
	"export const %[1]s = pgTable('t_%[1]s', { id: integer('id') })\n",
	"export const %[1]s = crm.table('u_%[1]s', { id: integer('id') })\n",
	"export const %[1]s = prefixed('%[1]s', { id: integer('id') })\n",
	"export const %[1]s = mysqlTable('v_%[1]s', { id: int('id') })\n",
	"export const %[1]s = sqliteTable('w_%[1]s', { id: number('id') })\n",
	"export const %[1]s = pgTable(`x_${suffix}_%[1]s`, t => ({ id: t.integer() }))\n",
	"export const %[1]s = pgSchema('hr').table('y_%[1]s', { id: integer('id') })\n",
	"export const %[1]s = lower('%[1]s', { id: int('id') })\n",
}

func drizzleSource(names []string) string {
	var b strings.Builder
	b.WriteString(`import { pgTable, pgSchema, pgTableCreator, integer } from 'drizzle-orm/pg-core'
import { mysqlTable, mysqlTableCreator, int } from 'drizzle-orm/mysql-core'
import { sqliteTable, integer as number } from 'drizzle-orm/sqlite-core'

const suffix = 'v1'
const crm = pgSchema('crm')
const prefixed = pgTableCreator(name => ` + "`app_${name}`" + `)
const lower = mysqlTableCreator(name => 'shop_' + name)

`)
	for i, n := range names {
		fmt.Fprintf(&b, drizzleForms[i%len(drizzleForms)], n)
	}
	return b.String()
}

func drizzleHarness(names []string) string {
	source := strings.ReplaceAll(strings.ReplaceAll(drizzleSource(names), "integer as number", "integer: number"), "export const ", "const ")
	source = strings.ReplaceAll(source, "import {", "const {")
	for _, m := range []string{"pg", "mysql", "sqlite"} {
		source = strings.ReplaceAll(source, "} from 'drizzle-orm/"+m+"-core'", "} = require('drizzle-orm/"+m+"-core')")
	}
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "put('%[1]s', %[1]s)\n", n)
	}
	return "const stringify = JSON.stringify\n{\n" + source + `
const { getTableName, Table } = require('drizzle-orm')
const out = {}
function put(name, table) {
  const schema = table[Table.Symbol.Schema]
  out[name] = (schema ? schema + '.' : '') + getTableName(table)
}
` + b.String() + "console.log(stringify(out))\n}\n"
}

func drizzleTree(names []string) map[string]string {
	return map[string]string{"package.json": `{"name": "app", "dependencies": {"drizzle-orm": "0.45.1"}}`, "schema.ts": drizzleSource(names)}
}

const kyselyOptions = "{ underscoreBeforeDigits: true, underscoreBetweenUppercaseLetters: true, upperCase: true }"

// kyselyHarness compiles a query with the plugin that turns camel case into snake case.
func kyselyHarness(options string) func([]string) string {
	return func(names []string) string {
		return `const { Kysely, CamelCasePlugin, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } = require('kysely')
const db = new Kysely({ plugins: [new CamelCasePlugin(` + options + `)], dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db), createQueryCompiler: () => new PostgresQueryCompiler() } })
const out = {}
for (const name of ` + jsonOf(names) + `) {
  const table = name[0].toLowerCase() + name.slice(1)
  out[name] = db.selectFrom(table).selectAll().compile().sql.match(/from "([^"]*)"/)[1]
}
console.log(JSON.stringify(out))
`
	}
}

func kyselyTree(options string) func([]string) map[string]string {
	return func(names []string) map[string]string {
		var b, tables strings.Builder
		for _, n := range names {
			table := strings.ToLower(n[:1]) + n[1:]
			fmt.Fprintf(&tables, "  %s: { id: number }\n", table)
			fmt.Fprintf(&b, "export function %s() {\n  return db.selectFrom('%s').selectAll().execute()\n}\n\n", n, table)
		}
		return map[string]string{"package.json": `{"name": "app", "dependencies": {"kysely": "0.28.9"}}`,
			"app.ts": "import { Kysely, CamelCasePlugin, PostgresDialect } from 'kysely'\n\ninterface Database {\n" + tables.String() +
				"}\n\nconst db = new Kysely<Database>({ dialect: new PostgresDialect({}), plugins: [new CamelCasePlugin(" + options + ")] })\n\n" + b.String()}
	}
}

// knexForms are ways to name the table of a query.
var knexForms = []string{
	"knex('t_%[1]s').select()",
	"knex('u_%[1]s as u').where('u.id', 1)",
	"knex.withSchema('crm').from('v_%[1]s').select()",
	"knex('hr.w_%[1]s').where({ id: 1 })",
	"knex.select('id').from('x_%[1]s')",
	"knex({ a: 'y_%[1]s' }).select('a.id')",
	"knex.from('z_%[1]s').first()",
	"knex('s_%[1]s').withSchema('ops').select()",
	"knex.select().from({ a: 'q_%[1]s' })",
	"knex.table('r_%[1]s').select()",
}

func knexQuery(i int, name string) string {
	return fmt.Sprintf(knexForms[i%len(knexForms)], name)
}

// knexOptions convert names from camel case.
const knexOptions = ", ...require('objection').knexSnakeCaseMappers({ underscoreBeforeDigits: true })"

// knexHarness compiles queries of a connection with more options.
func knexHarness(options string) func([]string) string {
	return func(names []string) string {
		var b strings.Builder
		for i, n := range names {
			fmt.Fprintf(&b, "put('%s', %s)\n", n, knexQuery(i, n))
		}
		return "const knex = require('knex')({ client: 'pg'" + options + ` })
const out = {}
function put(name, query) {
  out[name] = query.toSQL().sql.match(/from ("[^ ]*")/)[1].replaceAll('"', '')
}
` + b.String() + "console.log(JSON.stringify(out))\n"
	}
}

func knexTree(options string) func([]string) map[string]string {
	return func(names []string) map[string]string {
		var b strings.Builder
		b.WriteString("const knex = require('knex')({ client: 'pg'" + options + " })\n\n")
		for i, n := range names {
			fmt.Fprintf(&b, "exports.%[1]s = function %[1]s() {\n  return %[2]s\n}\n\n", n, knexQuery(i, n))
		}
		return map[string]string{"package.json": `{"name": "app", "dependencies": {"knex": "3.1.0"}}`, "app.js": b.String()}
	}
}

// nestForms are decorators of a controller and of its method, for a number.
var nestForms = []struct{ controller, method, exclude string }{
	{`Controller('n%[1]d')`, `Get()`, ``},
	{`Controller({ path: 'n%[1]d', version: '2' })`, `Get('list/:id')`, ``},
	{`Controller()`, `Post('n%[1]d/save')`, ``},
	{`Controller('a')`, `Version('3') Put('n%[1]d')`, ``},
	{`Controller({ path: 'n%[1]d', version: VERSION_NEUTRAL })`, `Get(':id')`, ``},
	{`Controller({ path: 'n%[1]d', version: VERSION_NEUTRAL })`, `Get('x')`, `'n%[1]d/x'`},
	{`Controller(['n%[1]d', 'm/n%[1]d'])`, `Patch(':id')`, ``},
	{`Controller({ path: 'n%[1]d', version: ['4', '5'] })`, `Delete(':a/:b')`, ``},
	{`Controller('n%[1]d')`, `Get(['x', 'y/:id'])`, ``},
	{`Controller('/n%[1]d/')`, `Get('/x/')`, ``},
	{`Controller('n%[1]d')`, `Get('x')`, `{ path: 'n%[1]d/x', method: RequestMethod.GET }`},
	{`Controller('n%[1]d')`, `Post('x')`, `{ path: 'n%[1]d/x', method: RequestMethod.GET }`},
	{`Controller({ path: 'n%[1]d', version: '1' })`, `Version(['6', '7']) Get()`, ``},
	{`Controller('n%[1]d')`, `Get('x/:id')`, `'n%[1]d/{*rest}'`},
	{`Controller({ path: 'n%[1]d', version: VERSION_NEUTRAL })`, `Get()`, `'n%[1]d{/*rest}'`},
	{`Controller({ path: 'n%[1]d', version: VERSION_NEUTRAL })`, `Get()`, `'n%[1]d/*rest'`},
	{`Controller('n%[1]d')`, `Put('x/:id')`, `{ path: 'n%[1]d/:what/:key', method: RequestMethod.PUT }`},
	{`Controller('n%[1]d')`, `Version(VERSION_NEUTRAL) All('z')`, ``},
}

const nestImports = "All, Controller, Delete, Get, Module, Patch, Post, Put, RequestMethod, Version, VersioningType, VERSION_NEUTRAL"

// nestParts returns the decorators for a name, and the paths excluded from the prefix.
func nestParts(names []string) (controllers, methods, exclude []string) {
	for i := range names {
		f := nestForms[i%len(nestForms)]
		controllers = append(controllers, strings.ReplaceAll(f.controller, "%[1]d", fmt.Sprint(i)))
		methods = append(methods, strings.ReplaceAll(f.method, "%[1]d", fmt.Sprint(i)))
		if f.exclude != "" {
			exclude = append(exclude, strings.ReplaceAll(f.exclude, "%[1]d", fmt.Sprint(i)))
		}
	}
	return controllers, methods, exclude
}

const nestBootstrap = `
  app.setGlobalPrefix('api', { exclude: [%s] })
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' })
`

// nestHarness lists the routes that an application registers with Express.
func nestHarness(names []string) string {
	controllers, methods, exclude := nestParts(names)
	var b strings.Builder
	b.WriteString("require('reflect-metadata')\nconst { " + nestImports + " } = require('@nestjs/common')\nconst { NestFactory } = require('@nestjs/core')\nconst names = " +
		jsonOf(names) + ", all = []\nfunction decorate(of, name, ...list) {\n  for (const f of list.reverse()) f(of.prototype, name, Object.getOwnPropertyDescriptor(of.prototype, name))\n}\n")
	for i, n := range names {
		fmt.Fprintf(&b, "class C%[1]d { %[2]s() {} }\n%[3]s(C%[1]d)\ndecorate(C%[1]d, '%[2]s', %[4]s)\nall.push(C%[1]d)\n", i, n, controllers[i], strings.ReplaceAll(methods[i], ") ", "), "))
	}
	return b.String() + `class App {}
Module({ controllers: all })(App)
async function main() {
  const app = await NestFactory.create(App, { logger: false })` + fmt.Sprintf(nestBootstrap, strings.Join(exclude, ", ")) + `  await app.init()
  const found = {}
  for (const { route } of app.getHttpAdapter().getInstance().router.stack) {
    if (!route) continue
    const name = names[Number(route.path.match(/n([0-9]+)/)[1])]
    const verbs = [...new Set(route.stack.map(x => x.method))]
    const verb = verbs.length > 1 || !verbs[0] ? 'ANY' : verbs[0].toUpperCase()
    ;(found[name] ??= []).push(verb + ' ' + route.path.replace(/:[a-z]+/g, '{}').replace(/(.)[/]$/, '$1'))
  }
  for (const name in found) found[name] = found[name].sort().join(', ')
  console.log(JSON.stringify(found))
  process.exit(0)
}
main()
`
}

func nestTree(names []string) map[string]string {
	controllers, methods, exclude := nestParts(names)
	var b strings.Builder
	b.WriteString("import { " + nestImports + " } from '@nestjs/common'\n\n")
	var all []string
	for i, n := range names {
		fmt.Fprintf(&b, "@%[3]s\nexport class C%[1]d {\n  @%[4]s\n  %[2]s() {}\n}\n\n", i, n, controllers[i], strings.ReplaceAll(methods[i], ") ", ") @"))
		all = append(all, fmt.Sprintf("C%d", i))
	}
	b.WriteString("@Module({ controllers: [" + strings.Join(all, ", ") + "] })\nexport class App {}\n")
	return map[string]string{"package.json": `{"name": "app", "dependencies": {"@nestjs/core": "11.1.9"}}`, "app.ts": b.String(),
		"main.ts": "import { NestFactory } from '@nestjs/core'\nimport { RequestMethod, VersioningType } from '@nestjs/common'\nimport { App } from './app'\n\nasync function bootstrap() {\n  const app = await NestFactory.create(App)" +
			fmt.Sprintf(nestBootstrap, strings.Join(exclude, ", ")) + "  await app.listen(3000)\n}\nbootstrap()\n"}
}

// nextForms are folders of the app router, for a number.
var nextForms = []string{"n%d", "(group)/n%d", "n%d/[id]", "n%d/[...rest]", "n%d/[[...rest]]", "@slot/n%d", "(a)/(b)/n%d/[id]/x",
	"n%d/(group)", "n%d/@modal/x", "n%d/[a]/[b]", "n%d/a.b", "(a)/n%d/(b)/[...rest]"}

func nextFile(i int) string {
	return fmt.Sprintf("app/"+nextForms[i%len(nextForms)]+"/route", i)
}

// nextHarness asks for the route of each file.
func nextHarness(names []string) string {
	files := map[string]string{}
	for i, n := range names {
		files[n] = strings.TrimPrefix(nextFile(i), "app")
	}
	return `const { normalizeAppPath } = require('next/dist/shared/lib/router/utils/app-paths')
const out = ` + jsonOf(files) + `
for (const name in out)
  out[name] = 'GET ' + normalizeAppPath(out[name]).replace(/\[\[?\.\.\.\w+\]?\]/g, '{*}').replace(/\[\w+\]/g, '{}')
console.log(JSON.stringify(out))
`
}

func nextTree(names []string) map[string]string {
	out := map[string]string{"package.json": `{"name": "app", "dependencies": {"next": "15.5.6"}}`}
	for i, n := range names {
		out[nextFile(i)+".ts"] = "// " + n + "\nexport function GET() {\n  return Response.json({})\n}\n"
	}
	return out
}

// peeweeForms are ways to name the table of a model of peewee. %[1]s is the class.
var peeweeForms = []string{
	"class %[1]s(Base):\n    pass\n",
	"class %[1]s(Snake):\n    pass\n",
	"class %[1]s(Base):\n    class Meta:\n        table_name = 't_%[1]s'\n",
	"class %[1]s(Base):\n    class Meta:\n        schema = 'crm'\n",
	"class %[1]s(Schemed):\n    pass\n",
	"class %[1]s(Schemed):\n    class Meta:\n        table_name = 'u_%[1]s'\n",
	"class %[1]s(Named):\n    pass\n",
	"class %[1]s(Snake):\n    class Meta:\n        schema = 'ops'\n",
	"class %[1]s(Schemed):\n    class Meta:\n        schema = None\n",
	"class %[1]s(Schemed):\n    class Meta:\n        legacy_table_names = False\n",
	"class %[1]s(Model):\n    class Meta:\n        database = db\n        table_name = PREFIX + '%[1]s'\n",
	"class %[1]s(Snake):\n    class Meta:\n        legacy_table_names = True\n",
}

func peeweeSource(names []string) string {
	var b strings.Builder
	b.WriteString(`from peewee import Model, SqliteDatabase

PREFIX = 'app_'
db = SqliteDatabase(':memory:')

class Base(Model):
    class Meta:
        database = db

class Snake(Model):
    class Meta:
        database = db
        legacy_table_names = False

class Schemed(Base):
    class Meta:
        schema = 'hr'

class Named(Base):
    class Meta:
        table_name = 'named'

`)
	for i, n := range names {
		fmt.Fprintf(&b, peeweeForms[i%len(peeweeForms)]+"\n", n)
	}
	return b.String()
}

func peeweeHarness(names []string) string {
	return "import json\n" + peeweeSource(names) + "out = {}\nfor name in " + jsonOf(names) +
		":\n    m = globals()[name]._meta\n    out[name] = (m.schema + '.' if m.schema else '') + m.table_name\nprint(json.dumps(out))\n"
}

func peeweeTree(names []string) map[string]string {
	return map[string]string{"models.py": peeweeSource(names)}
}

// objectionForms are ways to name the table of a class of Objection.
var objectionForms = []string{
	"export class %[1]s extends Model {\n  static get tableName() { return 't_%[1]s' }\n}\n",
	"export class %[1]s extends Model {\n  static tableName = 'u_%[1]s'\n}\n",
	"export class %[1]s extends Base {\n  static get tableName() { return `${PREFIX}%[1]s` }\n}\n",
	"export class %[1]s extends Parent {}\n",
	"export class %[1]s extends Base {\n  static tableName = 'crm.w_%[1]s'\n}\n",
	"export class %[1]s extends Timed(Base) {\n  static get tableName() { return PREFIX + '%[1]s_x' }\n}\n",
	"export class %[1]s extends mixin(Model, [Timed]) {\n  static tableName = 'y_%[1]s'\n}\n",
	"export class %[1]s extends Parent {\n  static get tableName() { return 'z_%[1]s' }\n}\n",
	"export class %[1]s extends compose(Timed, Owned)(Base) {\n  static get tableName() { return 'c_%[1]s' }\n}\n",
}

func objectionSource(names []string) string {
	var b strings.Builder
	b.WriteString(`import { Model, mixin, compose } from 'objection'

const PREFIX = 'app_'

const Timed = (Of) => class extends Of {
  touch() { return 1 }
}

function Owned(Of) {
  return class extends Of {
    own() { return 2 }
  }
}

export class Base extends Model {}

export class Parent extends Base {
  static get tableName() { return 'parents' }
}

`)
	for i, n := range names {
		fmt.Fprintf(&b, objectionForms[i%len(objectionForms)]+"\n", n)
	}
	return b.String()
}

func objectionHarness(names []string) string {
	source := strings.ReplaceAll(objectionSource(names), "export class ", "class ")
	source = strings.Replace(source, "import { Model, mixin, compose } from 'objection'", "const { Model, mixin, compose } = require('objection')", 1)
	var b strings.Builder
	b.WriteString("const { stringify } = JSON, out = {}\n{\n" + source)
	for _, n := range names {
		fmt.Fprintf(&b, "out['%[1]s'] = %[1]s.getTableName()\n", n)
	}
	return b.String() + "}\nconsole.log(stringify(out))\n"
}

func objectionTree(names []string) map[string]string {
	return map[string]string{"package.json": `{"name": "app", "dependencies": {"objection": "3.1.5"}}`, "models.js": objectionSource(names)}
}

// sqlcForms are queries for a name, of which the first table is compared.
var sqlcForms = []string{
	"-- name: %[1]s :many\nSELECT * FROM \"t_%[1]s\";\n",
	"-- name: %[1]s :one\nSELECT u.id FROM \"t_%[1]s\" AS u JOIN shops s ON s.id = u.id WHERE u.id = ?;\n",
	"-- name: %[1]s :many\n-- of all, with a comment\nSELECT t.name FROM shops AS s LEFT JOIN \"t_%[1]s\" AS t ON t.id = s.id;\n",
	"-- name: %[1]s :one\nSELECT a.name FROM \"t_%[1]s\" a WHERE a.id = sqlc.arg('key') LIMIT 1;\n",
	"-- name: %[1]s :many\nSELECT name FROM \"t_%[1]s\" WHERE id IN (sqlc.slice('ids')) AND name = sqlc.narg('name');\n",
	"-- name: %[1]s :many\nSELECT sqlc.embed(e) FROM \"t_%[1]s\" e ORDER BY e.id;\n",
}

// sqlcFiles are the configuration, the schema and the queries.
func sqlcFiles(names []string, gen string) map[string]string {
	var schema, queries strings.Builder
	schema.WriteString("CREATE TABLE shops (id int PRIMARY KEY);\n")
	for i, n := range names {
		fmt.Fprintf(&schema, "CREATE TABLE \"t_%s\" (id int PRIMARY KEY, name text NOT NULL);\n", n)
		fmt.Fprintf(&queries, sqlcForms[i%len(sqlcForms)]+"\n", n)
	}
	return map[string]string{"db/schema.sql": schema.String(), "db/queries.sql": queries.String(),
		"sqlc.yaml": "version: '2'\nsql:\n  - engine: sqlite\n    schema: db/schema.sql\n    queries: db/queries.sql\n    gen:\n      " + gen + "\n"}
}

// sqlcHarness asks sqlc for the table of the first column of each query.
func sqlcHarness(names []string) string {
	return `package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/sqlc-dev/sqlc/pkg/cli"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	files := map[string]string{}
	check(json.Unmarshal([]byte(` + fmt.Sprintf("%q", jsonOf(sqlcFiles(names, "json: {out: out, filename: plan.json}"))) + `), &files))
	for name, text := range files {
		check(os.MkdirAll(filepath.Dir(name), 0o755))
		check(os.WriteFile(name, []byte(text), 0o644))
	}
	if code := cli.Run([]string{"generate"}); code != 0 {
		os.Exit(code)
	}
	type table struct{ Name string }
	var plan struct {
		Queries []struct {
			Name    string
			Columns []struct {
				Table      *table
				EmbedTable *table ` + "`json:\"embed_table\"`" + `
			}
		}
	}
	text, err := os.ReadFile("out/plan.json")
	check(err)
	check(json.Unmarshal(text, &plan))
	out := map[string]string{}
	for _, q := range plan.Queries {
		t := q.Columns[0].Table
		if t == nil {
			t = q.Columns[0].EmbedTable
		}
		out[q.Name] = strings.Trim(t.Name, "\"")
	}
	check(json.NewEncoder(os.Stdout).Encode(out))
}
`
}

// sqlcTree has the files, and methods as sqlc generates them.
func sqlcTree(names []string) map[string]string {
	var b strings.Builder
	b.WriteString("// Code generated by sqlc. DO NOT EDIT.\n\npackage store\n\nimport \"context\"\n\ntype Queries struct{ db DBTX }\n\ntype DBTX interface{ Exec(context.Context, string) error }\n\n")
	for _, n := range names {
		fmt.Fprintf(&b, "func (q *Queries) %s(ctx context.Context) error { return q.db.Exec(ctx, \"\") }\n\n", n)
	}
	out := sqlcFiles(names, "go: {package: store, out: store}")
	out["go.mod"] = "module example.com/shop\n\ngo 1.24\n"
	out["store/queries.sql.go"] = b.String()
	return out
}
