package gateway

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// What pipes do not have: a connection that is reset, and a close code that
// lies unread while the bot writes.
func TestOverTCP(t *testing.T) {
	d := newDiscord(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go d.serve(conn, listener.Addr().String())
		}
	}()
	address := "ws://" + listener.Addr().String()
	d.info = func(context.Context) (*discordgo.GatewayBotResponse, error) {
		return &discordgo.GatewayBotResponse{URL: address, Shards: 1}, nil
	}
	g := d.gateway(0)
	g.opt.Dial = nil
	ended := make(chan error)
	go func() { ended <- g.Run(t.Context()) }()

	p := d.next()
	p.hello()
	p.want(opIdentify)
	p.say(`{"op":0,"s":1,"t":"READY","d":{"session_id":"s1","resume_gateway_url":%q,"application":{"id":"42"}}}`, address)
	<-d.app
	_ = p.NetConn().(*net.TCPConn).SetLinger(0)
	_ = p.NetConn().Close()

	p = d.next()
	p.hello()
	p.wantResume(1)
	p.shut(4004)
	for range 10 {
		p.say(`{"op":1}`)
	}
	_ = p.NetConn().Close()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), fmt.Sprint(4004)) {
		t.Error(err)
	}
}
