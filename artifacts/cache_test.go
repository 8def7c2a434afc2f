package artifacts

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
)

func TestValueCache(t *testing.T) {
	var c valueCache
	key := func(i int) []byte { return fmt.Append(nil, "key ", i) }
	value := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, cacheLargest) }
	if c.get(key(0)) != nil {
		t.Error("an empty cache has a value")
	}
	c.put(key(0), value(0))
	const many = 10 * cacheGeneration / cacheLargest
	for i := 1; i < many; i++ {
		c.put(key(i), value(i))
		if !bytes.Equal(c.get(key(i)), value(i)) || !bytes.Equal(c.get(key(0)), value(0)) {
			t.Fatalf("after %d values, the last or the one that is asked for all the time is gone",
				i)
		}
		kept := 0
		for _, generation := range []map[string][]byte{c.young, c.old} {
			for _, v := range generation {
				kept += len(v)
			}
		}
		if kept > 2*cacheGeneration {
			t.Fatalf("%d bytes are kept", kept)
		}
	}
	if c.get(key(1)) != nil {
		t.Error("what nobody asked for is kept for ever")
	}
	c.put(key(many), make([]byte, cacheLargest+1))
	if c.get(key(many)) != nil {
		t.Error("too large a value is kept")
	}
}

func TestValueCacheIsSharedSafely(t *testing.T) {
	var c valueCache
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 2000 {
				key := fmt.Append(nil, (i*(g+1))%300)
				if v := c.get(key); v != nil && string(v[:len(key)]) != string(key) {
					t.Errorf("the value of %s is that of another key", key)
				}
				c.put(key, append(key, make([]byte, 10_000)...))
			}
		})
	}
	wg.Wait()
}
