package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"authz-playground.dev/oracle/fakeclock"
	"golang.org/x/net/http/httpguts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	auditinternal "k8s.io/apiserver/pkg/apis/audit"
	"k8s.io/apiserver/pkg/audit"
	auditpolicy "k8s.io/apiserver/pkg/audit/policy"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/endpoints/filters/impersonation"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/auth/nodeidentifier"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/node"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy"
	clocktesting "k8s.io/utils/clock/testing"
)

// server is the part of kube-apiserver's chain of filters that decides about requests.
type server struct {
	handler http.Handler
	clock   *clocktesting.FakeClock
	checks  []check
	audited lastEvent
	chain   *chain
}

// namedAuthorizer has the name that kube-apiserver gives an authorizer, which reasons begin with from 1.37 on.
type namedAuthorizer struct {
	name       string
	authorizer authorizer.Authorizer
}

var privilegedGroup = namedAuthorizer{"kubernetes.io/system-privileged-group",
	authorizerfactory.NewPrivilegedGroups(user.SystemPrivilegedGroup)}

func newServer(made setting, p *policy) (*server, error) {
	s := &server{clock: clocktesting.NewFakeClock(time.Unix(1_700_000_000, 0))}
	all, err := s.authorizer(made, p)
	if err != nil {
		return nil, err
	}
	writer, err := newWriter(p, s.recording("handler", all))
	if err != nil {
		return nil, err
	}
	connector, err := newConnector(made.connections, s.recording("handler", all))
	if err != nil {
		return nil, err
	}
	done := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if handler := connector.handlerFor(r); handler != nil {
			handler.ServeHTTP(w, r)
			return
		}
		if handler := writer.handlerFor(r); handler != nil {
			handler.ServeHTTP(w, r)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
	chain := filters.WithAuthorization(done, s.recording("request", all), legacyscheme.Codecs)
	if made.constrained {
		chain = impersonation.WithConstrainedImpersonation(chain, s.recording("impersonation", all), legacyscheme.Codecs)
		fakeclock.Use(chain, s.clock)
	} else {
		chain = impersonation.WithImpersonation(chain, s.recording("impersonation", all), legacyscheme.Codecs)
	}
	chain = filters.WithAudit(chain, &s.audited,
		auditpolicy.NewFakePolicyRuleEvaluator(auditinternal.LevelMetadata, nil), nil)
	s.handler = filters.WithRequestInfo(chain, &genericapirequest.RequestInfoFactory{
		APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")})
	return s, nil
}

// authorizer is the chain of the AuthorizationConfiguration, else of the modes.
func (s *server) authorizer(made setting, p *policy) (authorizer.Authorizer, error) {
	rules := rbac.New(p, p, p, p)
	nodes := node.NewAuthorizer(made.graph, nodeidentifier.NewDefaultNodeIdentifier(), bootstrappolicy.NodeRules())
	if made.config != "" {
		configured, err := newChain(made.config, made.table, rules, nodes, s.clock)
		if err != nil {
			return nil, err
		}
		s.chain = configured
		return configured.authorizer, nil
	}
	authorizers := []namedAuthorizer{privilegedGroup}
	for _, mode := range made.modes {
		switch mode {
		case "Node":
			authorizers = append(authorizers, namedAuthorizer{"node", nodes})
		case "RBAC":
			authorizers = append(authorizers, namedAuthorizer{"rbac", rules})
		default:
			return nil, fmt.Errorf("the authorization mode %q is not played", mode)
		}
	}
	return unionOf(authorizers)
}

// Close ends the webhooks, where there are any.
func (s *server) Close() {
	if s.chain != nil {
		s.chain.Close()
	}
}

func (s *server) recording(phase string, a authorizer.Authorizer) authorizer.Authorizer {
	return authorizer.AuthorizerFunc(func(ctx context.Context, attributes authorizer.Attributes) (authorizer.Decision, string, error) {
		decision, reason, err := a.Authorize(ctx, attributes)
		recorded := check{
			Phase:       phase,
			User:        userInfoOf(attributes.GetUser()),
			Verb:        attributes.GetVerb(),
			APIGroup:    attributes.GetAPIGroup(),
			APIVersion:  attributes.GetAPIVersion(),
			Resource:    attributes.GetResource(),
			Subresource: attributes.GetSubresource(),
			Namespace:   attributes.GetNamespace(),
			Name:        attributes.GetName(),
			Decision:    decisionName(decision),
			Reason:      reason,
		}
		if !attributes.IsResourceRequest() {
			recorded.Path = attributes.GetPath()
		}
		if requirements, err := attributes.GetFieldSelector(); err == nil {
			for _, requirement := range requirements {
				recorded.FieldSelector = append(recorded.FieldSelector,
					fmt.Sprintf("%s %s %s", requirement.Field, requirement.Operator, requirement.Value))
			}
		}
		if requirements, err := attributes.GetLabelSelector(); err == nil {
			for _, requirement := range requirements {
				recorded.LabelSelector = append(recorded.LabelSelector, requirement.String())
			}
		}
		s.checks = append(s.checks, recorded)
		return decision, reason, err
	})
}

func decisionName(decision authorizer.Decision) string {
	switch decision {
	case authorizer.DecisionAllow:
		return "Allow"
	case authorizer.DecisionDeny:
		return "Deny"
	case authorizer.DecisionNoOpinion:
		return "NoOpinion"
	}
	return fmt.Sprint(decision)
}

func userInfoOf(u user.Info) userInfo {
	return userInfo{Username: u.GetName(), UID: u.GetUID(), Groups: slices.Clone(u.GetGroups()), Extra: u.GetExtra()}
}

// errNoRequest says that net/http refuses a request before any filter sees it, or changes it on the way.
var errNoRequest = errors.New("net/http refuses the request")

// answer serves one request.
func (s *server) answer(sent request, requestor userInfo) (answer, error) {
	s.clock.Step(time.Duration(math.Round(sent.After * float64(time.Second))))
	received, err := receive(sent)
	if err != nil {
		return answer{}, err
	}
	ctx := audit.WithAuditContext(received.Context())
	ctx = genericapirequest.WithUser(ctx, &user.DefaultInfo{
		Name: requestor.Username, UID: requestor.UID, Groups: requestor.Groups, Extra: requestor.Extra})
	s.checks, s.audited = []check{}, lastEvent{}
	before := counted()
	var chainBefore chainCounts
	if s.chain != nil {
		chainBefore = s.chain.counted()
	}
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, received.WithContext(ctx))

	answered := answer{Checks: s.checks, Code: recorder.Code, Metrics: counted().since(before)}
	if s.chain != nil {
		answered.Chain = s.chain.countedSince(chainBefore)
	}
	if err := answered.noteAudited(s.audited); err != nil {
		return answer{}, err
	}
	if recorder.Code != http.StatusOK && recorder.Code != http.StatusCreated {
		answered.Message = messageOf(recorder)
	}
	return answered, nil
}

// receive parses a request as net/http's server does, with the tests that it makes after parsing.
func receive(sent request) (*http.Request, error) {
	var wire strings.Builder
	fmt.Fprintf(&wire, "%s %s HTTP/1.1\r\nHost: kubernetes\r\n", sent.Method, sent.URL)
	for _, header := range sent.Headers {
		fmt.Fprintf(&wire, "%s: %s\r\n", header[0], header[1])
	}
	wire.WriteString("\r\n")
	if wire.Len() > http.DefaultMaxHeaderBytes {
		return nil, errNoRequest
	}
	received, err := http.ReadRequest(bufio.NewReader(strings.NewReader(wire.String())))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errNoRequest, err)
	}
	count := 0
	for name, values := range received.Header {
		if !httpguts.ValidHeaderFieldName(name) {
			return nil, fmt.Errorf("%w: header %q", errNoRequest, name)
		}
		for _, value := range values {
			count++
			if !httpguts.ValidHeaderFieldValue(value) || !slices.ContainsFunc(sent.Headers, func(header [2]string) bool {
				return header[1] == value
			}) {
				return nil, fmt.Errorf("%w: the value of header %q", errNoRequest, name)
			}
		}
	}
	if received.Method != sent.Method || received.RequestURI != sent.URL || count != len(sent.Headers) || sent.URL == "*" {
		return nil, fmt.Errorf("%w: it does not arrive as it was sent", errNoRequest)
	}
	if sent.Body != "" {
		received.Body, received.ContentLength = io.NopCloser(strings.NewReader(sent.Body)), int64(len(sent.Body))
	}
	return received, nil
}

// messageOf is the message of a Status, or the text that the API server answers where it does not send a Status.
func messageOf(recorder *httptest.ResponseRecorder) string {
	var status metav1.Status
	if err := json.Unmarshal(recorder.Body.Bytes(), &status); err != nil {
		return strings.TrimSuffix(recorder.Body.String(), "\n")
	}
	return status.Message
}
