package mybatisplus

import (
	"seedgraph/graph"
)

const tableName = library + ".annotation.TableName"

// stores are the types that store objects of a class, with the position of that class
// among their type arguments.
var stores = map[string]int{
	library + ".core.mapper.BaseMapper":                     0,
	library + ".extension.service.IService":                 0,
	library + ".extension.service.impl.ServiceImpl":         1,
	library + ".extension.repository.IRepository":           0,
	library + ".extension.repository.AbstractRepository":    1,
	library + ".extension.repository.CrudRepository":        1,
	library + ".extension.activerecord.Model":               0,
	"com.github.yulichang.base.MPJBaseMapper":               0,
	"com.github.yulichang.base.MPJBaseService":              0,
	"com.github.yulichang.base.MPJBaseServiceImpl":          1,
	"com.github.jeffreyning.mybatisplus.base.MppBaseMapper": 0,
}

// calls are the methods of those types, with their operations on rows.
var calls = map[string]graph.Ops{
	"selectById": 0, "selectBatchIds": 0, "selectByIds": 0, "selectByMap": 0, "selectOne": 0,
	"selectList": 0, "selectMaps": 0, "selectObjs": 0, "selectPage": 0, "selectMapsPage": 0,
	"selectCount": 0, "selectAll": 0, "exists": 0,
	"getById": 0, "getOne": 0, "getOneOpt": 0, "getOptById": 0, "getMap": 0, "getObj": 0,
	"list": 0, "listByIds": 0, "listByMap": 0, "listMaps": 0, "listObjs": 0, "page": 0,
	"pageMaps": 0, "count": 0, "query": 0, "lambdaQuery": 0, "ktQuery": 0,
	"insert": graph.Insert, "save": graph.Insert, "saveBatch": graph.Insert,
	"insertOrUpdate": graph.Insert | graph.Update,
	"saveOrUpdate":   graph.Insert | graph.Update, "saveOrUpdateBatch": graph.Insert | graph.Update,
	"update": graph.Update, "updateById": graph.Update, "updateBatchById": graph.Update,
	"lambdaUpdate": graph.Update, "ktUpdate": graph.Update,
	"delete": graph.Delete, "deleteById": graph.Delete, "deleteByIds": graph.Delete,
	"deleteBatchIds": graph.Delete, "deleteByMap": graph.Delete,
	"remove": graph.Delete, "removeById": graph.Delete, "removeByIds": graph.Delete,
	"removeByMap": graph.Delete, "removeBatchByIds": graph.Delete,
}
