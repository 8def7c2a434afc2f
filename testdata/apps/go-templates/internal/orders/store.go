package orders

import (
	"context"
	"database/sql"
)

type Order struct {
	ID    int64
	State string
}

type Service interface {
	Open(ctx context.Context) ([]Order, error)
	Close(ctx context.Context, id string) error
}

type Store struct{ db *sql.DB }

func NewStore(db *sql.DB) *Store { return &Store{db} }

func (s *Store) Open(ctx context.Context) ([]Order, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, state FROM customer_orders WHERE state = 'open'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Order
	for rows.Next() {
		var o Order
		if err := rows.Scan(&o.ID, &o.State); err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, rows.Err()
}

func (s *Store) Close(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE customer_orders SET state = 'closed' WHERE id = $1", id)
	return err
}
