package migration_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/source/migration"
)

// TestOf distinguishes migrations from other scripts by their names and marks.
func TestOf(t *testing.T) {
	for path, want := range map[string]string{
		"db/V1__init.sql":                                  "flyway 1",
		"db/V1_2__city.sql":                                "flyway 1.2",
		"db/V2024.01.02__city.sql":                         "flyway 2024.01.02",
		"db/U2__city.sql":                                  "flyway 2 undo",
		"db/R__views.sql":                                  "flyway  repeatable",
		"db/Views.sql":                                     "",
		"migrations/000002_city.up.sql":                    "up and down 000002",
		"migrations/000002_city.down.sql":                  "up and down 000002 undo",
		"migrations/2024-01-02-000000_city/up.sql":         "folder 2024-01-02-000000",
		"migrations/2024-01-02-000000_city/down.sql":       "folder 2024-01-02-000000 undo",
		"prisma/migrations/20240102030405_x/migration.sql": "folder 20240102030405",
		"Scripts/Script0002 - Add city.sql":                "plain 0002",
		"db/20240102_city.sql":                             "plain 20240102",
		"Schema/Migrations/95.sql":                         "plain 95",
		"db/Change Scripts/002 city.sql":                   "plain 002",
		"Migrator/DbScripts/2017-08-19_00_Initial.sql":     "plain 2017-08-19_00",
		"reports/1999.sql":                                 "",
		"store/migration/mysql/LATEST.sql":                 "",
		"store/migration/mysql/0.31/latest.sql":            "plain ",
		"migrations/schema.sql":                            "",
		"migrations/schema.sql.sqlite3":                    "",
		"migrations/10city.sql.postgres":                   "plain 10",
		"upgrade/4.2/schema.sql":                           "plain ",
		"db/updates/3.2.1_rollback.sql":                    "plain 3.2.1 undo",
		"schema/01_tables.sql":                             "",
		"tables/2fa.sql":                                   "",
		"db/updates/readme.sql":                            "",
		"data/upgrade/lts/4.2.2/schema_update.sql":         "plain ",
		"sql/delta/v1-v2/config-v1-v2.sql":                 "plain ",
		"migrations/undo_city.sql":                         "plain  undo",
		"up.sql":                                           "",
		"setup/MySQL/UpgradeFrom2.5To2.6.sql":              "plain 2.6",
		"setup/MySQLUpgradeFrom2.5To2.6.sql":               "plain 2.6",
		"sql/dispatch 1-2.sql":                             "",
		"sql/1.0_to_1.1.sql":                               "plain 1.1",
		"sql/2_2-3_0.pgsql":                                "plain 3_0",
		"sql/2.2-3.0.mysql":                                "plain 3.0",
		"sql/3_0-2_2.pgsql":                                "",
		"sql/2-3.pgsql":                                    "",
		"sql/upgradefrom2-01to2-1.sql":                     "plain 2-1",
		"sql/upgrades/2014-01-04--16-47.sql":               "plain 2014-01-04",
		"sql/update-1.2-1.3.sql":                           "plain 1.3",
		"sql/Upgrade 1_2 to 1_10.sql":                      "plain 1_10",
		"sql/UpgradeTo1.4.5.0From1.3.x.sql":                "plain 1.4.5.0",
		"sql/how_to_2.sql":                                 "",
		"sql/1_to_2.sql":                                   "plain 2",
		"sql/store-4.5-to-4.6.sql":                         "plain 4.6",
		"sql/map_1_to_2.sql":                               "",
		"sql/1.1_to_1.0.sql":                               "plain 1.0 undo",
		"migrations/rollback_1.1_to_1.2.sql":               "plain 1.2 undo",
		"sql/map_1_to_n.sql":                               "",
		"sql/1.0_to_1.10_schema.mysql.sql":                 "plain 1.10",
		"sql/orders-1.x_to_1.4_schema.sql":                 "plain 1.4",
		"sql/1.4.1-to-1.4.0.mysql.sql":                     "plain 1.4.0 undo",
		"sql/9to5.5_hours.sql":                             "",
		"ddl/updates/postgresql.11_12.sql":                 "plain 12",
		"ddl/updates/postgresql.bee.1017_2004.sql":         "plain 2004",
		"ddl/updates/shop_2024_01.sql":                     "",
		"ddl/creates/postgresql.11_12.sql":                 "",
		"sql/map_2_to_3_lists.sql":                         "",
		"sql/migrate-2.sql":                                "",
		"store/store--1.0.sql":                             "extension 1.0",
		"store/store--1.0--1.1.sql":                        "extension 1.1",
		"store/store--unpackaged--1.0.sql":                 "extension 1.0",
		"store/store--1.1--1.0.sql":                        "extension 1.0 undo",
		"store/notes--old.sql":                             "",
		"sql/migrate_from_1.x_to_2.0.pgsql":                "plain 2.0",
		"db/updates/z2706_01_city.sql":                     "plain 2706",
		"db/updates/z27_city.sql":                          "",
		"db/updates/z2706city.sql":                         "",
		"db/migrator/orders.sql":                           "plain ",
		"db/pg_tables_update.sql":                          "plain ",
		"db/mysql-upgrade-1.3.sql":                         "plain 1.3",
		"db/mysql-mods-1.4b5.sql":                          "plain 1.4b5",
		"db/shop_update_to_v2.0-rc1.sql":                   "plain 2.0-rc1",
		"db/update_orders_2.0.sql":                         "",
		"db/shop_update_2.sql":                             "",
		"store/updates/1.1--1.10.sql":                      "extension 1.10",
		"store/updates/1.10.0--1.9.2.sql":                  "extension 1.9.2 undo",
		"store/1.1.sql":                                    "",
		"db/versions.sql":                                  "",
		"App/SchemaUpgradeScripts/Orders.sql":              "plain ",
		"App/OrdersMigration/Orders.sql":                   "plain ",
		"db/upgradescripts/Orders.sql":                     "plain ",
		"db/up/0002_city.sql":                              "plain 0002",
		"db/up/city.sql":                                   "",
		"db/startup/0002_city.sql":                         "",
		"db/down/0002_city.sql":                            "plain 0002 undo",
		"db/a_rollback/city.sql":                           "plain  undo",
		"db/downgrade/2-1/city.sql":                        "plain  undo",
		"db/reverted/city.sql":                             "",
		"sql/5_0_0-to-5_0_1_upgrade.sql":                   "plain 5_0_1",
		"docs/conversion/shop_9_0-20_0_mysql.sql":          "plain 20_0",
		"docs/conversion/miles.sql":                        "",
		"docs/shop_9_0-20_0_mysql.sql":                     "",
		"ddl/mysql-upgrade.sql":                            "plain ",
		"ddl/db_update.sql":                                "plain ",
		"ddl/update.sql":                                   "",
		"ddl/schema.sql":                                   "",
		"ddl/upgrade_orders.sql":                           "",
		"ddl/db_upgrade_2.sql":                             "",
	} {
		s, ok := migration.Of(path, "CREATE TABLE t (id int);")
		got := ""
		if ok {
			got = s.Tool + " " + s.Version
			if s.Repeatable {
				got += " repeatable"
			}
			if s.Undo {
				got += " undo"
			}
		}
		if got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// TestMakesExtension checks that an extension script without a source version
// creates the whole version.
func TestMakesExtension(t *testing.T) {
	for path, want := range map[string]bool{
		"a/shop--2.0.sql": true, "a/shop--1.0--2.0.sql": false, "migrations/2_a.sql": false,
	} {
		if s, ok := migration.Of(path, ""); !ok || s.MakesExtension() != want {
			t.Errorf("%s makes an extension: %v, want %v", path, s.MakesExtension(), want)
		}
	}
}

// TestMarks finds the sections of a file that revert its migration.
func TestMarks(t *testing.T) {
	for text, want := range map[string]string{
		"-- +goose Up\nCREATE TABLE a (i int);\n-- +goose Down\nDROP TABLE a;":        "goose",
		"-- +migrate Up\nCREATE TABLE a (i int);\n-- +migrate Down\nDROP TABLE a;":    "sql-migrate",
		"-- migrate:up\nCREATE TABLE a (i int);\n-- migrate:down\nDROP TABLE a;":      "dbmate",
		"# --- !Ups\nCREATE TABLE a (i int);\n# --- !Downs\nDROP TABLE a;":            "play",
		"--liquibase formatted sql\n--changeset a:1\nCREATE TABLE a (i int);\nDROP ":  "liquibase",
		"CREATE TABLE a (i int); -- make it up\nDROP TABLE a;":                        "",
		"-- Up Migration\nCREATE TABLE a (i int);\n-- Down Migration\nDROP TABLE a;":  "node-pg-migrate",
		"-- rambler up\nCREATE TABLE a (i int);\n-- rambler down\nDROP TABLE a;":      "rambler",
		"CREATE TABLE a (i int);\n-- //@UNDO\nDROP TABLE a;":                          "mybatis",
		"CREATE TABLE a (i int);\n--//@UNDO\nDROP TABLE a;":                           "dbdeploy",
		"CREATE TABLE a (i int);\n---- create above / drop below ----\nDROP TABLE a;": "tern",
	} {
		s, ok := migration.Of("db/a.sql", text)
		if s.Tool != want || ok != (want != "") {
			t.Errorf("%q is of %q, want %q", text, s.Tool, want)
		}
		create, drop := uint32(strings.Index(text, "CREATE")), uint32(strings.Index(text, "DROP"))
		if s.RevertsAt(create) {
			t.Errorf("%q: the table is taken back", text)
		}
		if want != "" && want != "liquibase" && !s.RevertsAt(drop) {
			t.Errorf("%q: nothing takes it back", text)
		}
	}
	s, _ := migration.Of("a.sql", "-- migrate:up\nA\n-- migrate:down\nB\n-- migrate:up\nC")
	if s.RevertsAt(uint32(strings.Index("-- migrate:up\nA\n-- migrate:down\nB\n-- migrate:up\nC",
		"C"))) {
		t.Error("what follows the second up is taken back")
	}
}

// TestCompare sorts scripts in the order in which they run.
func TestCompare(t *testing.T) {
	for _, want := range [][]string{
		{"a/V1__x.sql", "b/V1.5__x.sql", "a/V2__x.sql", "a/V10__x.sql", "a/R__a.sql", "a/R__b.sql"},
		{"migrations/2_x.up.sql", "migrations/10_x.up.sql"},
		{"migrations/1.9/01.sql", "migrations/1.10/01.sql", "migrations/1.10/2.sql"},
		{"migrations/0099_x.sql", "migrations/100_x.sql"},
		{"a/UpgradeFrom2.5To2.6.sql", "a/UpgradeFrom2.6To2.10.sql", "a/UpgradeFrom2.10To3.sql"},
		{"migrations/1_a.sql", "migrations/update-1.2-1.3.sql", "migrations/x_2.sql"},
		{"b/V1__x.sql", "migrations/9_z.sql", "a/1.0_to_1.1.sql", "a/0.9_to_1.2.sql"},
		{"migrations/pre-3.0/2.1.sql", "migrations/initial_schema.sql", "migrations/3.0_to_3.1.sql",
			"migrations/based_on.sql", "migrations/pre/1.sql"},
		{"migrations/2.0-before.sql", "migrations/2.0-rc1.sql", "migrations/2.0.sql",
			"migrations/2.0-after.sql", "migrations/2.0.1.sql", "migrations/2.0_precise.sql",
			"migrations/2.1.sql"},
		{"x/x--1.0.sql", "x/x--1.0--1.1.sql", "x/x--1.0--1.2.sql", "x/x--1.1--1.2.sql", "x/x--1.2.sql",
			"x/x--1.2--1.10.sql", "x/x--1.10--y.y.y.sql"},
	} {
		var list []*migration.Script
		for _, p := range want {
			s, ok := migration.Of(p, "")
			if !ok {
				t.Fatalf("%s is no migration", p)
			}
			list = append(list, &s)
		}
		slices.Reverse(list)
		slices.SortFunc(list, migration.Compare)
		for i, s := range list {
			if s.Path != want[i] {
				t.Errorf("%s at place %d, want %s", s.Path, i, want[i])
			}
		}
	}
	if migration.Natural("a2", "a2b") >= 0 || migration.Natural("a02", "a2") != 0 ||
		migration.Natural("b", "a") <= 0 {
		t.Error("names are not compared by their numbers")
	}
}

// TestSet checks that migrations of one set run in one sequence. The set is the
// topmost folder that has migrations by its name, so that subfolders for years or
// steps do not split it.
func TestSet(t *testing.T) {
	for path, want := range map[string]string{
		"db/migrations/V1__init.sql":                       "db/migrations",
		"db/migrations/2024/V7__city.sql":                  "db/migrations",
		"shop/Migrations/updates/V8__city.sql":             "shop/Migrations",
		"db/V2__city.sql":                                  "db", // not in a folder of migrations: its own folder
		"prisma/migrations/20240102030405_x/migration.sql": "prisma/migrations",
	} {
		if s, ok := migration.Of(path, ""); !ok || s.Set != want {
			t.Errorf("%s is of the set %q, want %q", path, s.Set, want)
		}
	}
}

// TestDate checks that a name that begins with a day has a date, whatever the tool.
func TestDate(t *testing.T) {
	for path, want := range map[string]string{
		"a/V20240102__x.sql":                               "20240102",
		"db/2024-01-02_00_x.sql":                           "2024010200",
		"migrations/2024-01-02-000000_x/up.sql":            "20240102000000",
		"prisma/migrations/20240102030405_x/migration.sql": "20240102030405",
		"Migrations/20240102030405_X.Designer.cs":          "20240102030405",
		"db/V2__x.sql":                                     "",
		"db/0001_x.sql":                                    "",
		"db/30240102_x.sql":                                "",
		"up.sql":                                           "",
	} {
		if got := migration.Date(path); got != want {
			t.Errorf("%s has the date %q, want %q", path, got, want)
		}
	}
}
