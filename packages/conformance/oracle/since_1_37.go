//go:build kubernetes_1_37

package main

import (
	certificates "k8s.io/api/certificates/v1"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/authorization/union"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/registry/authorization/localsubjectaccessreview"
	"k8s.io/kubernetes/pkg/registry/authorization/selfsubjectaccessreview"
	"k8s.io/kubernetes/pkg/registry/authorization/subjectaccessreview"
)

// What 1.37 has otherwise than the releases before it.

type podCertificateRequest = certificates.PodCertificateRequest

var certificatesVersion = certificates.SchemeGroupVersion

func unionOf(authorizers []namedAuthorizer) (authorizer.Authorizer, error) {
	var named []union.NamedAuthorizer
	for _, one := range authorizers {
		named = append(named, union.NamedAuthorizer{AuthorizerName: one.name, Authorizer: one.authorizer})
	}
	return union.New(named...)
}

// reviewCreaters create the reviews, by their kinds.
func reviewCreaters(a authorizer.Authorizer) map[string]rest.Creater {
	return map[string]rest.Creater{
		"SubjectAccessReview":      subjectaccessreview.NewREST(a, legacyscheme.Scheme),
		"LocalSubjectAccessReview": localsubjectaccessreview.NewREST(a, legacyscheme.Scheme),
		"SelfSubjectAccessReview":  selfsubjectaccessreview.NewREST(a, legacyscheme.Scheme),
	}
}

// give gives a plugin of admission the authorizer that it asks.
func give(plugin any, a authorizer.Authorizer) {
	plugin.(interface {
		SetUnconditionalAuthorizer(authorizer.UnconditionalAuthorizer)
	}).SetUnconditionalAuthorizer(a)
}
