package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Delivery is an interaction on its way to the bot.
type Delivery struct {
	Interaction string // its id
	Kind        int    // its type, as Discord numbers them
	Person      string // the id of the person whose deed it is
	Endpoint    bool   // it is posted to the bot's endpoint, not dispatched over the gateway
}

// Mishap says how a delivery goes wrong. By the zero Mishap it goes well.
type Mishap struct {
	Delay  time.Duration // the time that it is on its way
	Copies int           // the number of further deliveries
	Apart  time.Duration // the time between two of them

	Unsettled      time.Duration // how long after the first response the webhook routes answer 10015 still
	AckedIsUnknown bool          // a second first response is refused with 10062, not 40060

	// For deliveries that are posted to an endpoint.
	Reset time.Duration // how long after the connection began it is reset if there is no answer yet; 0 for never
	Lose  bool          // the bot's answer is lost
}

const callbackRoute = "POST /interactions/{interaction}/{token}/callback"

// deliver gives an interaction to the bot; s.mu is held.
func (s *Server) deliver(it *interaction, data object) {
	body := raw(s.interactionJSON(it, data))
	address := s.endpoint.url
	if address == "" && s.opt.Mishap == nil {
		it.outcome.Delivered += s.dispatch("INTERACTION_CREATE", body)
		return
	}
	s.work.Go(func() {
		m := s.mishap(Delivery{it.id, it.kind, it.person, address != ""})
		s.mu.Lock()
		it.mishap = m
		s.mu.Unlock()
		var copies sync.WaitGroup
		defer copies.Wait()
		pause := m.Delay
		for range 1 + m.Copies {
			if !s.sleep(s.ctx, pause) {
				return
			}
			copies.Go(func() { s.deliverOnce(it, address, body, m) })
			pause = m.Apart
		}
	})
}

// mishap returns how Options.Mishap has a delivery go wrong; the zero Mishap for not
// at all.
func (s *Server) mishap(d Delivery) Mishap {
	if s.opt.Mishap != nil {
		if m := s.opt.Mishap(d); m != nil {
			return *m
		}
	}
	return Mishap{}
}

// deliverOnce dispatches an interaction over the gateway, or posts it if there is an
// address. An endpoint's failure is noted as long as there is no first response.
func (s *Server) deliverOnce(it *interaction, address string, body json.RawMessage, m Mishap) {
	if address == "" {
		s.mu.Lock()
		defer s.mu.Unlock()
		it.outcome.Delivered += s.dispatch("INTERACTION_CREATE", body)
		return
	}
	if err := s.askEndpoint(it, address, body, m); err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !it.acked {
			it.refused = err
		}
	}
}

// askEndpoint asks the endpoint for the first response. Discord asks once, and
// not for longer than a first response may take.
func (s *Server) askEndpoint(it *interaction, address string, body []byte, m Mishap) error {
	ctx, cancel := context.WithDeadline(s.ctx, it.born.Add(s.opt.pace.ack))
	defer cancel()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.mu.Lock()
	it.outcome.Delivered++
	s.mu.Unlock()
	a, err := s.endpoint.post(ctx, address, body, s.endpoint.sign, m.Reset)
	switch {
	case err != nil:
		return err
	case m.Lose:
		return errors.New("the endpoint's answer was lost")
	case a.status == http.StatusAccepted && len(a.body) == 0:
		return nil // and the callback is to come
	case a.status != http.StatusOK:
		return fmt.Errorf("the endpoint answered %d", a.status)
	}
	req := Request{
		Method: http.MethodPost, Path: "/interactions/" + it.id + "/" + it.token + "/callback", Route: callbackRoute,
		Header: a.header, Interaction: it.id, Age: time.Since(it.born), Inline: true,
	}
	err = req.take(a.header.Get("Content-Type"), a.body)
	if s.opt.OnRequest != nil {
		s.opt.OnRequest(req)
	}
	if err == nil {
		_, err = s.respond(it.id, it.token, &req)
	}
	return err
}
