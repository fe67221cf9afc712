// Connecting asks the handlers by which clients connect to pods, in the release of Kubernetes that it is built with: which verb
// they ask their authorizer for, and what the client gets. docs/conformance.md says how it is used.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"

	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/handlers/responsewriters"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	_ "k8s.io/kubernetes/pkg/features"
	podrest "k8s.io/kubernetes/pkg/registry/core/pod/rest"
)

const gate = "AuthorizePodWebsocketUpgradeCreatePermission"

type answered struct {
	Subresource string   `json:"subresource"`
	Method      string   `json:"method"`
	Gate        string   `json:"gate"`
	Create      string   `json:"create"`
	Asked       []string `json:"asked"`
	Code        int      `json:"code"`
	Message     string   `json:"message,omitempty"`
}

// answers are those of an authorizer about create. It allows every other verb.
var answers = map[string]func() (authorizer.Decision, string, error){
	"Allow":             func() (authorizer.Decision, string, error) { return authorizer.DecisionAllow, "", nil },
	"NoOpinion":         func() (authorizer.Decision, string, error) { return authorizer.DecisionNoOpinion, "", nil },
	"NoOpinion, reason": func() (authorizer.Decision, string, error) { return authorizer.DecisionNoOpinion, "no rule", nil },
	"Deny, reason":      func() (authorizer.Decision, string, error) { return authorizer.DecisionDeny, "not now", nil },
	"NoOpinion, error": func() (authorizer.Decision, string, error) {
		return authorizer.DecisionNoOpinion, "", errors.New("no answer")
	},
}

func main() {
	encoder := json.NewEncoder(os.Stdout)
	for _, state := range []string{"default", "true", "false"} {
		if state != "default" {
			if _, known := utilfeature.DefaultMutableFeatureGate.GetAll()[featuregate.Feature(gate)]; !known {
				continue
			}
			if err := utilfeature.DefaultMutableFeatureGate.Set(gate + "=" + state); err != nil {
				fail(err)
			}
		}
		for _, subresource := range []string{"exec", "attach", "portforward"} {
			for _, method := range []string{"GET", "POST"} {
				for _, create := range []string{"Allow", "NoOpinion", "NoOpinion, reason", "Deny, reason", "NoOpinion, error"} {
					one := ask(subresource, method, create)
					one.Gate = state
					if err := encoder.Encode(one); err != nil {
						fail(err)
					}
				}
			}
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func ask(subresource, method, create string) answered {
	one := answered{Subresource: subresource, Method: method, Create: create, Asked: []string{}}
	verb := map[string]string{"GET": "get", "POST": "create"}[method]
	ctx := genericapirequest.WithUser(context.Background(), &user.DefaultInfo{Name: "ann"})
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{IsResourceRequest: true, Verb: verb, APIVersion: "v1",
		Resource: "pods", Subresource: subresource, Namespace: "prod", Name: "web"})
	recorded := authorizer.AuthorizerFunc(func(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
		one.Asked = append(one.Asked, a.GetVerb())
		return answers[create]()
	})
	err := connect(subresource, ctx, recorded)
	// Without options each handler refuses once it is past its authorization.
	if err != nil && strings.Contains(err.Error(), "nvalid options object") {
		one.Code = http.StatusOK
		return one
	}
	if err == nil {
		fail(errors.New("a handler without options did not refuse"))
	}
	status := responsewriters.ErrorToAPIStatus(err)
	one.Code, one.Message = int(status.Code), status.Message
	return one
}

func connect(subresource string, ctx context.Context, a authorizer.Authorizer) error {
	var err error
	switch subresource {
	case "exec":
		handler := &podrest.ExecREST{}
		setAuthorizer(handler, a)
		_, err = handler.Connect(ctx, "web", nil, nil)
	case "attach":
		handler := &podrest.AttachREST{}
		setAuthorizer(handler, a)
		_, err = handler.Connect(ctx, "web", nil, nil)
	case "portforward":
		handler := &podrest.PortForwardREST{}
		setAuthorizer(handler, a)
		_, err = handler.Connect(ctx, "web", nil, nil)
	}
	return err
}

// setAuthorizer gives a handler its authorizer where the release has one there: until 1.34 none does.
func setAuthorizer(handler any, a authorizer.Authorizer) {
	if field := reflect.ValueOf(handler).Elem().FieldByName("Authorizer"); field.IsValid() {
		field.Set(reflect.ValueOf(a))
	}
}
