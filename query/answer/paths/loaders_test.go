package paths_test

import (
	"testing"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// TestLoaders checks that a path through a data loader leads to the batch function of the loader
// that is used, and to no other.
func TestLoaders(t *testing.T) {
	x := answertest.Sources(t, `-- loaders.py --
from promise.dataloader import DataLoader as BaseLoader
class Loader(BaseLoader):
    def batch_load_fn(self, keys): return self.batch_load(keys)
    def batch_load(self, keys): raise NotImplementedError()
class Orders(Loader):
    def batch_load(self, keys): return keys
class Users(Loader):
    def batch_load(self, keys): return keys
def order(context): return Orders(context).load(1)
`)
	for to, want := range map[string]bool{"Orders": true, "Users": false} {
		a, err := find(t, x, "loaders.order", "loaders."+to+".batch_load", paths.Options{})
		if err != nil || a.Connected != want {
			t.Errorf("order leads to %s.batch_load: %v, want %v (%v)", to, a.Connected, want, err)
		}
	}
}
