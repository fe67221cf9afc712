//go:build kubernetes_1_37

package main

import (
	certificates "k8s.io/api/certificates/v1"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/authorization/union"
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
