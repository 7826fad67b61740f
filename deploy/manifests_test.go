package deploy

import (
	"fmt"
	"slices"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// overlays are the directories that people apply.
var overlays = []string{"base", "endpoint", "queue", "keda"}

// manifests are the objects of one overlay.
type manifests struct {
	deployments []*appsv1.Deployment
	jobs        []*batchv1.Job
	configMaps  []*corev1.ConfigMap
	services    []*corev1.Service
	ingresses   []*networkingv1.Ingress
	policies    []*networkingv1.NetworkPolicy
	budgets     []*policyv1.PodDisruptionBudget
	autoscalers []*autoscalingv2.HorizontalPodAutoscaler
	scaled      []*scaledObject
}

// scaledObject has the fields of KEDA's type that are used here.
type scaledObject struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		ScaleTargetRef  autoscalingv2.CrossVersionObjectReference `json:"scaleTargetRef"`
		PollingInterval *int32                                    `json:"pollingInterval"`
		MinReplicaCount *int32                                    `json:"minReplicaCount"`
		MaxReplicaCount *int32                                    `json:"maxReplicaCount"`
		Advanced        *struct {
			HorizontalPodAutoscalerConfig *struct {
				Behavior *autoscalingv2.HorizontalPodAutoscalerBehavior `json:"behavior"`
			} `json:"horizontalPodAutoscalerConfig"`
		} `json:"advanced"`
		Triggers []struct {
			Type       string                         `json:"type"`
			MetricType autoscalingv2.MetricTargetType `json:"metricType"`
			Metadata   map[string]string              `json:"metadata"`
		} `json:"triggers"`
	} `json:"spec"`
}

// render makes an overlay's objects as kubectl apply -k would, and reads them
// as strictly as Kubernetes can: a field that its types lack is an error.
func render(t *testing.T, overlay string) *manifests {
	t.Helper()
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), overlay)
	if err != nil {
		t.Fatal(err)
	}
	var m manifests
	for _, resource := range resources.Resources() {
		text, err := resource.AsYAML()
		if err == nil {
			err = m.read(resource.GetApiVersion()+" "+resource.GetKind(), text)
		}
		if err != nil {
			t.Fatalf("%s: %s %s: %v", overlay, resource.GetKind(), resource.GetName(), err)
		}
	}
	return &m
}

// read adds an object, written in YAML, of that kind.
func (m *manifests) read(kind string, text []byte) error {
	switch kind {
	case "apps/v1 Deployment":
		return strictly(text, &m.deployments)
	case "batch/v1 Job":
		return strictly(text, &m.jobs)
	case "v1 ConfigMap":
		return strictly(text, &m.configMaps)
	case "v1 Service":
		return strictly(text, &m.services)
	case "networking.k8s.io/v1 Ingress":
		return strictly(text, &m.ingresses)
	case "networking.k8s.io/v1 NetworkPolicy":
		return strictly(text, &m.policies)
	case "policy/v1 PodDisruptionBudget":
		return strictly(text, &m.budgets)
	case "autoscaling/v2 HorizontalPodAutoscaler":
		return strictly(text, &m.autoscalers)
	case "keda.sh/v1alpha1 ScaledObject":
		return strictly(text, &m.scaled)
	}
	return fmt.Errorf("no type here for %s", kind)
}

// strictly appends the object that text holds to all. An unknown field is an error.
func strictly[T any](text []byte, all *[]*T) error {
	object := new(T)
	*all = append(*all, object)
	return yaml.UnmarshalStrict(text, object)
}

// pods returns the templates of all pods, by the kind and name of the object that starts them.
func (m *manifests) pods() map[string]corev1.PodTemplateSpec {
	pods := map[string]corev1.PodTemplateSpec{}
	for _, d := range m.deployments {
		pods["Deployment "+d.Name] = d.Spec.Template
	}
	for _, j := range m.jobs {
		pods["Job "+j.Name] = j.Spec.Template
	}
	return pods
}

// deployment returns the overlay's only deployment.
func (m *manifests) deployment(t *testing.T) *appsv1.Deployment {
	t.Helper()
	if len(m.deployments) != 1 {
		t.Fatalf("%d deployments, want one", len(m.deployments))
	}
	return m.deployments[0]
}

// each runs a test for each overlay.
func each(t *testing.T, check func(*testing.T, *manifests)) {
	for _, overlay := range overlays {
		t.Run(overlay, func(t *testing.T) { check(t, render(t, overlay)) })
	}
}

// Kubernetes' own check, in its strictest form, finds nothing.
func TestPodSecurityIsRestricted(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	each(t, func(t *testing.T, m *manifests) {
		for who, pod := range m.pods() {
			result := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &pod.ObjectMeta, &pod.Spec))
			if !result.Allowed {
				t.Errorf("%s: %s", who, result.ForbiddenDetail())
			}
			if token := pod.Spec.AutomountServiceAccountToken; token == nil || *token {
				t.Errorf("%s has the cluster's token, which it never needs", who)
			}
			if len(pod.Spec.InitContainers) > 0 || len(pod.Spec.Containers) != 1 {
				t.Errorf("%s: %d containers, want one", who, len(pod.Spec.Containers))
			}
			if root := pod.Spec.Containers[0].SecurityContext.ReadOnlyRootFilesystem; root == nil || !*root {
				t.Errorf("%s can write to its root file system", who)
			}
		}
	})
}

// The evaluator works: it forbids a pod that keeps its capabilities.
func TestPodSecurityForbids(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	pod := render(t, "base").deployment(t).Spec.Template
	pod.Spec.Containers[0].SecurityContext.Capabilities = nil
	result := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &pod.ObjectMeta, &pod.Spec))
	if !slices.Contains(result.ForbiddenReasons, "unrestricted capabilities") {
		t.Errorf("a pod that keeps its capabilities: forbidden for %q, want unrestricted capabilities", result.ForbiddenReasons)
	}
}
