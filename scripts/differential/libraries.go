package main

import (
	"fmt"
	"strings"
)

// A library is a library that names tables. Its harness is a program that prints a JSON
// object: the table of each name, according to the library itself.
type library struct {
	name     string
	requires []string // modules or packages with their versions
	runtime  runtime
	harness  func(names []string) string

	// joined is set if the tables are those of many-to-many relations, to which no class is
	// mapped: they must be among the tables of the index.
	joined bool

	// used is set if no class is mapped to the tables: functions with the names read them.
	used bool

	// routed is set if the names are those of handlers, and the harness prints their routes.
	routed bool

	// source returns a tree of code, by path, that uses the library for these
	// names, as the indexer reads it.
	source func(names []string) map[string]string
}

// A runtime is the program that runs a harness.
type runtime int

const (
	goRuntime runtime = iota
	nodeRuntime
	pythonRuntime
)

var libraries = []library{
	{name: "GORM", requires: []string{"gorm.io/gorm@v1.31.2"}, harness: goHarness(`
	"gorm.io/gorm/schema"`, "schema.NamingStrategy{}.TableName(%[1]q)"), source: gormSource},
	{name: "bun", requires: []string{"github.com/uptrace/bun@v1.2.16", "github.com/uptrace/bun/dialect/pgdialect@v1.2.16"},
		harness: goTypesHarness(`
	"github.com/uptrace/bun/dialect/pgdialect"
	"reflect"`, "pgdialect.New().Tables().Get(reflect.TypeOf((*%[1]s)(nil))).Name"), source: bunSource},
	{name: "ent", requires: []string{"entgo.io/ent@v0.14.5"}, harness: goHarness(`
	"entgo.io/ent/entc/gen"
	"entgo.io/ent/entc/load"`, "table(%[1]q)", `
func table(name string) string {
	t, err := gen.NewType(&gen.Config{Package: "x"}, &load.Schema{Name: name})
	if err != nil {
		return ""
	}
	return t.Table()
}`), source: entSource},
	{name: "xorm", requires: []string{"xorm.io/xorm@v1.3.11"}, harness: goHarness(`
	"xorm.io/xorm/names"`, "names.SnakeMapper{}.Obj2Table(%[1]q)"), source: xormSource},
	{name: "Sequelize", requires: []string{"sequelize@6.37.8"}, runtime: nodeRuntime,
		harness: sequelizeHarness("{}"), source: sequelizeSource("{ timestamps: false }")},
	{name: "Sequelize, underscored", requires: []string{"sequelize@6.37.8"}, runtime: nodeRuntime,
		harness: sequelizeHarness("{ underscored: true }"), source: sequelizeSource("{ underscored: true }")},
	{name: "TypeORM", requires: []string{"typeorm@0.3.27"}, runtime: nodeRuntime, harness: nodeHarness(
		`const { DefaultNamingStrategy } = require('typeorm'); const s = new DefaultNamingStrategy();`,
		`s.tableName(name, undefined)`), source: typeormSource},
	{name: "MikroORM", requires: []string{"@mikro-orm/core@6.6.14"}, runtime: nodeRuntime, harness: nodeHarness(
		`const { UnderscoreNamingStrategy } = require('@mikro-orm/core'); const s = new UnderscoreNamingStrategy();`,
		`s.classToTableName(name)`), source: mikroSource},
	{name: "Django", runtime: pythonRuntime, harness: djangoHarness("_meta.db_table"), source: djangoModels("name = models.TextField()")},
	{name: "Flask-SQLAlchemy", runtime: pythonRuntime, harness: flaskHarness, source: flaskModels},
	{name: "GORM, join tables", requires: []string{"gorm.io/gorm@v1.31.2"}, joined: true, harness: goHarness(`
	"gorm.io/gorm/schema"`, "schema.NamingStrategy{}.JoinTableName(%[1]q)"), source: gormJoins},
	{name: "TypeORM, join tables", requires: []string{"typeorm@0.3.27"}, runtime: nodeRuntime, joined: true, harness: nodeHarness(
		`const { DefaultNamingStrategy } = require('typeorm'); const s = new DefaultNamingStrategy();`,
		`s.joinTableName(s.tableName(name, undefined), s.tableName('Peer', undefined), 'myPeers', 'id')`),
		source: nodeJoins("typeorm", "0.3.27", "Entity, ManyToMany, JoinTable", "@Entity()", "@ManyToMany(() => Peer) @JoinTable() myPeers!: Peer[]")},
	{name: "MikroORM, join tables", requires: []string{"@mikro-orm/core@6.6.14"}, runtime: nodeRuntime, joined: true, harness: nodeHarness(
		`const { UnderscoreNamingStrategy } = require('@mikro-orm/core'); const s = new UnderscoreNamingStrategy();`,
		`s.joinTableName(name, 'Peer', 'myPeers', s.classToTableName(name))`),
		source: nodeJoins("@mikro-orm/core", "6.6.14", "Collection, Entity, ManyToMany", "@Entity()", "@ManyToMany(() => Peer) myPeers = new Collection<Peer>(this)")},
	{name: "Django, join tables", runtime: pythonRuntime, joined: true, harness: djangoHarness("my_peers.field.m2m_db_table()"),
		source: djangoModels("my_peers = models.ManyToManyField('Peer', related_name='+')")},
}

// djangoHarness evaluates an expression on a model of each name.
func djangoHarness(expression string) func([]string) string {
	return func(names []string) string {
		var b strings.Builder
		b.WriteString("import json, sys, types\nfrom django.conf import settings\nsettings.configure(INSTALLED_APPS=['shop'], DEFAULT_AUTO_FIELD='django.db.models.AutoField')\n" +
			"shop = types.ModuleType('shop')\nshop.__path__ = ['.']\nsys.modules['shop'] = shop\nimport django\ndjango.setup()\nfrom django.db import models\nout = {}\n" +
			"class Peer(models.Model):\n    class Meta:\n        app_label = 'shop'\n")
		for _, n := range names {
			fmt.Fprintf(&b, "class %[1]s(models.Model):\n    my_peers = models.ManyToManyField(Peer, related_name='+')\n    class Meta:\n        app_label = 'shop'\nout[%[1]q] = %[1]s.%[2]s\n", n, expression)
		}
		return b.String() + "print(json.dumps(out))\n"
	}
}

func djangoModels(field string) func([]string) map[string]string {
	return func(names []string) map[string]string {
		var b strings.Builder
		b.WriteString("from django.db import models\n\nclass Peer(models.Model):\n    pass\n\n")
		for _, n := range names {
			fmt.Fprintf(&b, "class %s(models.Model):\n    %s\n\n", n, field)
		}
		return map[string]string{"shop/__init__.py": "", "shop/models.py": b.String()}
	}
}

// flaskClasses has a model of each name, followed by a statement with the name.
func flaskClasses(names []string, statement string) string {
	var b strings.Builder
	b.WriteString("from flask_sqlalchemy import SQLAlchemy\n\ndb = SQLAlchemy()\nout = {}\n\n")
	for _, n := range names {
		fmt.Fprintf(&b, "class %s(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n\n", n)
		if statement != "" {
			fmt.Fprintf(&b, statement+"\n", n)
		}
	}
	return b.String()
}

func flaskHarness(names []string) string {
	return "import json, warnings\nwarnings.simplefilter('ignore')\n" + flaskClasses(names, "out[%[1]q] = %[1]s.__tablename__") + "print(json.dumps(out))\n"
}

func flaskModels(names []string) map[string]string {
	return map[string]string{"models.py": flaskClasses(names, "")}
}

func gormJoins(names []string) map[string]string {
	var b strings.Builder
	b.WriteString("package models\n\nimport \"gorm.io/gorm\"\n\ntype Peer struct{ ID uint }\n\n")
	for i, n := range names {
		fmt.Fprintf(&b, "type X%d struct {\n\tID uint\n\tPeers []Peer `gorm:\"many2many:%s\"`\n}\n", i, n)
	}
	b.WriteString("\nfunc migrate(db *gorm.DB) {\n")
	for i := range names {
		fmt.Fprintf(&b, "\tdb.AutoMigrate(&X%d{})\n", i)
	}
	return goTree("gorm.io/gorm v1.31.2", b.String()+"}\n")
}

func nodeJoins(module, version, imports, class, field string) func([]string) map[string]string {
	return func(names []string) map[string]string {
		var b strings.Builder
		fmt.Fprintf(&b, "import { %s } from '%s';\n%s\nexport class Peer { id!: number; }\n", imports, module, class)
		for _, n := range names {
			fmt.Fprintf(&b, "%s\nexport class %s { id!: number; %s }\n", class, n, field)
		}
		return nodeTree(fmt.Sprintf("%q: %q", module, version), b.String())
	}
}

// goHarness returns a Go program that evaluates an expression for each name.
func goHarness(imports, expression string, more ...string) func([]string) string {
	return func(names []string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "package main\n\nimport (\n\t\"encoding/json\"\n\t\"os\"%s\n)\n\nfunc main() {\n\tout := map[string]string{}\n", imports)
		for _, n := range names {
			fmt.Fprintf(&b, "\tout[%q] = "+expression+"\n", n)
		}
		b.WriteString("\tjson.NewEncoder(os.Stdout).Encode(out)\n}\n")
		b.WriteString(strings.Join(more, "\n"))
		return b.String()
	}
}

// goTypesHarness is like goHarness, but with a struct for each name, which the
// expression uses as a type.
func goTypesHarness(imports, expression string) func([]string) string {
	return func(names []string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "package main\n\nimport (\n\t\"encoding/json\"\n\t\"os\"%s\n)\n\n%s\nfunc main() {\n\tout := map[string]string{}\n",
			imports, structs(names, "ID int64"))
		for _, n := range names {
			fmt.Fprintf(&b, "\tout[%q] = %s\n", n, fmt.Sprintf(expression, n))
		}
		b.WriteString("\tjson.NewEncoder(os.Stdout).Encode(out)\n}\n")
		return b.String()
	}
}

func structs(names []string, fields string) string {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "type %s struct { %s }\n", n, fields)
	}
	return b.String()
}

// nodeHarness returns a JavaScript program that evaluates an expression for each
// name.
func nodeHarness(before, expression string) func([]string) string {
	return func(names []string) string {
		return fmt.Sprintf("%s\nconst out = {};\nfor (const name of %s) out[name] = %s;\nconsole.log(JSON.stringify(out));\n",
			before, jsonOf(names), expression)
	}
}

func sequelizeHarness(options string) func([]string) string {
	return nodeHarness(`const { Sequelize } = require('sequelize');
const db = new Sequelize({ dialect: 'mysql', dialectModule: {}, logging: false });`,
		"db.define(name, {}, "+options+").getTableName()")
}

func goTree(requires, source string) map[string]string {
	return map[string]string{"go.mod": "module example.com/models\n\ngo 1.24\n\nrequire " + requires + "\n",
		"models.go": source}
}

func gormSource(names []string) map[string]string {
	var b strings.Builder
	b.WriteString("package models\n\nimport \"gorm.io/gorm\"\n\n" + structs(names, "ID uint") + "\nfunc migrate(db *gorm.DB) {\n")
	for _, n := range names {
		fmt.Fprintf(&b, "\tdb.AutoMigrate(&%s{})\n", n)
	}
	return goTree("gorm.io/gorm v1.31.2", b.String()+"}\n")
}

func bunSource(names []string) map[string]string {
	var b strings.Builder
	b.WriteString("package models\n\nimport (\n\t\"context\"\n\n\t\"github.com/uptrace/bun\"\n)\n\n" + structs(names, "ID int64") +
		"\nfunc all(ctx context.Context, db *bun.DB) {\n")
	for _, n := range names {
		fmt.Fprintf(&b, "\tdb.NewSelect().Model((*%s)(nil)).Scan(ctx)\n", n)
	}
	return goTree("github.com/uptrace/bun v1.2.16", b.String()+"}\n")
}

func entSource(names []string) map[string]string {
	out := goTree("entgo.io/ent v0.14.5", "package models\n")
	out["ent/schema/schema.go"] = "package schema\n\nimport \"entgo.io/ent\"\n\n" + structs(names, "ent.Schema")
	return out
}

func xormSource(names []string) map[string]string {
	var b strings.Builder
	b.WriteString("package models\n\nimport \"xorm.io/xorm\"\n\n" + structs(names, "ID int64") + "\nfunc sync(e *xorm.Engine) {\n")
	for _, n := range names {
		fmt.Fprintf(&b, "\te.Sync(new(%s))\n", n)
	}
	return goTree("xorm.io/xorm v1.3.11", b.String()+"}\n")
}

func nodeTree(dependency, source string) map[string]string {
	return map[string]string{"package.json": `{"name": "models", "dependencies": {` + dependency + "}}\n", "models.ts": source}
}

func sequelizeSource(options string) func([]string) map[string]string {
	return func(names []string) map[string]string {
		var b strings.Builder
		b.WriteString("import { Sequelize, DataTypes } from 'sequelize';\nconst db = new Sequelize('sqlite::memory:');\n")
		for _, n := range names {
			fmt.Fprintf(&b, "export const %[1]s = db.define('%[1]s', { at: DataTypes.DATE }, %[2]s);\n", n, options)
		}
		return nodeTree(`"sequelize": "6.37.8"`, b.String())
	}
}

func classes(names []string, decorator string) string {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%s\nexport class %s { id!: number; }\n", decorator, n)
	}
	return b.String()
}

func typeormSource(names []string) map[string]string {
	return nodeTree(`"typeorm": "0.3.27"`, "import { Entity } from 'typeorm';\n"+classes(names, "@Entity()"))
}

func mikroSource(names []string) map[string]string {
	return nodeTree(`"@mikro-orm/core": "6.6.14"`, "import { Entity } from '@mikro-orm/core';\n"+classes(names, "@Entity()"))
}
