package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/query/view"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	port    int
	maxSize string
}

const serveLong = `Serve shows the page of indexer view in a browser of this machine, until it is interrupted. It prints
the address, which has a random token: only programs that know it can read the page. The server
listens on 127.0.0.1 only, answers GET only, and refuses requests for another host.`

func newServeCommand(g *globals) *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		Use:     "serve",
		Short:   "Show the graph in a browser of this machine",
		Long:    serveLong,
		Example: "  query serve\n  query serve --port 8080",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			for _, name := range []string{"json", "limit"} {
				if c.Flags().Changed(name) {
					return fmt.Errorf("--%s does not apply to serve", name)
				}
			}
			return g.with(func(s *session) error { return runServe(c.Context(), s, o) })
		},
	}
	c.Flags().IntVar(&o.port, "port", 0, "port, 0 for a free one")
	c.Flags().StringVar(&o.maxSize, "max-size", "20MB", "maximum size of the page")
	return c
}

func runServe(ctx context.Context, s *session, o serveOptions) error {
	limit, err := view.ParseSize(o.maxSize)
	if err != nil {
		return fmt.Errorf("--max-size: %w", err)
	}
	if o.port < 0 || o.port > 65535 {
		return fmt.Errorf("--port is %d: it must be between 0 and 65535", o.port)
	}
	var page bytes.Buffer
	left, err := view.Write(ctx, s.index.Reader, limit, &page)
	if err != nil {
		return err
	}
	if left > 0 {
		s.warn("%d texts are left out because of --max-size %s", left, o.maxSize)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.port))
	if err != nil {
		return err
	}
	path := "/" + rand.Text() + "/"
	host := listener.Addr().String()
	server := &http.Server{Handler: pageHandler(host, path, page.Bytes()), ReadHeaderTimeout: 5 * time.Second,
		MaxHeaderBytes: 1 << 14}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	fmt.Fprintf(s.streams.Out, "http://%s%s\n", host, path)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil // interrupted, which is how it ends
}

// pageHandler answers GET requests for one path of one host. A page of another site can
// make a browser send requests here, but not with this Host, and it does not know the
// path.
func pageHandler(host, path string, page []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cache-Control", "no-store")
		switch {
		case r.Host != host:
			http.Error(w, "this server answers for "+host+" only", http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet:
			h.Set("Allow", http.MethodGet)
			http.Error(w, "GET only", http.StatusMethodNotAllowed)
		case r.URL.Path != path:
			http.NotFound(w, r)
		default:
			h.Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(page) // a reader that goes away is no failure
		}
	})
}
