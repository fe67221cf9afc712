package main

import (
	"context"
	"net/http"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/features"
	podrest "k8s.io/kubernetes/pkg/registry/core/pod/rest"
)

// connector serves the requests that connect to a pod up to the point where kube-apiserver's own handlers have asked the
// authorizers: behind it no pod and no kubelet is looked for.
type connector struct {
	handlers map[string]http.Handler
}

// newConnector is nil where the gate is not set: then a scenario is about the filters alone.
func newConnector(gate *bool, a authorizer.Authorizer) (*connector, error) {
	if gate == nil {
		return nil, nil
	}
	set := map[string]bool{string(features.AuthorizePodWebsocketUpgradeCreatePermission): *gate}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(set); err != nil {
		return nil, err
	}
	c := &connector{handlers: map[string]http.Handler{}}
	for subresource, connecter := range map[string]rest.Connecter{
		"exec":        &podrest.ExecREST{Authorizer: a},
		"attach":      &podrest.AttachREST{Authorizer: a},
		"portforward": &podrest.PortForwardREST{Authorizer: a},
	} {
		scope := &handlers.RequestScope{
			Namer:      handlers.ContextBasedNaming{Namer: runtime.Namer(meta.NewAccessor())},
			Serializer: legacyscheme.Codecs, ParameterCodec: legacyscheme.ParameterCodec,
			Creater: legacyscheme.Scheme, Convertor: legacyscheme.Scheme, Typer: legacyscheme.Scheme,
			Resource: corev1.SchemeGroupVersion.WithResource("pods"), Subresource: subresource,
			Kind: corev1.SchemeGroupVersion.WithKind("Pod"), MetaGroupVersion: metav1.SchemeGroupVersion,
		}
		c.handlers[subresource] = handlers.ConnectResource(untilAuthorized{connecter}, scope, nil, "", true)
	}
	return c, nil
}

// untilAuthorized answers 200 where a connecter goes on after its authorization. Without options each of them refuses then.
type untilAuthorized struct{ rest.Connecter }

func (u untilAuthorized) NewConnectOptions() (runtime.Object, bool, string) { return nil, false, "" }

func (u untilAuthorized) Connect(ctx context.Context, name string, _ runtime.Object, responder rest.Responder) (http.Handler, error) {
	_, err := u.Connecter.Connect(ctx, name, nil, responder)
	if err != nil && (apierrors.ReasonForError(err) != metav1.StatusReasonUnknown || !strings.Contains(err.Error(), "nvalid options object")) {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }), nil
}

// handlerFor is the handler that kube-apiserver's routes have for a request that connects to a pod; nil for every other.
func (c *connector) handlerFor(r *http.Request) http.Handler {
	info, ok := genericapirequest.RequestInfoFrom(r.Context())
	if c == nil || !ok || (r.Method != http.MethodGet && r.Method != http.MethodPost) {
		return nil
	}
	path := "/api/v1/namespaces/" + info.Namespace + "/pods/" + info.Name + "/" + info.Subresource
	if info.Namespace == "" || info.Name == "" || strings.TrimSuffix(r.URL.Path, "/") != path {
		return nil
	}
	return c.handlers[info.Subresource]
}
