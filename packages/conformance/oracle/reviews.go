package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	authorizationv1 "k8s.io/api/authorization/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/handlers/responsewriters"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/authorization"
	_ "k8s.io/kubernetes/pkg/apis/authorization/install"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
)

// reviewing is a policy with reviews that ask about it and with writes whose steps after authorization ask about it;
// docs/conformance.md describes the format.
type reviewing struct {
	ID      string     `json:"id"`
	Policy  string     `json:"policy"`
	Reviews []reviewed `json:"reviews"`
	Steps   []step     `json:"steps"`
	unanswered
}

// reviewed is one review that a user creates.
type reviewed struct {
	Sender userInfo        `json:"sender"`
	Review json.RawMessage `json:"review"`
	Code   int             `json:"code"`
	// Status is that of the review, as the API server sends it.
	Status json.RawMessage `json:"status,omitempty"`
	// Message is that of a refusal.
	Message string `json:"message,omitempty"`
}

// answerReviews answers the reviews and the writes of one policy.
func answerReviews(line []byte) (any, error) {
	asked := &reviewing{}
	return answerAbout(line, asked, &asked.Policy, &asked.unanswered, func(read *policy) error {
		all, err := unionOf([]namedAuthorizer{privilegedGroup, {"rbac", rbac.New(read, read, read, read)}})
		if err != nil {
			return err
		}
		for i, one := range asked.Reviews {
			if asked.Reviews[i], err = one.answeredBy(all); err != nil {
				return err
			}
		}
		for i, one := range asked.Steps {
			if asked.Steps[i], err = one.answeredBy(all); err != nil {
				return err
			}
		}
		return nil
	})
}

// answeredBy creates the review, as its handler does after decoding it.
func (r reviewed) answeredBy(a authorizer.Authorizer) (reviewed, error) {
	object, kind, err := legacyscheme.Codecs.UniversalDecoder().Decode(r.Review, nil, nil)
	if err != nil {
		return r, err
	}
	creater := reviewCreaters(a)[kind.Kind]
	if creater == nil {
		return r, fmt.Errorf("%s is not a review", kind.Kind)
	}
	ctx := genericapirequest.WithUser(context.Background(), userOf(r.Sender))
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{IsResourceRequest: true, Verb: "create",
		APIGroup: kind.Group, APIVersion: kind.Version, Resource: strings.ToLower(kind.Kind) + "s"})
	if local, ok := object.(*authorization.LocalSubjectAccessReview); ok {
		ctx = genericapirequest.WithNamespace(ctx, local.Namespace)
	}
	created, err := creater.Create(ctx, object, nil, &metav1.CreateOptions{})
	if err != nil {
		status := responsewriters.ErrorToAPIStatus(err)
		r.Code, r.Message = int(status.Code), status.Message
		return r, nil
	}
	r.Code = 201
	r.Status, err = statusOf(created)
	return r, err
}

// statusOf is the status of a created review, as the API server encodes it.
func statusOf(created runtime.Object) (json.RawMessage, error) {
	released, err := legacyscheme.Scheme.ConvertToVersion(created, authorizationv1.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(released)
	if err != nil {
		return nil, err
	}
	var whole struct {
		Status json.RawMessage `json:"status"`
	}
	err = json.Unmarshal(encoded, &whole)
	return whole.Status, err
}

func userOf(u userInfo) user.Info {
	return &user.DefaultInfo{Name: u.Username, UID: u.UID, Groups: u.Groups, Extra: u.Extra}
}
