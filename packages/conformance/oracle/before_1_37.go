//go:build !kubernetes_1_37

package main

import (
	certificates "k8s.io/api/certificates/v1beta1"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/authorization/union"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/registry/authorization/localsubjectaccessreview"
	"k8s.io/kubernetes/pkg/registry/authorization/selfsubjectaccessreview"
	"k8s.io/kubernetes/pkg/registry/authorization/subjectaccessreview"
)

// What 1.37 has otherwise, as the releases before it have it.

type podCertificateRequest = certificates.PodCertificateRequest

var certificatesVersion = certificates.SchemeGroupVersion

func unionOf(authorizers []namedAuthorizer) (authorizer.Authorizer, error) {
	var unnamed []authorizer.Authorizer
	for _, one := range authorizers {
		unnamed = append(unnamed, one.authorizer)
	}
	return union.New(unnamed...), nil
}

// reviewCreaters create the reviews, by their kinds.
func reviewCreaters(a authorizer.Authorizer) map[string]rest.Creater {
	return map[string]rest.Creater{
		"SubjectAccessReview":      subjectaccessreview.NewREST(a),
		"LocalSubjectAccessReview": localsubjectaccessreview.NewREST(a),
		"SelfSubjectAccessReview":  selfsubjectaccessreview.NewREST(a),
	}
}

// give gives a plugin of admission the authorizer that it asks.
func give(plugin any, a authorizer.Authorizer) {
	plugin.(interface {
		SetAuthorizer(authorizer.Authorizer)
	}).SetAuthorizer(a)
}
