package process

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestNonsenseSettings: settings and a token that are wrong are refused, with their line,
// and those of before stay; right ones are taken on.
func TestNonsenseSettings(t *testing.T) {
	t.Parallel()
	manyProcesses(t)
	public, private, _ := ed25519.GenerateKey(nil)
	dir := t.TempDir()
	config, token := filepath.Join(dir, "config.yaml"), filepath.Join(dir, "token")
	write := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	right := fmt.Sprintf("discord: {via: endpoint, register: false}\nhttp: {addr: \"\"}\nendpoint: {addr: 127.0.0.1:0, key: %x, linger: 0s}\n", public)
	write(config, right)
	write(token, "abc.def.ghi")
	cmd := exec.Command(program(t), "-config", config)
	cmd.Env = append(os.Environ(), "DISCORD_TOKEN_FILE="+token)
	p := launch(t, cmd)
	said := func(what string, times int) {
		t.Helper()
		eventually(t, fmt.Sprintf("%q is said %d times", what, times), func() bool { return strings.Count(p.said(), what) == times })
	}
	addr := p.serves()
	serves := func() {
		t.Helper()
		l := Load{Addr: addr, Key: private, Body: Command("cardflip", map[string]string{"puzzle": "1 0 1"}, 1, 10)}
		if r := l.Open(t.Context(), 100, 50*time.Millisecond); r.Good != 5 {
			t.Error(r)
		}
	}
	serves()
	for file, wrong := range map[string]string{config: right + "limits: {per_user: many}\n", token: " \n"} {
		was, _ := os.ReadFile(file)
		write(file, wrong)
		before := strings.Count(p.said(), "the settings stay as they were")
		p.signal(syscall.SIGHUP)
		said("the settings stay as they were", before+1)
		serves()
		write(file, string(was))
	}
	said("config.yaml:4: limits.per_user: ", 1)
	said("DISCORD_TOKEN_FILE names", 1)
	p.signal(syscall.SIGHUP)
	said("the settings are read anew", 1)
	serves()
	p.signal(syscall.SIGTERM)
	if status := p.end(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}
