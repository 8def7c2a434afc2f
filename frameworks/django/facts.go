package django

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// modelBases are the external classes that make a class a model, with the fields that
// they have.
var modelBases = resolve.WordSet(`
	django.db.models.Model django.db.models.base.Model
	django.contrib.auth.models.AbstractUser django.contrib.auth.models.AbstractBaseUser
	django.contrib.auth.base_user.AbstractBaseUser
	django.contrib.auth.models.PermissionsMixin
	django.contrib.gis.db.models.Model
	django.contrib.sessions.base_session.AbstractBaseSession
	model_utils.models.TimeStampedModel model_utils.models.StatusModel
	model_utils.models.UUIDModel model_utils.models.SoftDeletableModel
	django_extensions.db.models.TimeStampedModel polymorphic.models.PolymorphicModel
	mptt.models.MPTTModel treebeard.mp_tree.MP_Node treebeard.ns_tree.NS_Node
	treebeard.al_tree.AL_Node modelcluster.models.ClusterableModel
	safedelete.models.SafeDeleteModel solo.models.SingletonModel
	ordered_model.models.OrderedModel`)

// foreignModels maps the models of the framework's own applications to their tables.
var foreignModels = map[string]string{
	"django.contrib.auth.models.User":                "auth_user",
	"django.contrib.auth.models.Group":               "auth_group",
	"django.contrib.auth.models.Permission":          "auth_permission",
	"django.contrib.contenttypes.models.ContentType": "django_content_type",
	"django.contrib.sessions.models.Session":         "django_session",
	"django.contrib.sites.models.Site":               "django_site",
	"django.contrib.admin.models.LogEntry":           "django_admin_log",
	"django.contrib.redirects.models.Redirect":       "django_redirect",
	"django.contrib.flatpages.models.FlatPage":       "django_flatpage",
	"rest_framework.authtoken.models.Token":          "authtoken_token",
}

// foreignLabels maps the names that relations use for them.
var foreignLabels = func() map[string]string {
	labels := map[string]string{}
	for name := range foreignModels {
		parts := strings.Split(name, ".")
		labels[strings.ToLower(parts[len(parts)-3]+"."+parts[len(parts)-1])] = name
	}
	return labels
}()

const (
	toOne       = "ForeignKey"
	oneOne      = "OneToOneField"
	toMany      = "ManyToManyField"
	dataGeneric = "GenericRelation"
)

// relations are the classes of relation fields.
var relations = map[string]string{
	"django.db.models.ForeignKey":                        toOne,
	"django.db.models.OneToOneField":                     oneOne,
	"django.db.models.ManyToManyField":                   toMany,
	"django.db.models.fields.related.ForeignKey":         toOne,
	"django.db.models.fields.related.OneToOneField":      oneOne,
	"django.db.models.fields.related.ManyToManyField":    toMany,
	"django.contrib.gis.db.models.ForeignKey":            toOne,
	"django.contrib.gis.db.models.OneToOneField":         oneOne,
	"django.contrib.gis.db.models.ManyToManyField":       toMany,
	"django.contrib.contenttypes.fields.GenericRelation": dataGeneric,
	"modelcluster.fields.ParentalKey":                    toOne,
	"modelcluster.fields.ParentalManyToManyField":        toMany,
	"mptt.fields.TreeForeignKey":                         toOne,
	"mptt.fields.TreeOneToOneField":                      oneOne,
	"mptt.fields.TreeManyToManyField":                    toMany,
	"sortedm2m.fields.SortedManyToManyField":             toMany,
}

// managerBases are the base classes of managers and query sets.
var managerBases = resolve.WordSet(`
	django.db.models.Manager django.db.models.manager.Manager django.db.models.QuerySet
	django.db.models.query.QuerySet django.db.models.manager.BaseManager
	django.contrib.auth.models.UserManager django.contrib.auth.models.BaseUserManager
	django.contrib.auth.base_user.BaseUserManager
	django.contrib.gis.db.models.Manager polymorphic.managers.PolymorphicManager
	polymorphic.managers.PolymorphicQuerySet polymorphic.query.PolymorphicQuerySet
	mptt.managers.TreeManager mptt.querysets.TreeQuerySet
	model_utils.managers.InheritanceManager treebeard.mp_tree.MP_NodeManager
	treebeard.mp_tree.MP_NodeQuerySet`)

// chains are the methods of query sets and managers that return a query set.
var chains = resolve.WordSet(`all filter exclude order_by annotate alias select_related
	prefetch_related only defer distinct using values values_list reverse union intersection
	difference select_for_update extra dates datetimes get_queryset complex_filter
	iterator aiterator non_polymorphic instance_of`)

// fetches are the methods that read and return an object.
var fetches = resolve.WordSet("get first last latest earliest")

// asks are the methods that read and do not return a query set.
var asks = resolve.WordSet(`count exists aggregate explain contains in_bulk get_or_none raw`)

// changes are the methods of query sets and managers that write.
var changes = map[string]graph.Ops{
	"create": graph.Insert, "bulk_create": graph.Insert, "get_or_create": graph.Insert,
	"update_or_create": graph.Insert | graph.Update, "update": graph.Update,
	"bulk_update": graph.Update, "delete": graph.Delete,
	"create_user": graph.Insert, "create_superuser": graph.Insert,
}

// linking are the methods of related managers that add and remove links.
var linking = map[string]graph.Ops{
	"add": graph.Insert, "set": graph.Insert | graph.Delete, "remove": graph.Delete,
	"clear": graph.Delete,
}

// shortcuts are the functions that read from a model, a manager or a query set.
var shortcuts = resolve.WordSet(`django.shortcuts.get_object_or_404
	django.shortcuts.get_list_or_404 django.shortcuts.aget_object_or_404
	django.shortcuts.aget_list_or_404 rest_framework.generics.get_object_or_404`)

// saving are the calls by which a method of a view or a serializer saves or deletes:
// methods of the object, the library methods that it overrides, and the next method of
// the view.
var saving = resolve.WordSet("save delete super perform_create perform_update perform_destroy")

// plain returns the name of a method without the prefix of its asynchronous variant.
func plain(name string) string {
	if rest, ok := strings.CutPrefix(name, "a"); ok {
		_, change := changes[rest]
		_, link := linking[rest]
		if change || link || fetches[rest] || asks[rest] || rest == "save" ||
			rest == "refresh_from_db" {
			return rest
		}
	}
	return name
}
