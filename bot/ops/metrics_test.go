package ops

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/gateway"
)

func TestShardMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		up := gateway.Shard{Up: true, LastAck: time.Now(), Latency: 80 * time.Millisecond, Identifies: 1, Resumes: 7, Losses: 7}
		var w strings.Builder
		time.Sleep(3 * time.Second)
		writeLink(&w, gateway.Status{IdentifiesLeft: 999, Shards: []gateway.Shard{up, {Identifies: 2}}})
		want := `kibitz_identifies_remaining 999
kibitz_shard_up{shard="0"} 1
kibitz_shard_tries_total{shard="0",how="identify"} 1
kibitz_shard_tries_total{shard="0",how="resume"} 7
kibitz_shard_losses_total{shard="0"} 7
kibitz_shard_heartbeat_seconds{shard="0"} 3
kibitz_shard_latency_seconds{shard="0"} 0.08
kibitz_shard_up{shard="1"} 0
kibitz_shard_tries_total{shard="1",how="identify"} 2
kibitz_shard_tries_total{shard="1",how="resume"} 0
kibitz_shard_losses_total{shard="1"} 0
`
		if w.String() != want {
			t.Errorf("got\n%s\nwant\n%s", &w, want)
		}
	})
}
