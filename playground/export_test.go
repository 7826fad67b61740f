package playground

import (
	"cmp"
	"context"
	"time"
)

// This file shows the inside of the package to its tests. They stand outside of it: they drive a
// Server by package playgroundtest, which imports this one.

const (
	MaxFile                = maxFile
	MaxHistory             = maxHistory
	MaxUploads             = maxUploads
	MaxUploadBytes         = maxUploadBytes
	MaxAutocompleteChoices = maxAutocompleteChoices
	DidNotRespond          = didNotRespond
	DiscordEpoch           = discordEpoch
	GIFImage               = gifImage
	GIFTrailer             = gifTrailer
)

var (
	WebhookRequests = webhookRate.requests
	GlobalRequests  = globalRate.requests
	GIFFrames       = gifFrames
)

// WithAck returns options by which a first response may take up to d.
func (o Options) WithAck(d time.Duration) Options {
	o.pace.ack = d
	return o
}

// WithToken returns options by which all later responses may take up to d.
func (o Options) WithToken(d time.Duration) Options {
	o.pace.token = d
	return o
}

// WithHeartbeat returns options by which clients of the gateway are asked for a heartbeat every d.
func (o Options) WithHeartbeat(d time.Duration) Options {
	o.pace.heartbeat = d
	return o
}

// Patient returns options by which a first response may take a minute if they do not say how
// long: the machine that tests run on may be busy.
func (o Options) Patient() Options { return o.WithAck(cmp.Or(o.pace.ack, time.Minute)) }

// Addr returns the host and port at which the Server listens.
func (s *Server) Addr() string { return s.addr }

// ApplicationID returns the id of the bot's application.
func (s *Server) ApplicationID() string { return s.world.applicationID }

// GuildID returns the id of the guild.
func (s *Server) GuildID() string { return s.world.guildID }

// ShardOf returns the shard, of n, that the guild's events go to.
func (s *Server) ShardOf(n int) int { return s.world.shardOf(n) }

// ForgetRates lets requests begin anew.
func (s *Server) ForgetRates() {
	s.rates.mu.Lock()
	defer s.rates.mu.Unlock()
	clear(s.rates.windows)
}

// Upload returns the file at hand that a reference means, nil if there is none.
func (s *Server) Upload(ref string) *Attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.upload(ref)
}

// Uploads returns the files at hand, oldest first.
func (s *Server) Uploads() (files []*Attachment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range s.uploads {
		files = append(files, u.Attachment)
	}
	return files
}

// CheckEndpoint checks the endpoint as Discord does now and then, and forgets
// its address if it fails.
func (s *Server) CheckEndpoint(ctx context.Context) error {
	s.mu.Lock()
	address := s.endpoint.url
	s.mu.Unlock()
	err := s.verifyEndpoint(ctx, address)
	if err != nil {
		_ = s.SetEndpoint("")
	}
	return err
}
