package deploy

import (
	"os"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"kibitz/bot/settings"
)

// container is a service of compose.yaml or of Swarm's stack.yaml.
type container struct {
	Environment map[string]string
	MemLimit    string `json:"mem_limit"`
	Grace       string `json:"stop_grace_period"`
	Deploy      struct {
		Resources struct {
			Limits struct{ Memory string }
		}
	}
}

// The bot takes the settings that compose.yaml and the stack share.
func TestSettingsOfSwarmAreTheBots(t *testing.T) {
	text, err := os.ReadFile("swarm/config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Parse("swarm/config.yaml", text); err != nil {
		t.Error(err)
	}
}

// Without Kubernetes, too, the bot has the time to stop, and the collector is
// told of less memory than the container may take.
func TestContainersHaveTimeAndMemory(t *testing.T) {
	for file, names := range map[string][]string{"../compose.yaml": {"kibitz", "replica"}, "swarm/stack.yaml": {"replica"}} {
		var all struct{ Services map[string]container }
		readYAML(t, file, &all)
		for _, name := range names {
			c := all.Services[name]
			if grace, err := time.ParseDuration(c.Grace); err != nil || grace < lingering+stopping {
				t.Errorf("%s: %s has %q to stop in", file, name, c.Grace)
			}
			limit := resource.MustParse(strings.ToUpper(c.MemLimit+c.Deploy.Resources.Limits.Memory) + "i")
			soft := resource.MustParse(strings.TrimSuffix(c.Environment["GOMEMLIMIT"], "B"))
			if soft.Value() != limit.Value()/8*7 {
				t.Errorf("%s: %s: GOMEMLIMIT is %s, want 7/8 of %s", file, name, soft.String(), limit.String())
			}
		}
	}
}
