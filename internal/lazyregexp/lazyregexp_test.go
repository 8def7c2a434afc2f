package lazyregexp

import (
	"reflect"
	"regexp"
	"sync"
	"testing"
)

// TestMethodsAreThoseOfRegexp calls each method on both.
func TestMethodsAreThoseOfRegexp(t *testing.T) {
	const expr, text = `(\w)(\d+)`, "a12, b3 and c456"
	lazy, plain := New(expr), regexp.MustCompile(expr)
	of := reflect.TypeOf(lazy)
	if of.NumMethod() < 8 {
		t.Fatalf("%d methods", of.NumMethod())
	}
	for i := range of.NumMethod() {
		m := of.Method(i)
		args := []reflect.Value{reflect.ValueOf(text)}
		for j := 2; j < m.Type.NumIn(); j++ {
			if m.Type.In(j).Kind() == reflect.Int {
				args = append(args, reflect.ValueOf(2))
			} else {
				args = append(args, reflect.ValueOf("<$2>"))
			}
		}
		got := reflect.ValueOf(lazy).MethodByName(m.Name).Call(args)[0].Interface()
		want := reflect.ValueOf(plain).MethodByName(m.Name).Call(args)[0].Interface()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s gives %v, want %v", m.Name, got, want)
		}
	}
}

// TestNothingIsCompiledBefore checks that an expression is compiled at its first
// use, once.
func TestNothingIsCompiledBefore(t *testing.T) {
	r := New("x+")
	if r.rx != nil {
		t.Error("an expression that nobody used is compiled")
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if !r.MatchString("axx") {
				t.Error("axx does not match")
			}
		})
	}
	wg.Wait()
	first := r.rx
	if r.MatchString("a"); r.rx != first {
		t.Error("an expression is compiled again")
	}
	defer func() {
		if recover() == nil {
			t.Error("a mistake does not panic")
		}
	}()
	New("(").MatchString("")
}
