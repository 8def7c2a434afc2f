package dispatch

import (
	"slices"

	"seedgraph/graph"
)

// IsSent reports whether a node is a message whose handlers and senders are both known:
// then its handlers do not run if it is only created.
func (w *Walker) IsSent(n uint32) (bool, error) {
	if sent, ok := w.sent[n]; ok {
		return sent, nil
	}
	sent, err := w.isHandled(n)
	if sent && err == nil {
		var in []graph.Edge
		in, err = w.x.In(n)
		sent = slices.ContainsFunc(in, func(e graph.Edge) bool { return e.Kind == graph.Requests })
	}
	if err == nil {
		w.sent[n] = sent
	}
	return sent, err
}

// isHandled reports whether a node is a message with a handler.
func (w *Walker) isHandled(n uint32) (bool, error) {
	out, err := w.x.Out(n)
	return slices.ContainsFunc(out, func(e graph.Edge) bool { return e.Kind == graph.Handles }), err
}

// Message returns the message that a constructor creates, if the message has handlers but its
// senders are not known: wherever it is created, it may be sent.
//
//	events.Add(new Closed(id));   // the base class of entities sends what is in the list
func (w *Walker) Message(n uint32) (message uint32, ok bool, err error) {
	if at, known := w.maker[n]; known {
		return at - 1, at > 0, nil
	}
	node, err := w.x.Node(n)
	if err != nil {
		return 0, false, err
	}
	if node.Kind == graph.KindConstructor {
		if message, ok, err = w.x.Parent(n); ok && err == nil {
			ok, err = w.isHandled(message)
		}
		if ok && err == nil {
			ok, err = w.IsSent(message)
			ok = !ok
		}
	}
	if err != nil {
		return 0, false, err
	}
	if w.maker[n] = 0; ok {
		w.maker[n] = message + 1
	}
	return message, ok, nil
}

// Makers lists the steps to a message from the code that calls its constructors, if the senders of
// the message are not known.
func (w *Walker) Makers(n uint32) ([]Step, error) {
	if handled, err := w.isHandled(n); err != nil || !handled {
		return nil, err
	}
	if sent, err := w.IsSent(n); err != nil || sent {
		return nil, err
	}
	edges, err := w.x.Out(n)
	if err != nil {
		return nil, err
	}
	var out []Step
	for _, e := range edges {
		if e.Kind != graph.Contains {
			continue
		}
		made, err := w.x.In(e.To)
		if err != nil {
			return nil, err
		}
		for _, c := range made {
			if c.Kind == graph.Creates {
				out = append(out, Step{Edge: c, User: c.From, Used: n})
			}
		}
	}
	return out, nil
}
