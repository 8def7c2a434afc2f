package sql

import "strings"

// builtinTypes are the built-in types of the systems, written without schema.
var builtinTypes = set(`int integer bigint smallint tinyint mediumint bit bool boolean decimal numeric number money smallmoney float real double
	int2 int4 int8 float4 float8 serial bigserial smallserial serial4 serial8 serial2 oid xid cid tid xid8
	char character varchar varchar2 nvarchar2 nchar nvarchar text ntext tinytext mediumtext longtext name bpchar clob nclob string citext national
	binary varbinary image blob tinyblob mediumblob longblob bytea raw long rowid
	date time datetime datetime2 smalldatetime datetimeoffset timestamp timestamptz timetz interval year
	uniqueidentifier uuid xml json jsonb jsonpath sql_variant rowversion hierarchyid geometry geography vector sysname cursor
	point line lseg box path polygon circle inet cidr macaddr macaddr8 tsvector tsquery varbit pg_lsn txid_snapshot
	int4range int8range numrange tsrange tstzrange daterange int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange
	any anyelement anyarray anynonarray anyenum anyrange anycompatible anycompatiblearray anycompatiblenonarray record void trigger event_trigger internal cstring
	language_handler fdw_handler opaque unknown refcursor regclass regproc regprocedure regtype regoper regoperator regrole regnamespace
	regconfig regdictionary hstore ltree lquery ltxtquery enum set signed unsigned table pls_integer binary_integer anydata object`)

// isBuiltinType reports whether a type name without schema is built in.
func isBuiltinType(name string) bool { return builtinTypes.has(name) }

// tsqlSystem are the built-in relations, rowset functions and procedures of every
// SQL Server, written without database.
var tsqlSystem = set(`sysobjects syscolumns sysindexes sysindexkeys sysusers syscomments sysdepends sysforeignkeys sysreferences sysconstraints
	sysdatabases sysfiles sysfilegroups syslogins sysprocesses sysservers systypes sysmembers sysprotects syspermissions sysaltfiles sysconfigures
	syscurconfigs sysmessages sysperfinfo syslockinfo syslanguages syscharsets sysdevices sysoledbusers sysremotelogins sysfulltextcatalogs
	sysfulltextnotify sysxlogins syscacheobjects
	openjson openxml openrowset openquery opendatasource string_split generate_series containstable freetexttable changetable
	semantickeyphrasetable semanticsimilaritytable semanticsimilaritydetailstable predict vector_search fn_listextendedproperty fn_my_permissions
	fn_helpcollations fn_dblog fn_dump_dblog fn_trace_gettable fn_trace_geteventinfo fn_trace_getfilterinfo fn_trace_getinfo fn_virtualfilestats
	fn_servershareddrives fn_virtualservernodes fn_get_audit_file fn_get_sql fn_xe_file_target_read_file fn_builtin_permissions fn_cdc_get_all_changes
	sp_executesql sp_rename sp_help sp_helptext sp_helpindex sp_helpconstraint sp_helpdb sp_helpfile sp_helprole sp_helprolemember sp_helpuser
	sp_helplogins sp_helpserver sp_helpsort sp_helptrigger sp_who sp_who2 sp_lock sp_spaceused sp_recompile sp_refreshview sp_refreshsqlmodule
	sp_configure sp_dboption sp_dbcmptlevel sp_depends sp_tables sp_columns sp_stored_procedures sp_databases sp_fkeys sp_pkeys sp_statistics
	sp_special_columns sp_server_info sp_sproc_columns sp_table_privileges sp_column_privileges sp_datatype_info
	sp_addextendedproperty sp_updateextendedproperty sp_dropextendedproperty sp_addrole sp_droprole sp_addrolemember sp_droprolemember
	sp_addsrvrolemember sp_dropsrvrolemember sp_addlogin sp_droplogin sp_adduser sp_dropuser sp_grantdbaccess sp_revokedbaccess sp_grantlogin
	sp_revokelogin sp_defaultdb sp_password sp_change_users_login sp_changedbowner sp_changeobjectowner sp_addtype sp_droptype sp_addmessage
	sp_dropmessage sp_altermessage sp_bindrule sp_unbindrule sp_bindefault sp_unbindefault sp_tableoption sp_indexoption sp_serveroption
	sp_addlinkedserver sp_dropserver sp_addlinkedsrvlogin sp_droplinkedsrvlogin sp_addserver sp_linkedservers sp_testlinkedserver sp_catalogs
	sp_tables_ex sp_columns_ex sp_getapplock sp_releaseapplock sp_getbindtoken sp_bindsession sp_xml_preparedocument sp_xml_removedocument
	sp_set_session_context sp_prepare sp_execute sp_unprepare sp_prepexec sp_cursoropen sp_cursorfetch sp_cursorclose sp_describe_first_result_set
	sp_describe_undeclared_parameters sp_describe_cursor sp_procoption sp_trace_create sp_trace_setevent sp_trace_setfilter sp_trace_setstatus
	sp_trace_generateevent sp_updatestats sp_createstats sp_autostats sp_msforeachtable sp_msforeachdb sp_fulltext_database sp_fulltext_catalog
	sp_fulltext_table sp_fulltext_column sp_fulltext_service sp_oacreate sp_oamethod sp_oadestroy sp_oagetproperty sp_oasetproperty
	sp_oageterrorinfo sp_oastop sp_validatelogins sp_cycle_errorlog sp_readerrorlog sp_attach_db sp_detach_db sp_attach_single_file_db
	sp_certify_removable sp_create_removable sp_monitor sp_settriggerorder sp_sequence_get_range sp_control_plan_guide sp_create_plan_guide
	sp_setapprole sp_unsetapprole sp_addapprole sp_dropapprole sp_approlepassword sp_invoke_external_rest_endpoint sp_execute_external_script
	sp_add_trusted_assembly sp_drop_trusted_assembly sp_query_store_flush_db sp_query_store_force_plan sp_query_store_unforce_plan
	sp_estimate_data_compression_savings sp_rename_foreign_key sp_estimated_rowsize_reduction_for_vardecimal sp_resetstatus sp_delete_backuphistory
	xp_cmdshell xp_readerrorlog xp_regread xp_regwrite xp_instance_regread xp_instance_regwrite xp_regdeletekey xp_regdeletevalue xp_regenumvalues
	xp_regenumkeys xp_instance_regenumvalues xp_instance_regenumkeys xp_instance_regdeletevalue xp_fixeddrives xp_dirtree xp_create_subdir
	xp_delete_file xp_fileexist xp_logevent xp_loginconfig xp_msver xp_sprintf xp_sscanf xp_enumgroups xp_logininfo xp_servicecontrol
	xp_getnetname xp_sqlmaint xp_subdirs xp_availablemedia xp_sqlagent_enum_jobs xp_sqlagent_notify xp_qv xp_enumerrorlogs xp_grantlogin xp_revokelogin`)

// isSystem reports whether c names a built-in object of the database system.
func isSystem(d Dialect, c *chain) bool {
	schema, name := c.schema(), c.name()
	switch len(schema) {
	case 0:
		if d != PostgreSQL && strings.EqualFold(name, "dual") {
			return true
		}
	case 3:
		if strings.EqualFold(schema, "sys") {
			return true
		}
	case 10:
		if strings.EqualFold(schema, "pg_catalog") {
			return true
		}
	case 18:
		if strings.EqualFold(schema, "information_schema") {
			return true
		}
	}
	if d != TSQL || len(name) < 7 {
		return false
	}
	if c.n == 1 || c.n == 2 && strings.EqualFold(schema, "dbo") {
		return tsqlSystem.has(name)
	}
	if c.n >= 3 && strings.EqualFold(c.parts[c.n-3], "master") {
		return tsqlSystem.has(name)
	}
	return false
}

// A wordSet holds lower-case words.
type wordSet map[string]struct{}

func set(list string) wordSet {
	s := wordSet{}
	for _, w := range strings.Fields(list) {
		s[w] = struct{}{}
	}
	return s
}

// has reports whether the set contains w, case-insensitively.
func (s wordSet) has(w string) bool {
	var low [40]byte
	if len(w) > len(low) {
		return false
	}
	for i := 0; i < len(w); i++ {
		c := w[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		low[i] = c
	}
	_, ok := s[string(low[:len(w)])]
	return ok
}
