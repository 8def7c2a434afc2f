package artifacts

import "sync"

// A valueCache caches recently read values of the store. A query reads the same blocks
// many times, because related nodes have ids with a common prefix. It is safe for
// concurrent use.
//
// Values are in two generations. When the young one is full it becomes the old one, and
// the old one is dropped; values accessed meanwhile become young again. So a scan of the
// whole store at most evicts the content of the cache.
type valueCache struct {
	mu         sync.Mutex
	young, old map[string][]byte
	size       int // total bytes of the young values
}

const (
	cacheGeneration = 1 << 20  // bytes of values in a generation
	cacheLargest    = 64 << 10 // maximum bytes of a cached value
)

// get returns the value at key, or nil if it is not cached.
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

// put caches the value at key.
func (c *valueCache) put(key, value []byte) {
	if len(value) > cacheLargest {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(string(key), value)
}

// add adds a value to the young generation.
func (c *valueCache) add(key string, value []byte) {
	if c.size += len(value); c.young == nil || c.size > cacheGeneration {
		c.young, c.old = map[string][]byte{}, c.young
		c.size = len(value)
	}
	c.young[key] = value
}

// clear drops all values: a graph that has been read is not read again.
func (c *valueCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.size = nil, nil, 0
}
