// Package all names every mapper.
package all

import (
	"seedgraph/data"
	"seedgraph/data/adonet"
	"seedgraph/data/bun"
	"seedgraph/data/dapper"
	"seedgraph/data/django"
	"seedgraph/data/drizzle"
	"seedgraph/data/efcore"
	"seedgraph/data/ent"
	"seedgraph/data/fluentmigrator"
	"seedgraph/data/gobuilder"
	"seedgraph/data/gorm"
	"seedgraph/data/jooq"
	"seedgraph/data/jpa"
	"seedgraph/data/knex"
	"seedgraph/data/kysely"
	"seedgraph/data/linq2db"
	"seedgraph/data/mikroorm"
	"seedgraph/data/mybatis"
	"seedgraph/data/mybatisplus"
	"seedgraph/data/nhibernate"
	"seedgraph/data/prisma"
	"seedgraph/data/scripts"
	"seedgraph/data/sequelize"
	"seedgraph/data/sqlalchemy"
	"seedgraph/data/sqlc"
	"seedgraph/data/typeorm"
	"seedgraph/data/xorm"
	"seedgraph/data/yesql"
)

// Mappers returns the mappers whose models are read. Classes that derive from one of the
// base types are entities, whatever else says so.
func Mappers(entityBases ...string) data.Set {
	return data.Set{efcore.Mapper(entityBases...), fluentmigrator.Mapper(), jpa.Mapper(),
		mybatisplus.Mapper(), mybatis.Mapper(), jooq.Mapper(), django.Mapper(), sqlalchemy.Mapper(),
		typeorm.Mapper(), nhibernate.Mapper(), linq2db.Mapper(), dapper.Mapper(), adonet.Mapper(),
		gorm.Mapper(), ent.Mapper(), prisma.Mapper(), sequelize.Mapper(), knex.Mapper(),
		drizzle.Mapper(), kysely.Mapper(), mikroorm.Mapper(), sqlc.Mapper(), xorm.Mapper(), yesql.Mapper(), gobuilder.Mapper(), bun.Mapper(),
		scripts.Mapper()}
}
