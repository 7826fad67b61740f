package deploy

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// metrics holds the metrics that the bot registers, with their labels.
var metrics = map[string][]string{
	"kibitz_answer_seconds":           {"command"},
	"kibitz_build_info":               {"version", "goversion"},
	"kibitz_clock_skew_seconds":       {},
	"kibitz_discord_breaker_open":     {},
	"kibitz_discord_invalid_requests": {},
	"kibitz_discord_requests_total":   {"route", "status"},
	"kibitz_discord_silent_seconds":   {},
	"kibitz_duplicates_total":         {},
	"kibitz_endpoint_rejected_total":  {"why"},
	"kibitz_first_response_seconds":   {"via"},
	"kibitz_identifies_remaining":     {},
	"kibitz_interactions_total":       {"via", "kind", "command", "outcome"},
	"kibitz_page_calls_total":         {"what"},
	"kibitz_page_members":             {},
	"kibitz_page_rooms":               {},
	"kibitz_queue_lost_total":         {},
	"kibitz_queue_oldest_seconds":     {},
	"kibitz_queue_pending":            {},
	"kibitz_queue_poison_total":       {},
	"kibitz_queue_put_failures_total": {},
	"kibitz_queue_put_seconds":        {},
	"kibitz_queue_redelivered_total":  {},
	"kibitz_queue_unacked":            {},
	"kibitz_queue_up":                 {},
	"kibitz_requests":                 {"state"},
	"kibitz_shard_heartbeat_seconds":  {"shard"},
	"kibitz_shard_latency_seconds":    {"shard"},
	"kibitz_shard_losses_total":       {"shard"},
	"kibitz_shard_tries_total":        {"shard", "how"},
	"kibitz_shard_up":                 {"shard"},
	"kibitz_solve_seconds":            {"command"},
	"kibitz_turns":                    {"state"},

	// of the library that keeps the metrics
	"go_goroutines":                 {},
	"go_memstats_heap_inuse_bytes":  {},
	"process_cpu_seconds_total":     {},
	"process_resident_memory_bytes": {},
	"process_start_time_seconds":    {},
}

// The bot has these metrics, and no others of its own.
func TestMetricsAreTheBots(t *testing.T) {
	files, err := filepath.Glob("../bot/ops/*.go")
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			for _, name := range regexp.MustCompile(`[\x60"](kibitz_[a-z_]+)`).FindAllStringSubmatch(string(text), -1) {
				own[name[1]] = true
			}
		}
	}
	for name := range own {
		if metrics[name] == nil {
			t.Errorf("the bot has %s, which is not in the list", name)
		}
	}
	for name := range metrics {
		if strings.HasPrefix(name, "kibitz_") && !own[name] {
			t.Errorf("the bot has no %s", name)
		}
	}
}

var (
	metricName = regexp.MustCompile(`\b(?:kibitz|go|process)_[a-z_]+\b`)
	matcher    = regexp.MustCompile(`[{,] *([a-z]+)(?:=~|!~|!=|=)"`)
	grouping   = regexp.MustCompile(`\b(?:by|on) \(([a-z, ]+)\)`)
	histogram  = regexp.MustCompile(`_bucket$`)
)

// Each expression of the alerts, the dashboard and KEDA names metrics that exist,
// and labels that they have.
func TestExpressionsSpeakOfWhatThereIs(t *testing.T) {
	for where, expr := range expressions(t) {
		allowed := []string{"instance", "le"} // of Prometheus, and of histograms
		names := metricName.FindAllString(expr, -1)
		if len(names) == 0 {
			t.Errorf("%s speaks of no metric: %s", where, expr)
		}
		for _, name := range names {
			labels, ok := metrics[histogram.ReplaceAllString(name, "")]
			if !ok {
				t.Errorf("%s: the bot has no %s", where, name)
			}
			allowed = append(allowed, labels...)
		}
		for _, label := range labelsOf(expr) {
			if !slices.Contains(allowed, label) {
				t.Errorf("%s: no metric in it has a label %s: %s", where, label, expr)
			}
		}
	}
}

// labelsOf returns the labels that an expression names.
func labelsOf(expr string) (labels []string) {
	for _, m := range matcher.FindAllStringSubmatch(expr, -1) {
		labels = append(labels, m[1])
	}
	for _, m := range grouping.FindAllStringSubmatch(expr, -1) {
		labels = append(labels, strings.Split(m[1], ", ")...)
	}
	return labels
}

// Nothing that the bot measures goes unseen.
func TestEveryMetricIsShown(t *testing.T) {
	all := strings.Join(slices.Collect(maps.Values(expressions(t))), "\n")
	for name := range metrics {
		if !strings.Contains(all, name) {
			t.Errorf("no panel and no alert shows %s", name)
		}
	}
}

type alert struct{ Alert, Expr string }

func alerts(t *testing.T) []alert {
	t.Helper()
	var rules struct {
		Groups []struct{ Rules []alert }
	}
	readYAML(t, "prometheus/alerts.yaml", &rules)
	return rules.Groups[0].Rules
}

// expressions returns all expressions for Prometheus, by the place that has them.
func expressions(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, a := range alerts(t) {
		found["alert "+a.Alert] = a.Expr
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ RefID, Expr string }
		}
	}
	text, err := os.ReadFile("grafana/kibitz.json")
	if err == nil {
		err = json.Unmarshal(text, &dashboard)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			found["panel "+panel.Title+" "+target.RefID] = target.Expr
		}
	}
	for _, s := range render(t, "keda").scaled {
		for i, trigger := range s.Spec.Triggers {
			if trigger.Type == "prometheus" {
				found[fmt.Sprint("trigger ", i)] = trigger.Metadata["query"]
			}
		}
	}
	return found
}

// Every alert is tested both with data that raise it and with data that do not.
func TestEveryAlertIsTested(t *testing.T) {
	var tests struct {
		Tests []struct {
			Rules []struct {
				Alertname string
				Alerts    []any `json:"exp_alerts"`
			} `json:"alert_rule_test"`
		}
	}
	readYAML(t, "prometheus/alerts_test.yaml", &tests)
	heard, silent := map[string]bool{}, map[string]bool{}
	for _, test := range tests.Tests {
		for _, rule := range test.Rules {
			if len(rule.Alerts) > 0 {
				heard[rule.Alertname] = true
			} else {
				silent[rule.Alertname] = true
			}
		}
	}
	for _, a := range alerts(t) {
		if !heard[a.Alert] || !silent[a.Alert] {
			t.Errorf("%s is tested where it is heard: %v; where it is not: %v", a.Alert, heard[a.Alert], silent[a.Alert])
		}
	}
}

func TestAlerts(t *testing.T) {
	promtool(t, "test", "rules", "prometheus/alerts_test.yaml")
}

// Prometheus can parse every expression: they are given to it as rules.
func TestExpressionsAreWellFormed(t *testing.T) {
	type rule struct {
		Record string `json:"record"`
		Expr   string `json:"expr"`
	}
	var rules []rule
	all := expressions(t)
	for i, where := range slices.Sorted(maps.Keys(all)) {
		rules = append(rules, rule{fmt.Sprintf("expression_%d", i), strings.ReplaceAll(all[where], "$__rate_interval", "5m")})
	}
	text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": "all", "rules": rules}}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	promtool(t, "check", "rules", file)
}

func promtool(t *testing.T, args ...string) {
	t.Helper()
	program, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed; it is part of Prometheus")
	}
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
