package playground

import (
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Where Options.Activities is set the application has an Activity: the page that Beside was given. This file
// launches it and plays Discord's proxy, which serves it to a frame at an address of the application's own and
// signs who asks. The client that the frame talks with is page/client.js.

// Handlers of an Entry Point command.
const (
	appHandler     = 1 // the bot answers
	discordHandler = 2 // Discord launches the Activity by itself
)

// firstEntry returns the Entry Point command that Discord makes where Activities are enabled.
func (s *Server) firstEntry() Command {
	return Command{
		ID: s.ids.next(), Version: s.ids.next(), ApplicationID: s.world.applicationID, Type: entryCommand, Name: "launch",
		Description: "Launch an activity", Handler: discordHandler, DMPermission: true, IntegrationTypes: []int{0, 1}, Contexts: []int{0, 1, 2},
	}
}

// entry returns the Entry Point command, and whether there is one; s.mu is held.
func (s *Server) entry() (Command, bool) {
	for _, c := range s.scopes[""] {
		if c.Type == entryCommand {
			return c, true
		}
	}
	return Command{}, false
}

// keepsEntry refuses a whole set of an application's commands that lacks its Entry Point command; s.mu is held.
func (s *Server) keepsEntry(scope string, commands []Command) error {
	if _, has := s.entry(); scope != "" || !has {
		return nil
	}
	for _, c := range commands {
		if c.Type == entryCommand {
			return nil
		}
	}
	return refuse(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.")
}

// respondLaunch opens the Activity for the person, in a new instance.
func (s *Server) respondLaunch(it *interaction) error {
	s.acknowledge(it)
	s.launch(it)
	return nil
}

// launch shows in the channel that the Activity runs, and has the person's page open it. s.mu is held.
func (s *Server) launch(it *interaction) {
	m := s.lineOf(it)
	m.id = s.ids.next()
	m.activity = "i-" + s.ids.next() + "-gc-" + s.world.guildID + "-" + s.world.channelID
	m.body.content = s.world.nameOf(it.person) + " opened " + s.world.name + "."
	it.settle(m)
	s.publish(m)
	s.tell("launch", func() any { return object{"person": it.person, "instance": m.activity} })
}

// launchDirectly opens the Activity without the bot, as an Entry Point command of discordHandler does. s.mu is held.
func (s *Server) launchDirectly(person, text string) *interaction {
	it := s.newInteraction(commandInteraction, person, nil)
	it.line = s.newLine(it, &request{command: text, text: text})
	s.acknowledge(it)
	s.launch(it)
	return it
}

// postPresent notes that a person has entered or left an instance, and tells all frames who is there.
func (s *Server) postPresent(_ context.Context, in input) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.present == nil {
		s.present = map[string][]string{}
	}
	here := s.present[in.Message] // with a person once for each of their frames
	if at := slices.Index(here, in.Person); in.Text == "enters" {
		here = append(here, in.Person)
	} else if at >= 0 {
		here = slices.Delete(here, at, at+1)
	}
	if s.present[in.Message] = here; len(here) == 0 {
		delete(s.present, in.Message)
	}
	people := slices.Compact(slices.Sorted(slices.Values(here)))
	s.tell("participants", func() any { return object{"instance": in.Message, "people": append([]string{}, people...)} })
	return object{}, nil
}

// visitor returns the person to whose frame Discord's proxy serves the Activity: the address is that of the
// person and the application, such as "2.1.localhost:8090". Browsers take every name that ends so for this computer.
func (s *Server) visitor(r *http.Request) (person string, ok bool) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	names := strings.Split(host, ".")
	if len(names) != 3 || names[1] != s.world.applicationID || names[2] != "localhost" {
		return "", false
	}
	return names[0], names[0] == s.world.personID || names[0] == s.world.secondID
}

// serveActivity hands a request of a frame on to the Activity as Discord's proxy does: signed, and from the proxy's
// address.
func (s *Server) serveActivity(w http.ResponseWriter, r *http.Request, person string) {
	own, proxy := "http://"+r.Host, "https://"+s.world.applicationID+".discordsays.com"
	r = r.Clone(r.Context())
	r.Host = s.addr
	if r.Header.Get("Origin") == own {
		r.Header.Set("Origin", proxy)
	}
	now := time.Now().Add(s.opt.Skew).Unix()
	payload := raw(object{
		"application_id": s.world.applicationID, "user_id": person, "is_developer": false, "created_at": now, "expires_at": now + 3600,
	})
	encode := base64.StdEncoding.EncodeToString
	r.Header.Set("X-Signature-Timestamp", strconv.FormatInt(now, 10))
	r.Header.Set("X-Discord-Proxy-Payload", encode(payload))
	r.Header.Set("X-Signature-Ed25519", encode(s.endpoint.sign(payload)))
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == "/" {
		w = &framed{ResponseWriter: w, names: strings.NewReplacer(proxy, own, "wss"+strings.TrimPrefix(proxy, "https"), "ws"+strings.TrimPrefix(own, "http"), "https://discord.com", s.clients())}
	}
	s.serveBeside(w, r)
}

// clients returns the addresses of the channel page, which plays Discord's client.
func (s *Server) clients() string {
	_, port, _ := net.SplitHostPort(s.addr)
	return "http://127.0.0.1:" + port + " http://localhost:" + port
}

// A framed answer is the Activity's page with Discord's addresses in its policy read as those here.
type framed struct {
	http.ResponseWriter
	names *strings.Replacer
	begun bool
}

func (f *framed) Write(data []byte) (int, error) {
	if !f.begun {
		f.begun = true
		const policy = "Content-Security-Policy"
		f.Header().Set(policy, f.names.Replace(f.Header().Get(policy)))
	}
	return f.ResponseWriter.Write(data)
}
