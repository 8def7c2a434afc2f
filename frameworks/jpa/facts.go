package jpa

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	persistence = "jakarta.persistence."
	relational  = "org.springframework.data.relational.core.mapping."
	springData  = "org.springframework.data."
	query_      = springData + "jpa.repository.Query"
)

// annotations are the annotations in use, by full name with the current package.
var annotations = resolve.WordSet(`
	jakarta.persistence.Entity jakarta.persistence.Table jakarta.persistence.SecondaryTable
	jakarta.persistence.SecondaryTables
	jakarta.persistence.MappedSuperclass jakarta.persistence.Embeddable
	jakarta.persistence.Inheritance jakarta.persistence.Id jakarta.persistence.EmbeddedId
	jakarta.persistence.Embedded jakarta.persistence.Transient
	jakarta.persistence.OneToMany jakarta.persistence.ManyToOne jakarta.persistence.OneToOne
	jakarta.persistence.ManyToMany jakarta.persistence.ElementCollection
	jakarta.persistence.JoinTable jakarta.persistence.JoinColumn jakarta.persistence.JoinColumns
	jakarta.persistence.CollectionTable
	jakarta.persistence.NamedQuery jakarta.persistence.NamedQueries
	jakarta.persistence.NamedNativeQuery jakarta.persistence.NamedNativeQueries
	org.hibernate.annotations.NamedQuery org.hibernate.annotations.NamedQueries
	org.hibernate.annotations.Subselect
	org.springframework.data.relational.core.mapping.Table
	org.springframework.data.jpa.repository.Query
	org.springframework.data.jpa.repository.NativeQuery
	org.springframework.data.jdbc.repository.query.Query
	org.springframework.data.r2dbc.repository.Query`)

// repositories are the interfaces and classes whose first type argument is the stored
// class.
var repositories = resolve.WordSet(`
	org.springframework.data.repository.Repository
	org.springframework.data.repository.CrudRepository
	org.springframework.data.repository.ListCrudRepository
	org.springframework.data.repository.PagingAndSortingRepository
	org.springframework.data.repository.ListPagingAndSortingRepository
	org.springframework.data.repository.reactive.ReactiveCrudRepository
	org.springframework.data.repository.reactive.ReactiveSortingRepository
	org.springframework.data.repository.query.QueryByExampleExecutor
	org.springframework.data.jpa.repository.JpaRepository
	org.springframework.data.jpa.repository.JpaSpecificationExecutor
	org.springframework.data.jpa.repository.support.SimpleJpaRepository
	org.springframework.data.jpa.repository.support.JpaRepositoryImplementation
	org.springframework.data.querydsl.QuerydslPredicateExecutor
	org.springframework.data.r2dbc.repository.R2dbcRepository
	io.quarkus.hibernate.orm.panache.PanacheRepository
	io.quarkus.hibernate.orm.panache.PanacheRepositoryBase
	io.quarkus.hibernate.reactive.panache.PanacheRepository
	io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase`)

// plainRows are the repositories whose classes are stored without annotations: those of
// Spring Data JDBC and R2DBC. The general interfaces are not listed, as other mappings
// use them too.
var plainRows = resolve.WordSet(`org.springframework.data.r2dbc.repository.R2dbcRepository`)

// activeRecords are base classes of entities with persistence methods.
var activeRecords = resolve.WordSet(`
	io.quarkus.hibernate.orm.panache.PanacheEntity
	io.quarkus.hibernate.orm.panache.PanacheEntityBase
	io.quarkus.hibernate.reactive.panache.PanacheEntity
	io.quarkus.hibernate.reactive.panache.PanacheEntityBase`)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// repositoryCalls are the methods that repositories and active records inherit.
var repositoryCalls = map[string]graph.Ops{
	"save": saves, "saveAll": saves, "saveAndFlush": saves, "saveAllAndFlush": saves,
	"delete": graph.Delete, "deleteById": graph.Delete, "deleteAll": graph.Delete,
	"deleteAllById": graph.Delete, "deleteInBatch": graph.Delete,
	"deleteAllInBatch": graph.Delete, "deleteAllByIdInBatch": graph.Delete,
	"findById": reads, "findAll": reads, "findAllById": reads, "findOne": reads, "findBy": reads,
	"existsById": reads, "exists": reads, "count": reads, "getOne": reads, "getById": reads,
	"getReferenceById": reads,

	// Panache
	"find": reads, "list": reads, "listAll": reads, "stream": reads, "streamAll": reads,
	"findByIdOptional": reads, "persist": graph.Insert, "persistAndFlush": graph.Insert,
	"update": graph.Update,
}

// managers are the types that store objects of any class.
var managers = resolve.WordSet(`
	jakarta.persistence.EntityManager org.hibernate.Session org.hibernate.StatelessSession
	org.hibernate.reactive.mutiny.Mutiny.Session
	org.springframework.boot.test.autoconfigure.orm.jpa.TestEntityManager
	org.springframework.orm.hibernate5.HibernateTemplate`)

// factories are the types from which managers are obtained, and opens the methods of
// these and of managers that return one.
var (
	factories = resolve.WordSet(`
	jakarta.persistence.EntityManagerFactory org.hibernate.SessionFactory org.hibernate.engine.spi.SessionFactoryImplementor
	org.hibernate.SessionBuilder`)
	opens = resolve.WordSet(`getCurrentSession openSession openStatelessSession openTemporarySession
	createEntityManager unwrap getDelegate`)
)

// stores are the operations of managers on an object argument.
var stores = map[string]graph.Ops{
	"persist": graph.Insert, "save": graph.Insert, "insert": graph.Insert,
	"persistAndFlush": graph.Insert, "persistAndGetId": graph.Insert,
	"persistFlushFind": graph.Insert, "replicate": saves,
	"merge": saves, "saveOrUpdate": saves, "update": graph.Update, "upsert": saves,
	"remove": graph.Delete, "delete": graph.Delete, "refresh": reads,
}

// loads are the methods of managers that read objects of a class argument.
var loads = resolve.WordSet(`find get load getReference byId byNaturalId byMultipleIds
	createCriteria`)

// queried are the methods that take a query string.
var queried = resolve.WordSet("createQuery createSelectionQuery createMutationQuery")

// criteria are the types of criteria queries, with their operations on the root.
var criteria = map[string]graph.Ops{
	"jakarta.persistence.criteria.CriteriaQuery":  reads,
	"jakarta.persistence.criteria.AbstractQuery":  reads,
	"jakarta.persistence.criteria.Subquery":       reads,
	"jakarta.persistence.criteria.CriteriaUpdate": graph.Update,
	"jakarta.persistence.criteria.CriteriaDelete": graph.Delete,
}

// joinable are the types of roots and joins in such a query. The last type argument is
// the class.
var joinable = resolve.WordSet(`
	jakarta.persistence.criteria.Root jakarta.persistence.criteria.Join
	jakarta.persistence.criteria.From jakarta.persistence.criteria.ListJoin
	jakarta.persistence.criteria.SetJoin`)

// nativeQueries are, in addition to Query, the annotations with SQL strings.
var nativeQueries = resolve.WordSet(`
	org.springframework.data.jpa.repository.NativeQuery
	org.springframework.data.jdbc.repository.query.Query
	org.springframework.data.r2dbc.repository.Query`)

var criteriaNames = func() map[string]bool {
	names := map[string]bool{}
	for name := range criteria {
		names[name] = true
	}
	return names
}()
