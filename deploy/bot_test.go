package deploy

import (
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"

	"kibitz/bot/settings"
)

// These tests compare what the manifests say of the bot with the bot.

// stopping is the longest time from the end of the bot's lingering to its exit, as
// the documents promise.
const stopping = 10 * time.Second

// lingering is the time that a stopping replica of the endpoint still takes requests,
// if its settings do not say.
const lingering = 5 * time.Second

// botConfig holds the parts of an overlay's config.yaml that concern the manifests.
type botConfig struct {
	Discord  struct{ Via string }
	Endpoint struct {
		Addr, Linger string
		Balanced     bool
	}
	Queue struct{ URL, Credentials string }
	Clock struct {
		AckAfter string `json:"ack_after"`
	}
	HTTP struct{ Addr string }
}

// settings returns the overlay's settings.
func (m *manifests) settings(t *testing.T) (s botConfig) {
	t.Helper()
	if len(m.configMaps) != 1 {
		t.Fatalf("%d ConfigMaps, want one", len(m.configMaps))
	}
	if err := yaml.Unmarshal([]byte(m.configMaps[0].Data["config.yaml"]), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// linger returns the time that a stopping bot still takes requests.
func (s botConfig) linger(t *testing.T) time.Duration {
	t.Helper()
	if s.Discord.Via != "endpoint" {
		return 0
	}
	if s.Endpoint.Linger == "" {
		return lingering
	}
	d, err := time.ParseDuration(s.Endpoint.Linger)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The bot itself takes the settings.
func TestSettingsAreTheBots(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		s := m.settings(t)
		if _, err := settings.Parse("config.yaml", []byte(m.configMaps[0].Data["config.yaml"])); err != nil {
			t.Error(err)
		}
		if endpoint := s.Discord.Via == "endpoint"; s.Endpoint.Balanced != endpoint {
			t.Errorf("endpoint.balanced is %v, and an Ingress asks another replica: %v", s.Endpoint.Balanced, endpoint)
		}
		ack, _ := time.ParseDuration(s.Clock.AckAfter)
		if s.Discord.Via == "endpoint" && (ack == 0 || ack > 800*time.Millisecond) {
			t.Errorf("clock.ack_after is %q: above 800ms a request that two replicas crash over is too late", s.Clock.AckAfter)
		}
	})
}

// Gateway holders and the job that registers have the bot's token; no replica of
// the endpoint does.
func TestTokenIsWhereItIsNeeded(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		via := m.settings(t).Discord.Via
		for who, pod := range m.pods() {
			want := via != "endpoint" || strings.HasPrefix(who, "Job ")
			told := slices.ContainsFunc(pod.Spec.Containers[0].Env, func(e corev1.EnvVar) bool { return strings.HasPrefix(e.Name, "DISCORD_TOKEN") })
			given := slices.ContainsFunc(pod.Spec.Volumes, func(v corev1.Volume) bool { return v.Secret != nil && v.Secret.SecretName == "kibitz-discord" })
			if told != want || given != want {
				t.Errorf("%s is told of a token: %v, and given it: %v; want %v", who, told, given, want)
			}
		}
	})
}

var environmentRead = regexp.MustCompile(`\b(?:Getenv|LookupEnv)\("([A-Z_]+)"\)`)

// Each variable of the environment is read by the bot, or by Go.
func TestEnvironmentIsRead(t *testing.T) {
	read := append(sources(t, environmentRead), "GOMEMLIMIT")
	each(t, func(t *testing.T, m *manifests) {
		for who, pod := range m.pods() {
			for _, env := range pod.Spec.Containers[0].Env {
				if !slices.Contains(read, env.Name) {
					t.Errorf("%s: nothing reads %s", who, env.Name)
				}
			}
		}
	})
}

// The collector is told of less memory than the container may take, so that it
// works before the kernel kills.
func TestMemoryLimits(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		for who, pod := range m.pods() {
			c := pod.Spec.Containers[0]
			i := slices.IndexFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == "GOMEMLIMIT" })
			if i < 0 {
				t.Errorf("%s has no GOMEMLIMIT", who)
				continue
			}
			soft := resource.MustParse(strings.TrimSuffix(c.Env[i].Value, "B"))
			if soft.Value() != c.Resources.Limits.Memory().Value()/8*7 {
				t.Errorf("%s: GOMEMLIMIT is %s, want 7/8 of %s", who, c.Env[i].Value, c.Resources.Limits.Memory())
			}
		}
	})
}

var dockerUser = regexp.MustCompile(`(?m)^USER ([0-9]+):([0-9]+)$`)

// The pods run as the image's user.
func TestUserIsTheImages(t *testing.T) {
	dockerfile, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	user := dockerUser.FindStringSubmatch(string(dockerfile))
	if user == nil {
		t.Fatal("the Dockerfile has no USER with two numbers")
	}
	each(t, func(t *testing.T, m *manifests) {
		for who, pod := range m.pods() {
			c := pod.Spec.SecurityContext
			if strconv.FormatInt(*c.RunAsUser, 10) != user[1] || strconv.FormatInt(*c.RunAsGroup, 10) != user[2] || *c.FSGroup != *c.RunAsGroup {
				t.Errorf("%s runs as %d:%d, its files are of %d; the Dockerfile says %s", who, *c.RunAsUser, *c.RunAsGroup, *c.FSGroup, user[0])
			}
		}
	})
}

var handled = regexp.MustCompile(`\bHandle(?:Func)?\("(?:GET )?(/[a-z]+)"`)

// servedPaths returns the paths of the bot's own HTTP server.
func servedPaths(t *testing.T) []string {
	t.Helper()
	return sources(t, handled)
}

// sources returns the first group of each match of a pattern in the bot's code.
func sources(t *testing.T, pattern *regexp.Regexp) (found []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "deploy", "playground", "tests"}, entry.Name()):
			return fs.SkipDir
		case filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(file)
		for _, match := range pattern.FindAllSubmatch(text, -1) {
			found = append(found, string(match[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// port returns the port of an address.
func port(t *testing.T, addr string) int32 {
	t.Helper()
	_, text, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return int32(n)
}
