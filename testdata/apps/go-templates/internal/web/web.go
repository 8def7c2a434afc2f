package web

import (
	"embed"
	"html/template"
	"net/http"

	"github.com/go-chi/chi/v5"

	"shop/internal/orders"
)

//go:embed templates/*.html
var files embed.FS

var pages = template.Must(template.ParseFS(files, "templates/*.html"))

type server struct{ orders orders.Service }

func Routes(service orders.Service) http.Handler {
	s := &server{service}
	r := chi.NewRouter()
	r.Get("/orders", s.list)
	r.Post("/orders/{id}/close", s.close)
	return r
}

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	open, err := s.orders.Open(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	pages.ExecuteTemplate(w, "orders.html", open)
}

func (s *server) close(w http.ResponseWriter, r *http.Request) {
	if err := s.orders.Close(r.Context(), chi.URLParam(r, "id")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	http.Redirect(w, r, "/orders", http.StatusSeeOther)
}
