// Package defaultroles has the roles and bindings that kube-apiserver creates when it starts, and the rules of the Node
// authorizer, of the release of k8s.io/kubernetes that a program is built with.
package defaultroles

import (
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"sort"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy"
)

const kubernetes = "k8s.io/kubernetes"

// Release names the upstream release whose code answers, as "v1.36.3".
func Release() string {
	build, _ := debug.ReadBuildInfo()
	for _, module := range build.Deps {
		if module.Path == kubernetes {
			return module.Version
		}
	}
	panic("the program was built without " + kubernetes)
}

// MadeFrom is Release with the name of the module.
func MadeFrom() string {
	return kubernetes + " " + Release()
}

// Policy is what kube-apiserver creates when it starts, in the order in which it creates it.
type Policy struct {
	ClusterRoles        []rbacv1.ClusterRole
	ClusterRoleBindings []rbacv1.ClusterRoleBinding
	Roles               []rbacv1.Role
	RoleBindings        []rbacv1.RoleBinding
}

// Bootstrap is the policy of a server whose feature gates are at their defaults.
func Bootstrap() Policy {
	policy := Policy{
		ClusterRoles: slices.Concat(bootstrappolicy.ClusterRoles(), bootstrappolicy.ControllerRoles()),
		ClusterRoleBindings: slices.Concat(
			bootstrappolicy.ClusterRoleBindings(), bootstrappolicy.ControllerRoleBindings()),
	}
	for _, namespace := range sortedKeys(bootstrappolicy.NamespaceRoles()) {
		policy.Roles = append(policy.Roles, bootstrappolicy.NamespaceRoles()[namespace]...)
	}
	for _, namespace := range sortedKeys(bootstrappolicy.NamespaceRoleBindings()) {
		policy.RoleBindings = append(policy.RoleBindings, bootstrappolicy.NamespaceRoleBindings()[namespace]...)
	}
	return policy
}

// NodeRules are the rules of the Node authorizer for what it does not treat individually.
func NodeRules() []rbacv1.PolicyRule {
	return bootstrappolicy.NodeRules()
}

// YAML is the policy as one would write it: aggregated ClusterRoles have their selectors and no rules.
func YAML() (string, error) {
	var text strings.Builder
	policy := Bootstrap()
	for _, role := range policy.ClusterRoles {
		writeHeader(&text, "ClusterRole", role.ObjectMeta)
		if role.AggregationRule != nil {
			text.WriteString("aggregationRule:\n  clusterRoleSelectors:\n")
			for _, selector := range role.AggregationRule.ClusterRoleSelectors {
				if len(selector.MatchExpressions) > 0 {
					return "", fmt.Errorf("ClusterRole %s aggregates by expressions, which this command does not write", role.Name)
				}
				fmt.Fprintf(&text, "  - {matchLabels: %s}\n", flowMap(selector.MatchLabels))
			}
		}
		writeRules(&text, role.Rules)
	}
	for _, role := range policy.Roles {
		writeHeader(&text, "Role", role.ObjectMeta)
		writeRules(&text, role.Rules)
	}
	for _, binding := range policy.ClusterRoleBindings {
		writeHeader(&text, "ClusterRoleBinding", binding.ObjectMeta)
		writeBinding(&text, binding.RoleRef, binding.Subjects)
	}
	for _, binding := range policy.RoleBindings {
		writeHeader(&text, "RoleBinding", binding.ObjectMeta)
		writeBinding(&text, binding.RoleRef, binding.Subjects)
	}
	return text.String(), nil
}

func writeHeader(text *strings.Builder, kind string, meta metav1.ObjectMeta) {
	fmt.Fprintf(text, "---\napiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n", rbacv1.SchemeGroupVersion, kind, scalar(meta.Name))
	if meta.Namespace != "" {
		fmt.Fprintf(text, "  namespace: %s\n", scalar(meta.Namespace))
	}
	if len(meta.Labels) > 0 {
		fmt.Fprintf(text, "  labels: %s\n", flowMap(meta.Labels))
	}
	if len(meta.Annotations) > 0 {
		fmt.Fprintf(text, "  annotations: %s\n", flowMap(meta.Annotations))
	}
}

func writeRules(text *strings.Builder, rules []rbacv1.PolicyRule) {
	if len(rules) == 0 {
		return
	}
	text.WriteString("rules:\n")
	for _, rule := range rules {
		var fields []string
		for _, field := range []struct {
			key    string
			values []string
		}{
			{"apiGroups", rule.APIGroups},
			{"resources", rule.Resources},
			{"resourceNames", rule.ResourceNames},
			{"nonResourceURLs", rule.NonResourceURLs},
			{"verbs", rule.Verbs},
		} {
			if len(field.values) > 0 {
				fields = append(fields, field.key+": "+flowList(field.values))
			}
		}
		fmt.Fprintf(text, "- {%s}\n", strings.Join(fields, ", "))
	}
}

func writeBinding(text *strings.Builder, ref rbacv1.RoleRef, subjects []rbacv1.Subject) {
	fmt.Fprintf(text, "roleRef: {apiGroup: %s, kind: %s, name: %s}\n", ref.APIGroup, ref.Kind, scalar(ref.Name))
	if len(subjects) == 0 {
		return
	}
	text.WriteString("subjects:\n")
	for _, subject := range subjects {
		fields := []string{"kind: " + subject.Kind, "name: " + scalar(subject.Name)}
		if subject.Namespace != "" {
			fields = append(fields, "namespace: "+scalar(subject.Namespace))
		}
		if subject.APIGroup != "" {
			fields = append(fields, "apiGroup: "+subject.APIGroup)
		}
		fmt.Fprintf(text, "- {%s}\n", strings.Join(fields, ", "))
	}
}

// plain holds the texts that are the same string without quotes, in YAML 1.1 too, where "y", "no" and "on" are not.
var plain = regexp.MustCompile(`^[a-z][A-Za-z0-9]*([./-][A-Za-z0-9]+)*$`)
var booleans = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null)$`)

func scalar(text string) string {
	if plain.MatchString(text) && !booleans.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

func flowList(values []string) string {
	scalars := make([]string, len(values))
	for i, value := range values {
		scalars[i] = scalar(value)
	}
	return "[" + strings.Join(scalars, ", ") + "]"
}

func flowMap(values map[string]string) string {
	pairs := make([]string, 0, len(values))
	for _, key := range sortedKeys(values) {
		pairs = append(pairs, scalar(key)+": "+scalar(values[key]))
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

func sortedKeys[V any](values map[string]V) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
