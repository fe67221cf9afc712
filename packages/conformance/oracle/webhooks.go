package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

var errRefusedConfiguration = errors.New("kube-apiserver refuses the configuration")

// tableEntry is one row of a webhook's table; docs/scenario.md describes it.
type tableEntry struct {
	Match struct {
		User                  *string           `json:"user"`
		UID                   *string           `json:"uid"`
		Groups                []string          `json:"groups"`
		ResourceAttributes    map[string]string `json:"resourceAttributes"`
		NonResourceAttributes map[string]string `json:"nonResourceAttributes"`
	} `json:"match"`
	Answer string `json:"answer"`
	Reason string `json:"reason"`
}

func readTable(table string) (map[string][]tableEntry, error) {
	entries := map[string][]tableEntry{}
	return entries, yaml.UnmarshalStrict([]byte(table), &entries)
}

// review is a SubjectAccessReview as a webhook receives it. In v1beta1 the groups have the name `group`.
type review struct {
	metav1.TypeMeta `json:",inline"`
	Spec            struct {
		User                  string         `json:"user"`
		UID                   string         `json:"uid"`
		Groups                []string       `json:"groups"`
		Group                 []string       `json:"group"`
		ResourceAttributes    map[string]any `json:"resourceAttributes"`
		NonResourceAttributes map[string]any `json:"nonResourceAttributes"`
	} `json:"spec"`
}

func (e tableEntry) matches(r review) bool {
	groups := append(r.Spec.Groups, r.Spec.Group...)
	agree := func(wanted map[string]string, given map[string]any) bool {
		if wanted != nil && given == nil {
			return false
		}
		for name, value := range wanted {
			if written, _ := given[name].(string); written != value {
				return false
			}
		}
		return true
	}
	return (e.Match.User == nil || *e.Match.User == r.Spec.User) &&
		(e.Match.UID == nil || *e.Match.UID == r.Spec.UID) &&
		!slices.ContainsFunc(e.Match.Groups, func(group string) bool { return !slices.Contains(groups, group) }) &&
		agree(e.Match.ResourceAttributes, r.Spec.ResourceAttributes) &&
		agree(e.Match.NonResourceAttributes, r.Spec.NonResourceAttributes)
}

// loopbackWebhook answers reviews from a table, and counts them.
type loopbackWebhook struct {
	name    string
	server  *httptest.Server
	reviews atomic.Int64
}

func startWebhook(name string, entries []tableEntry) *loopbackWebhook {
	started := &loopbackWebhook{name: name}
	started.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started.reviews.Add(1)
		var received review
		if err := json.NewDecoder(r.Body).Decode(&received); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var entry tableEntry
		if index := slices.IndexFunc(entries, func(e tableEntry) bool { return e.matches(received) }); index >= 0 {
			entry = entries[index]
		}
		w.Header().Set("Content-Type", "application/json")
		switch entry.Answer {
		case "Timeout":
			<-r.Context().Done()
		case "Error":
			if strings.HasSuffix(entry.Reason, ": EOF") {
				panic(http.ErrAbortHandler)
			}
			// An answer of a kind that kube-apiserver does not know is an error that names the kind.
			json.NewEncoder(w).Encode(map[string]any{"apiVersion": received.APIVersion, "kind": unknownKind(entry.Reason)})
		default:
			json.NewEncoder(w).Encode(map[string]any{
				"apiVersion": received.APIVersion, "kind": received.Kind, "spec": map[string]any{},
				"status": map[string]any{
					"allowed": entry.Answer == "Allow" || entry.Answer == "AllowAndDeny",
					"denied":  entry.Answer == "Deny" || entry.Answer == "AllowAndDeny", "reason": entry.Reason}})
		}
	}))
	return started
}

// unknownKind is the kind that the error of a call begins with.
func unknownKind(reason string) string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(reason, "no kind \""), "\"")
	return kind
}

// kubeconfig names the server by the webhook, so that errors do not depend on the port.
func (l *loopbackWebhook) kubeconfig() []byte {
	return fmt.Appendf(nil, strings.TrimSpace(`
apiVersion: v1
kind: Config
current-context: webhook
clusters: [{name: webhook, cluster: {server: %q}}]
contexts: [{name: webhook, context: {cluster: webhook, user: ""}}]
`), "http://"+l.name)
}
