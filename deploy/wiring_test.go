package deploy

import (
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// These tests compare the manifests with each other.

// Files that the arguments, the settings and the environment name are mounted.
func TestFilesAreMounted(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		container := m.deployment(t).Spec.Template.Spec.Containers[0]
		if len(container.Args) != 2 || container.Args[0] != "-config" || !mounted(container, container.Args[1]) {
			t.Errorf("arguments %q: want -config and a file that is mounted", container.Args)
		}
		if file := m.settings(t).Queue.Credentials; file != "" && !mounted(container, file) {
			t.Errorf("queue.credentials: %s is not mounted", file)
		}
		for who, pod := range m.pods() {
			for _, env := range pod.Spec.Containers[0].Env {
				if strings.HasSuffix(env.Name, "_FILE") && !mounted(pod.Spec.Containers[0], env.Value) {
					t.Errorf("%s: %s: %s is not mounted", who, env.Name, env.Value)
				}
			}
			m.checkVolumes(t, who, pod.Spec)
		}
	})
}

// mounted reports whether file lies in a directory that is mounted.
func mounted(c corev1.Container, file string) bool {
	return slices.ContainsFunc(c.VolumeMounts, func(m corev1.VolumeMount) bool { return m.MountPath == path.Dir(file) })
}

// checkVolumes compares a pod's volumes with its mounts, and with the ConfigMaps
// and secrets that they are made of.
func (m *manifests) checkVolumes(t *testing.T, who string, pod corev1.PodSpec) {
	t.Helper()
	have, want := map[string]bool{}, map[string]bool{}
	for _, volume := range pod.Volumes {
		have[volume.Name] = true
		switch {
		case volume.ConfigMap != nil && volume.ConfigMap.Name != m.configMaps[0].Name:
			t.Errorf("%s: there is no ConfigMap %s", who, volume.ConfigMap.Name)
		case volume.Secret != nil && *volume.Secret.DefaultMode != 0o440:
			t.Errorf("%s: Secret %s has mode %o, want 440: the group may read and nobody else", who, volume.Secret.SecretName, *volume.Secret.DefaultMode)
		}
	}
	for _, mount := range pod.Containers[0].VolumeMounts {
		want[mount.Name] = true
		if !mount.ReadOnly {
			t.Errorf("%s: %s is mounted for writing", who, mount.MountPath)
		}
	}
	if !maps.Equal(have, want) {
		t.Errorf("%s: its volumes are %v, its mounts %v", who, have, want)
	}
}

// Selectors select the deployment's pods, and a job's are selected by network
// policies alone.
func TestSelectors(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		d := m.deployment(t)
		selectors := map[string]*metav1.LabelSelector{"Deployment": d.Spec.Selector}
		for _, b := range m.budgets {
			selectors["PodDisruptionBudget "+b.Name] = b.Spec.Selector
		}
		for _, p := range m.policies {
			selectors["NetworkPolicy "+p.Name] = &p.Spec.PodSelector
		}
		for _, s := range m.services {
			selectors["Service "+s.Name] = &metav1.LabelSelector{MatchLabels: s.Spec.Selector}
		}
		for _, spread := range d.Spec.Template.Spec.TopologySpreadConstraints {
			selectors["spread over "+spread.TopologyKey] = spread.LabelSelector
		}
		for who, selector := range selectors {
			if !selects(t, selector, d.Spec.Template.Labels) {
				t.Errorf("%s selects %v; the pods are %v", who, selector.MatchLabels, d.Spec.Template.Labels)
			}
		}
		for _, job := range m.jobs {
			guarded := false
			for who, selector := range selectors {
				selected := selects(t, selector, job.Spec.Template.Labels)
				if policy := strings.HasPrefix(who, "NetworkPolicy "); policy {
					guarded = guarded || selected
				} else if selected {
					t.Errorf("%s selects the pods of Job %s", who, job.Name)
				}
			}
			if !guarded {
				t.Errorf("no NetworkPolicy holds for Job %s", job.Name)
			}
		}
	})
}

// selects reports whether a selector selects pods with these labels.
func selects(t *testing.T, selector *metav1.LabelSelector, pod map[string]string) bool {
	t.Helper()
	s, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	return !s.Empty() && s.Matches(labels.Set(pod))
}

// Ports agree all the way from the settings to the ingress, and the paths are
// the bot's.
func TestPortsAndPaths(t *testing.T) {
	paths := servedPaths(t)
	each(t, func(t *testing.T, m *manifests) {
		template := m.deployment(t).Spec.Template
		container := template.Spec.Containers[0]
		ports := map[string]int32{}
		for _, p := range container.Ports {
			ports[p.Name] = p.ContainerPort
		}
		s := m.settings(t)
		want := map[string]int32{"admin": port(t, s.HTTP.Addr)}
		if s.Discord.Via == "endpoint" {
			want["endpoint"] = port(t, s.Endpoint.Addr)
		}
		if !maps.Equal(ports, want) {
			t.Errorf("the container's ports are %v, those of the settings %v", ports, want)
		}
		for name, probe := range map[string]*corev1.Probe{"startup": container.StartupProbe, "liveness": container.LivenessProbe, "readiness": container.ReadinessProbe} {
			if probe.HTTPGet.Port.StrVal != "admin" || !slices.Contains(paths, probe.HTTPGet.Path) {
				t.Errorf("the %s probe asks for %s of %s; the bot answers at %v of admin", name, probe.HTTPGet.Path, probe.HTTPGet.Port.StrVal, paths)
			}
		}
		scraped := template.Annotations
		if scraped["prometheus.io/port"] != strconv.Itoa(int(ports["admin"])) || !slices.Contains(paths, scraped["prometheus.io/path"]) {
			t.Errorf("Prometheus is told %v; the bot answers at %v of %d", scraped, paths, ports["admin"])
		}
		m.checkServicePorts(t, ports)
		m.checkPolicyPorts(t, ports)
	})
}

// checkServicePorts compares the ports of services with those of the container.
func (m *manifests) checkServicePorts(t *testing.T, ports map[string]int32) {
	t.Helper()
	var names []string
	for _, service := range m.services {
		for _, p := range service.Spec.Ports {
			names = append(names, service.Name+":"+p.Name)
			if ports[p.TargetPort.StrVal] == 0 {
				t.Errorf("Service %s leads to port %s, which there is not", service.Name, p.TargetPort.String())
			}
		}
	}
	for _, ingress := range m.ingresses {
		for _, rule := range ingress.Spec.Rules {
			for _, p := range rule.HTTP.Paths {
				if to := p.Backend.Service.Name + ":" + p.Backend.Service.Port.Name; !slices.Contains(names, to) {
					t.Errorf("Ingress %s leads to %s, which there is not", ingress.Name, to)
				}
			}
		}
	}
}

// checkPolicyPorts finds each port of the container in a policy, no others, and
// a way to the queue.
func (m *manifests) checkPolicyPorts(t *testing.T, ports map[string]int32) {
	t.Helper()
	in, out := map[string]int32{}, []string{}
	for _, p := range m.policies {
		for _, from := range p.Spec.Ingress {
			for _, to := range from.Ports {
				if to.Port.Type == intstr.String {
					in[to.Port.StrVal] = ports[to.Port.StrVal]
				}
			}
		}
		for _, rule := range p.Spec.Egress {
			for _, to := range rule.Ports {
				out = append(out, to.Port.String())
			}
		}
	}
	if !maps.Equal(in, ports) {
		t.Errorf("network policies open %v, the container has %v", in, ports)
	}
	if queue := m.settings(t).Queue.URL; queue != "" && !slices.ContainsFunc(out, func(port string) bool { return strings.HasSuffix(queue, ":"+port) }) {
		t.Errorf("network policies let the pods reach ports %v; the queue is %s", out, queue)
	}
}

// A pod that is told to stop has the time for it, and is out of the service
// before it refuses a request.
func TestTimeToStop(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		pod := m.deployment(t).Spec.Template.Spec
		linger := m.settings(t).linger(t)
		if grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second; grace < linger+stopping {
			t.Errorf("it has %v to stop in; lingering for %v and stopping take up to %v", grace, linger, linger+stopping)
		}
		ready := pod.Containers[0].ReadinessProbe
		noticed := time.Duration(ready.FailureThreshold*(ready.PeriodSeconds+ready.TimeoutSeconds)) * time.Second
		if linger > 0 && noticed >= linger {
			t.Errorf("that a pod stops is noticed after %v, and it lingers for %v", noticed, linger)
		}
	})
}

// Each object that scales or guards the deployment names it, and only one of them
// says how many pods there are.
func TestScaling(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		d := m.deployment(t)
		var targets []autoscalingv2.CrossVersionObjectReference
		var least []*int32
		for _, a := range m.autoscalers {
			targets, least = append(targets, a.Spec.ScaleTargetRef), append(least, a.Spec.MinReplicas)
		}
		for _, s := range m.scaled {
			targets, least = append(targets, s.Spec.ScaleTargetRef), append(least, s.Spec.MinReplicaCount)
		}
		if d.Spec.Replicas != nil {
			least = append(least, d.Spec.Replicas)
		}
		if len(least) != 1 || least[0] == nil || *least[0] < 2 {
			t.Errorf("%d places say how many replicas there are at least, want one, and 2 or more", len(least))
		}
		want := autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: d.Name}
		for _, target := range targets {
			if target != want {
				t.Errorf("what is scaled is %v, want %v", target, want)
			}
		}
		if len(m.budgets) != 1 || m.budgets[0].Spec.MaxUnavailable.IntValue() != 1 {
			t.Error("want one PodDisruptionBudget, which lets one pod go at a time")
		}
		checkRollout(t, d)
	})
}

// checkRollout checks that a new version never leaves fewer pods than before, and that
// pods request CPU and memory.
func checkRollout(t *testing.T, d *appsv1.Deployment) {
	t.Helper()
	rolling := d.Spec.Strategy.RollingUpdate
	if rolling == nil || rolling.MaxUnavailable.IntValue() != 0 || rolling.MaxSurge.IntValue() != 1 {
		t.Errorf("the strategy is %+v, want a new pod that is ready before an old one goes", d.Spec.Strategy)
	}
	requests := d.Spec.Template.Spec.Containers[0].Resources.Requests
	if requests.Cpu().IsZero() || requests.Memory().IsZero() {
		t.Errorf("requested are %v; a share of nothing cannot be scaled by", requests)
	}
}

// KEDA's triggers have the keys that they need.
func TestTriggers(t *testing.T) {
	keys := map[string][]string{
		"cpu":        {"value"},
		"prometheus": {"query", "serverAddress", "threshold"},
	}
	for _, s := range render(t, "keda").scaled {
		for _, trigger := range s.Spec.Triggers {
			if has := slices.Sorted(maps.Keys(trigger.Metadata)); !slices.Equal(has, keys[trigger.Type]) {
				t.Errorf("trigger %s has %v, want %v", trigger.Type, has, keys[trigger.Type])
			}
		}
	}
}

// The host is the same wherever it stands.
func TestHostIsTheSame(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		for _, ingress := range m.ingresses {
			host := ingress.Spec.Rules[0].Host
			if len(ingress.Spec.TLS) != 1 || !slices.Equal(ingress.Spec.TLS[0].Hosts, []string{host}) {
				t.Errorf("TLS is for %v, the rule for %s", ingress.Spec.TLS, host)
			}
			want := []string{"endpoint", "https://" + host + "/"}
			if len(m.jobs) != 1 || !slices.Equal(m.jobs[0].Spec.Template.Spec.Containers[0].Args, want) {
				t.Errorf("no Job runs kibitz with %q", want)
			}
		}
	})
}

// The ingress says what nginx's own file does.
func TestIngressRetriesAsNginxDoes(t *testing.T) {
	conf, err := os.ReadFile("nginx/kibitz.conf")
	if err != nil {
		t.Fatal(err)
	}
	for _, ingress := range render(t, "endpoint").ingresses {
		if ingress.Annotations["nginx.org/proxy-next-upstream"] == "" {
			t.Error("the ingress sends nothing to another replica")
		}
		for key, value := range ingress.Annotations {
			directive := strings.ReplaceAll(strings.TrimPrefix(key, "nginx.org/"), "-", "_") + " " + value + ";"
			if !strings.Contains(string(conf), directive) {
				t.Errorf("nginx/kibitz.conf does not say %s", directive)
			}
		}
	}
}

// Every policy names the directions that it is about.
func TestPoliciesHaveTypes(t *testing.T) {
	each(t, func(t *testing.T, m *manifests) {
		for _, p := range m.policies {
			want := []networkingv1.PolicyType{}
			if p.Spec.Ingress != nil {
				want = append(want, networkingv1.PolicyTypeIngress)
			}
			if p.Spec.Egress != nil {
				want = append(want, networkingv1.PolicyTypeEgress)
			}
			if !slices.Equal(p.Spec.PolicyTypes, want) {
				t.Errorf("NetworkPolicy %s has rules for %v and the types %v", p.Name, want, p.Spec.PolicyTypes)
			}
		}
	})
}
