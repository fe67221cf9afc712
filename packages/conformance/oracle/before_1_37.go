//go:build !kubernetes_1_37

package main

import (
	certificates "k8s.io/api/certificates/v1beta1"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/authorization/union"
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
