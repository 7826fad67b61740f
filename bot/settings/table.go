package settings

import "time"

// A section is a heading of config.yaml with the settings under it.
type section struct {
	name     string
	help     string // beside the heading; "" for none
	settings []setting
}

// A setting is one line of config.yaml.
type setting struct {
	name  string
	usual string // the default, as the file writes it
	must  kind
	help  string // beside it in the file
}

// sections is the table of all settings. The defaults and the checks come from it;
// config.yaml and docs/settings.md are held to it by a test, and so are the fields of Config.
var sections = []section{
	{"discord", "", []setting{
		{"via", `gateway`, oneOf(ViaGateway, ViaEndpoint), "how interactions come: over the gateway, or to an endpoint (docs/operating.md)"},
		{"shards", `1`, count(0, 1000, "; 0 is what Discord recommends"), "connections to the gateway, all in this process; 0 is what Discord recommends (one for each 2,500 servers at most)"},
		{"register", `true`, boolean, "tell Discord the commands at the start, if they changed"},
		{"guild", `""`, guild, `a server's id: register the commands there alone, at once (for trying out); "" is everywhere`},
	}},
	{"endpoint", "with via: endpoint", []setting{
		{"addr", `":8081"`, port, "where Discord's requests come in, behind a load balancer that ends TLS"},
		{"key", `""`, publicKey, `the public key of the bot's General Information page; "" asks Discord, which needs the token`},
		{"balanced", `false`, boolean, "there are several replicas, and the load balancer asks another one if one answers 503"},
		{"linger", `5s`, span(0, time.Minute, ""), "how long requests still come in after SIGTERM, until load balancers know"},
	}},
	{"queue", "for several processes: what takes long is kept until one of them has answered (docs/operating.md)", []setting{
		{"url", `""`, servers, `the address of NATS with JetStream, such as "nats://127.0.0.1:4222"; "" is none`},
		{"credentials", `""`, fileName, "a file of credentials for NATS"},
		{"replicas", `1`, oneOf("1", "3", "5"), "servers of NATS that keep each request: 1, 3 or 5"},
		{"work", `true`, boolean, "answer requests of the queue, too"},
	}},
	{"clock", "", []setting{
		{"ack_after", `1.5s`, span(100*time.Millisecond, 2500*time.Millisecond, ": Discord waits 3s for the first answer"), `an answer that takes longer is announced first ("thinking…"); Discord waits 3s; 800ms with an endpoint or a queue`},
		{"progress_every", `3s`, span(time.Second, time.Minute, ": each step is a request to Discord"), "how often a long solve shows how far it is"},
	}},
	{"limits", "", []setting{
		{"solve", `60s`, span(time.Second, 14*time.Minute, ": Discord takes an answer for 15m"), "time for one puzzle; then the answer is what is certain so far"},
		{"workers", `0`, count(0, 256, "; 0 is one for each core"), "puzzles solved at once; 0 is one for each core"},
		{"queue", `64`, count(0, 10_000, ""), "requests that may wait for a worker; more are turned away"},
		{"per_user", `2`, count(1, 100, ""), "requests of one person at once, waiting ones included"},
		{"puzzle", `6000`, count(1, 6000, ": nobody can type more into Discord"), "characters of a puzzle's text; Discord lets nobody type more"},
		{"memory", `""`, size, `memory of the process, such as 512MiB; "" is GOMEMLIMIT, or what the system grants it`},
	}},
	{"picture", "", []setting{
		{"theme", `dark`, oneOf("dark", "light"), "paper of the pictures: dark or light"},
		{"tiles", `true`, boolean, "show cells on buttons and in menus as in the pictures, by emoji of the application (docs/operating.md)"},
	}},
	{"daily", "posts the day's puzzles to webhooks at 00:00 UTC (docs/operating.md)", []setting{
		{"webhooks", `""`, fileName, `a file with the webhooks' addresses, a line each, which are secrets; "" posts nothing`},
		{"puzzles", `"nonogram easy, nonogram medium, nonogram hard"`, dailies, "what is posted, in one message"},
		{"locale", `en-US`, oneOf("en-US", "ko", "ja"), "language of the posts: en-US, ko or ja"},
	}},
	{"activity", "the board one paints: a page for any browser (docs/operating.md)", []setting{
		{"address", `""`, site, `the public address of the page's site, such as "https://kibitz.example.org", for buttons to lead there; "" is no page`},
		{"addr", `":8082"`, port, "where requests for the page come in, behind something that ends TLS"},
		{"discord", `false`, boolean, "open the page inside Discord; its application must have Activities enabled (docs/operating.md)"},
	}},
	{"http", "", []setting{
		{"addr", `"127.0.0.1:8080"`, address, "where /readyz, /livez, /metrics and /version answer; \"\" is nowhere, and then `kibitz health` and the container's health check fail"},
		{"debug", `false`, boolean, "answer /debug/pprof/ there, too"},
	}},
	{"playground", "", []setting{
		{"addr", `"127.0.0.1:8090"`, local, "where the playground's page is; this computer only"},
		{"locale", `en-US`, oneOf("en-US", "ko", "ja"), "language of who types there: en-US, ko or ja"},
	}},
	{"about", "", []setting{
		{"source", `""`, page, `where the source code is, for /about to lead there: an https address, or ""`},
	}},
	{"log", "", []setting{
		{"level", `info`, oneOf("debug", "info", "warn", "error"), "debug, info, warn or error"},
		{"format", `text`, oneOf("text", "json"), "text, or json: one object a line"},
	}},
}
