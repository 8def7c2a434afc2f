package artifacts

import "sync"

// A valueCache keeps values of the store that were read lately. An answer comes
// back to the same blocks many times, since nodes that belong together have ids
// that begin alike. It is safe for concurrent use.
//
// Values live in two generations. When the young one is full it becomes the old
// one, and the old one is dropped; what is asked for meanwhile becomes young
// again. So a walk over the whole store costs the cache its content, and no more.
type valueCache struct {
	mu         sync.Mutex
	young, old map[string][]byte
	size       int // bytes of the young values
}

const (
	cacheGeneration = 1 << 20  // bytes of values in a generation
	cacheLargest    = 64 << 10 // bytes of a value that is kept
)

// get returns the value at key; nil if it is not kept.
func (c *valueCache) get(key []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.young[string(key)]; ok {
		return v
	}
	v, ok := c.old[string(key)]
	if ok {
		c.add(string(key), v)
	}
	return v
}

// put keeps the value at key.
func (c *valueCache) put(key, value []byte) {
	if len(value) > cacheLargest {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(string(key), value)
}

// add makes a value young.
func (c *valueCache) add(key string, value []byte) {
	if c.size += len(value); c.young == nil || c.size > cacheGeneration {
		c.young, c.old = map[string][]byte{}, c.young
		c.size = len(value)
	}
	c.young[key] = value
}
