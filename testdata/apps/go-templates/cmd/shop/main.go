package main

import (
	"database/sql"
	"log"
	"net/http"
	"os"

	"shop/internal/orders"
	"shop/internal/web"
)

func main() {
	db, err := sql.Open("pgx", os.Getenv("SHOP_DATABASE"))
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(":8080", web.Routes(orders.NewStore(db))))
}
