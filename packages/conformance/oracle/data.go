package main

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy"
)

// madeFrom names the upstream release whose code answers. It must be the version of k8s.io/kubernetes in go.mod.
const madeFrom = "k8s.io/kubernetes v1.36.3"

// defaultPolicy is what kube-apiserver creates when it starts, in the order in which it creates it.
type defaultPolicy struct {
	clusterRoles        []rbacv1.ClusterRole
	clusterRoleBindings []rbacv1.ClusterRoleBinding
	roles               []rbacv1.Role
	roleBindings        []rbacv1.RoleBinding
}

func bootstrapPolicy() defaultPolicy {
	policy := defaultPolicy{
		clusterRoles: slices.Concat(bootstrappolicy.ClusterRoles(), bootstrappolicy.ControllerRoles()),
		clusterRoleBindings: slices.Concat(
			bootstrappolicy.ClusterRoleBindings(), bootstrappolicy.ControllerRoleBindings()),
	}
	for _, namespace := range sortedKeys(bootstrappolicy.NamespaceRoles()) {
		policy.roles = append(policy.roles, bootstrappolicy.NamespaceRoles()[namespace]...)
	}
	for _, namespace := range sortedKeys(bootstrappolicy.NamespaceRoleBindings()) {
		policy.roleBindings = append(policy.roleBindings, bootstrappolicy.NamespaceRoleBindings()[namespace]...)
	}
	return policy
}

func writeNodeRules(out io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(struct {
		MadeFrom string              `json:"madeFrom"`
		Rules    []rbacv1.PolicyRule `json:"rules"`
	}{madeFrom, bootstrappolicy.NodeRules()})
}

const defaultRolesHeader = `/** The release whose code gave the roles. */
export const MADE_FROM = '%s'

/**
 * The roles and bindings that kube-apiserver creates when it starts (feature gates at their defaults), as one would
 * write them: aggregated ClusterRoles have their selectors and no rules. Written by "pnpm conformance:data".
 */
export const DEFAULT_ROLES = ` + "`" + `# Default roles and bindings of %s.
`

// writeDefaultRoles writes a TypeScript module, since neither Node nor tsx imports YAML.
func writeDefaultRoles(out io.Writer) error {
	var text strings.Builder
	policy := bootstrapPolicy()
	for _, role := range policy.clusterRoles {
		writeHeader(&text, "ClusterRole", role.ObjectMeta)
		if role.AggregationRule != nil {
			text.WriteString("aggregationRule:\n  clusterRoleSelectors:\n")
			for _, selector := range role.AggregationRule.ClusterRoleSelectors {
				if len(selector.MatchExpressions) > 0 {
					return fmt.Errorf("ClusterRole %s aggregates by expressions, which this command does not write", role.Name)
				}
				fmt.Fprintf(&text, "  - {matchLabels: %s}\n", flowMap(selector.MatchLabels))
			}
		}
		writeRules(&text, role.Rules)
	}
	for _, role := range policy.roles {
		writeHeader(&text, "Role", role.ObjectMeta)
		writeRules(&text, role.Rules)
	}
	for _, binding := range policy.clusterRoleBindings {
		writeHeader(&text, "ClusterRoleBinding", binding.ObjectMeta)
		writeBinding(&text, binding.RoleRef, binding.Subjects)
	}
	for _, binding := range policy.roleBindings {
		writeHeader(&text, "RoleBinding", binding.ObjectMeta)
		writeBinding(&text, binding.RoleRef, binding.Subjects)
	}
	if strings.ContainsAny(text.String(), "`\\$") {
		return fmt.Errorf("the roles hold a character that a template literal would not keep")
	}
	version := madeFrom[strings.LastIndex(madeFrom, " ")+1:]
	_, err := fmt.Fprintf(out, defaultRolesHeader+"%s`\n", madeFrom, "Kubernetes "+version, text.String())
	return err
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
