package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// applied is what `kubectl apply -f policy.yaml` does in an empty cluster.
type applied struct {
	// Prints is what stands on standard error in the end; empty where the exit code is 0.
	Prints string `json:"prints,omitempty"`
	// Refused are the updates that the API server refuses, of objects that stand in the text before.
	Refused []document `json:"refused,omitempty"`
	// Left are the RBAC objects that are there afterwards, in the order of their kinds, namespaces and names.
	Left []json.RawMessage `json:"left,omitempty"`
}

func (r *reader) apply(text string) (*applied, error) {
	r.server.store.clear()
	r.server.refused = nil
	ended, err := r.kubectl.apply(text)
	if err != nil {
		return nil, err
	}
	result := &applied{Prints: ended.message}
	for _, status := range r.server.refused {
		object := ""
		if status.Details != nil {
			object = named(status.Details.Kind, "", status.Details.Name)
		}
		result.Refused = append(result.Refused, document{
			Object: object, By: byAPIServer, Message: status.Message, Errors: errorsOf(status, nil, "")})
	}
	for _, key := range slices.Sorted(maps.Keys(r.server.store.objects)) {
		left, err := leftObject(r.server.store.objects[key].data)
		if err != nil {
			return nil, err
		}
		if left != nil {
			result.Left = append(result.Left, left)
		}
	}
	return result, nil
}

// leftObject is an object as JSON, without what the server and kubectl note about it.
func leftObject(data []byte) (json.RawMessage, error) {
	object, err := runtime.Decode(storageCodec, data)
	if err != nil {
		return nil, err
	}
	released, err := legacyscheme.Scheme.ConvertToVersion(object, rbacv1.SchemeGroupVersion)
	if err != nil {
		return nil, nil
	}
	meta := released.(metav1.Object)
	meta.SetManagedFields(nil)
	meta.SetUID("")
	meta.SetCreationTimestamp(metav1.Time{})
	annotations := maps.Clone(meta.GetAnnotations())
	delete(annotations, corev1.LastAppliedConfigAnnotation)
	meta.SetAnnotations(annotations)
	released.GetObjectKind().SetGroupVersionKind(rbacv1.SchemeGroupVersion.WithKind(released.GetObjectKind().GroupVersionKind().Kind))
	return json.Marshal(released)
}

// noteRefusal keeps what the server refused while kubectl applied. What is not there yet is no refusal.
func (s *apiServer) noteRefusal(request *http.Request, code int, body []byte) {
	var status metav1.Status
	if code < 400 || request.Method != http.MethodPatch || json.Unmarshal(body, &status) != nil {
		return
	}
	s.refused = append(s.refused, status)
}
