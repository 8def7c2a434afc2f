package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"seedgraph/internal/cli"
)

// TestPageHandler checks who gets the page.
func TestPageHandler(t *testing.T) {
	h := pageHandler("127.0.0.1:1", "/token/", []byte("page"))
	for _, c := range []struct {
		method, host, path string
		want               int
	}{
		{"GET", "127.0.0.1:1", "/token/", http.StatusOK},
		{"GET", "127.0.0.1:1", "/", http.StatusNotFound},
		{"GET", "127.0.0.1:1", "/token", http.StatusNotFound},
		{"GET", "127.0.0.1:1", "/token/x", http.StatusNotFound},
		{"POST", "127.0.0.1:1", "/token/", http.StatusMethodNotAllowed},
		{"HEAD", "127.0.0.1:1", "/token/", http.StatusMethodNotAllowed},
		{"GET", "evil.example:1", "/token/", http.StatusMisdirectedRequest},
		{"GET", "127.0.0.1:2", "/token/", http.StatusMisdirectedRequest},
		{"GET", "localhost:1", "/token/", http.StatusMisdirectedRequest},
	} {
		r := httptest.NewRequest(c.method, "http://"+c.host+c.path, nil)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want || (w.Body.String() == "page") != (c.want == http.StatusOK) {
			t.Errorf("%s %s%s: %d, want %d", c.method, c.host, c.path, w.Code, c.want)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: the headers are %v", c.path, w.Header())
		}
	}
}

// TestServe starts the server, reads the page and interrupts it.
func TestServe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop.sg")
	writeShop(t, dir)
	if body := served(t, []string{"serve", "-a", dir}); !strings.Contains(body, "BillOrder") {
		t.Errorf("the page has %d bytes and no procedure", len(body))
	}
}

// served runs serve with arguments, reads the page and interrupts it.
func served(t *testing.T, args []string) string {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	read, write := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, args, cli.Streams{Out: write, Err: io.Discard})
		write.Close()
		done <- err
	}()
	line := make([]byte, 200)
	n, err := read.Read(line)
	if err != nil {
		t.Fatalf("%v, %v", err, <-done)
	}
	address := strings.TrimSpace(string(line[:n]))
	if !strings.HasPrefix(address, "http://127.0.0.1:") || len(address) < 45 {
		t.Fatalf("the address is %q", address)
	}
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%s: %d, %v", address, response.StatusCode, err)
	}
	interrupt()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the server does not end")
	}
	return string(body)
}

// TestServeObeysAccess checks that the page of a reader has nothing that is hidden from
// it, and that flags without effect are refused.
func TestServeObeysAccess(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop.sg")
	writeGuarded(t, dir)
	for _, c := range []struct {
		flags []string
		sees  bool
	}{{nil, true}, {[]string{"--acl-any", "nobody"}, false}} {
		body := served(t, append([]string{"serve", "-a", dir}, c.flags...))
		if strings.Contains(body, "BillOrder") != c.sees || !strings.Contains(body, "Content-Security-Policy") {
			t.Errorf("with %v the page has BillOrder: %v", c.flags, !c.sees)
		}
	}
	for _, flag := range []string{"--json", "--limit=3", "--port=70000", "--max-size=x"} {
		if out := outcomeOf("", []string{"serve", "-a", dir, flag}); out.code != 1 {
			t.Errorf("%s is accepted", flag)
		}
	}
}
