// Package all lists every framework.
package all

import (
	"seedgraph/frameworks/adonet"
	"seedgraph/frameworks/aspnet"
	"seedgraph/frameworks/bun"
	"seedgraph/frameworks/celery"
	"seedgraph/frameworks/concept"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/entry"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/message"
	"seedgraph/frameworks/concept/model"
	"seedgraph/frameworks/concept/page"
	"seedgraph/frameworks/concept/request"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/frameworks/csharp"
	"seedgraph/frameworks/dapper"
	"seedgraph/frameworks/django"
	"seedgraph/frameworks/drizzle"
	"seedgraph/frameworks/efcore"
	"seedgraph/frameworks/ent"
	"seedgraph/frameworks/fastapi"
	"seedgraph/frameworks/flask"
	"seedgraph/frameworks/fluentmigrator"
	"seedgraph/frameworks/functions"
	"seedgraph/frameworks/golang"
	"seedgraph/frameworks/gorm"
	"seedgraph/frameworks/gotemplate"
	"seedgraph/frameworks/graphql"
	"seedgraph/frameworks/grpc"
	"seedgraph/frameworks/guice"
	"seedgraph/frameworks/java"
	"seedgraph/frameworks/jaxrs"
	"seedgraph/frameworks/jinja"
	"seedgraph/frameworks/jooq"
	"seedgraph/frameworks/jpa"
	"seedgraph/frameworks/knex"
	"seedgraph/frameworks/ktor"
	"seedgraph/frameworks/kysely"
	"seedgraph/frameworks/laravel"
	"seedgraph/frameworks/libraries"
	"seedgraph/frameworks/linq2db"
	"seedgraph/frameworks/markup"
	"seedgraph/frameworks/mikroorm"
	"seedgraph/frameworks/mybatis"
	"seedgraph/frameworks/mybatisplus"
	"seedgraph/frameworks/nest"
	"seedgraph/frameworks/nextjs"
	"seedgraph/frameworks/nhibernate"
	"seedgraph/frameworks/peewee"
	"seedgraph/frameworks/phoenix"
	"seedgraph/frameworks/plumber"
	"seedgraph/frameworks/prisma"
	"seedgraph/frameworks/python"
	"seedgraph/frameworks/rails"
	"seedgraph/frameworks/rows"
	"seedgraph/frameworks/rust"
	"seedgraph/frameworks/scripts"
	"seedgraph/frameworks/sequelize"
	"seedgraph/frameworks/spring"
	"seedgraph/frameworks/sqlalchemy"
	"seedgraph/frameworks/sqlc"
	"seedgraph/frameworks/starlette"
	"seedgraph/frameworks/symfony"
	"seedgraph/frameworks/thymeleaf"
	"seedgraph/frameworks/trpc"
	"seedgraph/frameworks/typeorm"
	"seedgraph/frameworks/typescript"
	"seedgraph/frameworks/xorm"
	"seedgraph/frameworks/yesql"
)

// Frameworks returns the readers of all frameworks: those of the packages, of the built-in rows, and of
// the given rows, which must be valid.
func Frameworks(more ...*model.Library) concept.Set { return Of(append(libraries.All(), more...)) }

// Of returns the readers of the packages, and of the given rows instead of the built-in ones.
func Of(libs []*model.Library) concept.Set {
	return concept.Set{
		Routes: routes.Set{
			aspnet.Framework(), django.Framework(), fastapi.Framework(), flask.Framework(),
			functions.Framework(), golang.Framework(libs), jaxrs.Framework(), typescript.Framework(),
			ktor.Framework(), laravel.Framework(), nest.Framework(), nextjs.Framework(), phoenix.Framework(),
			plumber.Framework(), rails.Framework(), rust.Actix(), rust.Axum(), spring.Framework(),
			spring.Functional(), starlette.Framework(), symfony.Framework(), trpc.Framework(), rows.Framework(libs),
		},
		Data: data.Set{efcore.Mapper(model.EntityBases(libs)...),
			fluentmigrator.Mapper(), jpa.Mapper(), mybatisplus.Mapper(), mybatis.Mapper(),
			jooq.Mapper(), django.Mapper(), sqlalchemy.Mapper(), peewee.Mapper(), rails.Mapper(), laravel.Mapper(), typeorm.Mapper(), nhibernate.Mapper(),
			linq2db.Mapper(), dapper.Mapper(), adonet.Mapper(), gorm.Mapper(), ent.Mapper(),
			prisma.Mapper(), sequelize.Mapper(), knex.Mapper(), drizzle.Mapper(), kysely.Mapper(),
			mikroorm.Mapper(), sqlc.Mapper(), xorm.Mapper(), yesql.Mapper(),
			bun.Mapper(), scripts.Mapper(), rows.Mapper(libs),
		},
		Config: config.Set{csharp.Reader(), golang.Reader(), typescript.Reader(), python.Reader(), spring.Reader(),
			rows.Config(libs)},
		Inject: inject.Set{csharp.Container(), fastapi.Container(), golang.Container(), guice.Container(), nest.Container(),
			spring.Container(), rows.Container(libs)},
		Messages: message.Set{
			Buses: []message.Bus{django.Bus(), csharp.Bus(), golang.Bus(), java.Bus(), laravel.Bus(),
				nest.Bus(), rails.Bus()},
			Brokers: []message.Broker{celery.Broker(), csharp.Broker(), typescript.Broker(), graphql.Broker(),
				grpc.Broker(), java.Broker(), nest.Broker(), rows.Broker(libs)},
		},
		Requests: request.Set{csharp.Client(), java.Client(), laravel.Client(), markup.Client(), python.Client(),
			rails.Client(), trpc.Client(), typescript.Client(), rows.Client(libs)},
		Pages:   page.Set{gotemplate.Engine(), jinja.Engine(), thymeleaf.Engine()},
		Entries: entry.Set{rows.Runner(libs)},
	}
}
