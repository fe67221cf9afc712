package main

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/initializer"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/apis/certificates"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/registry/certificates/podcertificaterequest"
	"k8s.io/kubernetes/plugin/pkg/admission/certificates/approval"
	"k8s.io/kubernetes/plugin/pkg/admission/certificates/ctbattest"
	"k8s.io/kubernetes/plugin/pkg/admission/certificates/signing"
	"k8s.io/kubernetes/plugin/pkg/admission/gc"
	clocktesting "k8s.io/utils/clock/testing"
)

// step is a write that authorization has allowed, and what a step after that asks and answers.
type step struct {
	User userInfo `json:"user"`
	// Write is one of those of `writes`.
	Write  string `json:"write"`
	Signer string `json:"signer,omitempty"`
	// Owner is the owner that a pod gets, which blocks the deletion of the owner; Namespace is that of the pod.
	Owner     *owner `json:"owner,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	// Checks are those that the step asked, in their order.
	Checks []check `json:"checks"`
	// Message is that of the refusal; empty where the step let the write pass.
	Message string `json:"message,omitempty"`
}

type owner struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
}

// writes are those whose steps ask the authorizers.
var writes = map[string]func(context.Context, step, authorizer.Authorizer) error{
	"approve a certificate":      approves,
	"sign a certificate":         signs,
	"attest a trust bundle":      attests,
	"issue to a pod":             issues,
	"create a pod with an owner": func(ctx context.Context, s step, a authorizer.Authorizer) error { return owns(ctx, s, a, true) },
	"give an owner to a pod":     func(ctx context.Context, s step, a authorizer.Authorizer) error { return owns(ctx, s, a, false) },
}

func (s step) answeredBy(a authorizer.Authorizer) (step, error) {
	write := writes[s.Write]
	if write == nil {
		return s, fmt.Errorf("%q is not a write of a step", s.Write)
	}
	recorder := &server{checks: []check{}}
	s.Message = ""
	if err := write(context.Background(), s, recorder.recording("handler", a)); err != nil {
		s.Message = err.Error()
	}
	s.Checks = recorder.checks
	return s, nil
}

func (s step) certificate() *certificates.CertificateSigningRequest {
	request := &certificates.CertificateSigningRequest{ObjectMeta: metav1.ObjectMeta{Name: "c"}}
	request.Spec.SignerName = s.Signer
	return request
}

func (s step) attributes(object, old runtime.Object, kind, resource, subresource, namespace, name string) admission.Attributes {
	operation := admission.Update
	var options runtime.Object = &metav1.UpdateOptions{}
	if old == nil {
		operation, options = admission.Create, &metav1.CreateOptions{}
	}
	version := certificates.SchemeGroupVersion
	if kind == "Pod" {
		version = core.SchemeGroupVersion
	}
	return admission.NewAttributesRecord(object, old, schema.GroupVersionKind{Group: version.Group, Version: "v1", Kind: kind}, namespace, name,
		schema.GroupVersionResource{Group: version.Group, Version: "v1", Resource: resource}, subresource, operation, options, false, userOf(s.User))
}

func approves(ctx context.Context, s step, a authorizer.Authorizer) error {
	plugin := approval.NewPlugin()
	give(plugin, a)
	request := s.certificate()
	return plugin.Validate(ctx, s.attributes(request, request, "CertificateSigningRequest", "certificatesigningrequests", "approval", "", "c"), nil)
}

func signs(ctx context.Context, s step, a authorizer.Authorizer) error {
	plugin := signing.NewPlugin()
	give(plugin, a)
	signed := s.certificate()
	signed.Status.Certificate = []byte("a certificate")
	return plugin.Validate(ctx, s.attributes(signed, s.certificate(), "CertificateSigningRequest", "certificatesigningrequests", "status", "", "c"), nil)
}

func attests(ctx context.Context, s step, a authorizer.Authorizer) error {
	if err := utilfeature.DefaultMutableFeatureGate.Set(string(features.ClusterTrustBundle) + "=true"); err != nil {
		return err
	}
	plugin := ctbattest.NewPlugin()
	give(plugin, a)
	plugin.InspectFeatureGates(utilfeature.DefaultFeatureGate)
	bundle := &certificates.ClusterTrustBundle{ObjectMeta: metav1.ObjectMeta{Name: "b"}}
	bundle.Spec.SignerName = s.Signer
	return plugin.Validate(ctx, s.attributes(bundle, nil, "ClusterTrustBundle", "clustertrustbundles", "", "", "b"), nil)
}

// issues is no admission: the strategy of the status of PodCertificateRequests asks.
func issues(ctx context.Context, s step, a authorizer.Authorizer) error {
	now := time.Unix(1_700_000_000, 0)
	strategy := podcertificaterequest.NewStatusStrategy(podcertificaterequest.NewStrategy(), a, clocktesting.NewFakePassiveClock(now))
	old := &certificates.PodCertificateRequest{ObjectMeta: metav1.ObjectMeta{Name: "p", Namespace: "prod", ResourceVersion: "1"}}
	old.Spec.SignerName = s.Signer
	denied := old.DeepCopy()
	denied.Status.Conditions = []metav1.Condition{{Type: certificates.PodCertificateRequestConditionTypeDenied, Status: metav1.ConditionTrue,
		Reason: "No", LastTransitionTime: metav1.NewTime(now)}}
	errs := strategy.ValidateUpdate(genericapirequest.WithUser(ctx, userOf(s.User)), denied, old)
	if len(errs) == 0 {
		return nil
	}
	for _, one := range errs {
		if one.Type != field.ErrorTypeForbidden {
			panic(one)
		}
	}
	return apierrors.NewInvalid(certificates.Kind("PodCertificateRequest"), old.Name, errs)
}

// owns lets a pod have an owner whose deletion it blocks. A new owner of a stored pod needs the right to delete the pod, too.
func owns(ctx context.Context, s step, a authorizer.Authorizer, isNew bool) error {
	plugins := admission.NewPlugins()
	gc.Register(plugins)
	plugin, err := plugins.InitPlugin(gc.PluginName, nil, admission.PluginInitializers{givesAuthorizer{a}})
	if err != nil {
		return err
	}
	blocks := true
	pod := &core.Pod{ObjectMeta: metav1.ObjectMeta{Name: "w", Namespace: s.Namespace, OwnerReferences: []metav1.OwnerReference{{
		APIVersion: s.Owner.APIVersion, Kind: s.Owner.Kind, Name: s.Owner.Name, UID: types.UID("1"), BlockOwnerDeletion: &blocks}}}}
	var old runtime.Object
	if !isNew {
		old = &core.Pod{ObjectMeta: metav1.ObjectMeta{Name: "w", Namespace: s.Namespace}}
	}
	return plugin.(admission.ValidationInterface).Validate(ctx, s.attributes(pod, old, "Pod", "pods", "", s.Namespace, "w"), nil)
}

// givesAuthorizer initializes the plugin of owners, over a few kinds.
type givesAuthorizer struct{ authorizer.Authorizer }

func (g givesAuthorizer) Initialize(plugin admission.Interface) {
	give(plugin, g.Authorizer)
	mapper := meta.NewDefaultRESTMapper(nil)
	for _, one := range []struct {
		group, version, kind string
		scope                meta.RESTScope
	}{
		{"", "v1", "Node", meta.RESTScopeRoot},
		{"", "v1", "ConfigMap", meta.RESTScopeNamespace},
		{"apps", "v1", "ReplicaSet", meta.RESTScopeNamespace},
		{"example.com", "v1", "Widget", meta.RESTScopeNamespace},
		{"example.com", "v1", "Factory", meta.RESTScopeNamespace},
	} {
		mapper.Add(schema.GroupVersionKind{Group: one.group, Version: one.version, Kind: one.kind}, one.scope)
	}
	plugin.(initializer.WantsRESTMapper).SetRESTMapper(mapper)
}
