// Versions answers requests with the filters of the release of k8s.io/apiserver that it is built with, in front of an
// authorizer whose decisions follow from a seed and the check's attributes. So the answers of two releases differ only
// where their filters do. docs/conformance.md says how it is used.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"authz-playground.dev/oracle/fakeclock"
	"github.com/go-logr/logr"
	dto "github.com/prometheus/client_model/go"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/sets"
	auditinternal "k8s.io/apiserver/pkg/apis/audit"
	"k8s.io/apiserver/pkg/audit"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/endpoints/filters/impersonation"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/features"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/klog/v2"
	clocktesting "k8s.io/utils/clock/testing"
)

// scenario is one server and what it is asked, in order.
type scenario struct {
	Constrained bool      `json:"constrained"`
	Script      script    `json:"script"`
	Requests    []request `json:"requests"`
	// Repeat says how often the scenario is answered, each time by a new server.
	Repeat int `json:"repeat"`
}

// script says what the authorizer decides: shares of all checks, and what else there is about an answer.
type script struct {
	Seed  int     `json:"seed"`
	Allow float64 `json:"allow"`
	Deny  float64 `json:"deny"`
	// ByVerb decides alike about all checks with one verb.
	ByVerb bool `json:"byVerb"`
	// Errors puts an error beside one decision of eight.
	Errors bool `json:"errors"`
}

type request struct {
	Method    string      `json:"method"`
	URL       string      `json:"url"`
	Headers   [][2]string `json:"headers"`
	Requestor userInfo    `json:"requestor"`
	After     float64     `json:"after"`
}

// answered is what came of a scenario; Chance says that it came out in several ways.
type answered struct {
	Answers []answer `json:"answers"`
	Chance  bool     `json:"chance,omitempty"`
}

type answer struct {
	// Refused is set, and nothing else, where net/http does not read the request.
	Refused          bool              `json:"refused,omitempty"`
	Checks           []check           `json:"checks"`
	ImpersonatedUser *userInfo         `json:"impersonatedUser,omitempty"`
	Constraint       string            `json:"constraint,omitempty"`
	Annotations      map[string]string `json:"annotations,omitempty"`
	Code             int               `json:"code"`
	Message          string            `json:"message,omitempty"`
	// Metrics is what was added to counters, and to how many observations histograms have, by name and labels.
	Metrics counts `json:"metrics"`
}

type check struct {
	Phase         string   `json:"phase"`
	User          userInfo `json:"user"`
	Verb          string   `json:"verb,omitempty"`
	APIGroup      string   `json:"apiGroup,omitempty"`
	APIVersion    string   `json:"apiVersion,omitempty"`
	Resource      string   `json:"resource,omitempty"`
	Subresource   string   `json:"subresource,omitempty"`
	Namespace     string   `json:"namespace,omitempty"`
	Name          string   `json:"name,omitempty"`
	Path          string   `json:"path,omitempty"`
	FieldSelector []string `json:"fieldSelector,omitempty"`
	LabelSelector []string `json:"labelSelector,omitempty"`
	Decision      string   `json:"decision,omitempty"`
	Reason        string   `json:"reason,omitempty"`
	Error         string   `json:"error,omitempty"`
}

type userInfo struct {
	Username string              `json:"username"`
	UID      string              `json:"uid,omitempty"`
	Groups   []string            `json:"groups,omitempty"`
	Extra    map[string][]string `json:"extra,omitempty"`
}

// release is the first line of the output: what was built, and how the release comes.
type release struct {
	Module string `json:"module"`
	Gate   struct {
		Stage   string `json:"stage"`
		Default bool   `json:"default"`
	} `json:"gate"`
}

func main() {
	klog.SetLogger(logr.Discard())
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	buffered := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(thisRelease()); err != nil {
		return err
	}
	decoder := json.NewDecoder(in)
	for {
		var asked scenario
		if err := decoder.Decode(&asked); errors.Is(err, io.EOF) {
			return buffered.Flush()
		} else if err != nil {
			return err
		}
		if err := encoder.Encode(answerScenario(asked)); err != nil {
			return err
		}
	}
}

func thisRelease() release {
	var r release
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "k8s.io/apiserver" {
				r.Module = module.Version
			}
		}
	}
	spec := utilfeature.DefaultMutableFeatureGate.GetAll()[features.ConstrainedImpersonation]
	r.Gate.Stage, r.Gate.Default = string(spec.PreRelease), spec.Default
	return r
}

func answerScenario(asked scenario) answered {
	var first answered
	var printed []byte
	for i := range asked.Repeat {
		s := newServer(asked)
		again := answered{}
		var metrics []counts
		for _, sent := range asked.Requests {
			// Gathering takes longer than answering, and what is counted follows from what is compared.
			if i == 0 {
				before := counted()
				again.Answers = append(again.Answers, s.answer(sent))
				metrics = append(metrics, counted().since(before))
			} else {
				again.Answers = append(again.Answers, s.answer(sent))
			}
		}
		text, err := json.Marshal(again)
		if err != nil {
			panic(err)
		}
		if i == 0 {
			first, printed = again, text
			for j := range first.Answers {
				first.Answers[j].Metrics = metrics[j]
			}
		} else if !bytes.Equal(text, printed) {
			first.Chance = true
			return first
		}
	}
	return first
}

type server struct {
	handler http.Handler
	clock   *clocktesting.FakeClock
	checks  []check
}

func newServer(asked scenario) *server {
	s := &server{clock: clocktesting.NewFakeClock(time.Unix(1_700_000_000, 0))}
	scheme := runtime.NewScheme()
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	codecs := serializer.NewCodecFactory(scheme)
	done := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	chain := filters.WithAuthorization(done, s.scripted("request", asked.Script), codecs)
	if asked.Constrained {
		chain = impersonation.WithConstrainedImpersonation(chain, s.scripted("impersonation", asked.Script), codecs)
		fakeclock.Use(chain, s.clock)
	} else {
		chain = impersonation.WithImpersonation(chain, s.scripted("impersonation", asked.Script), codecs)
	}
	s.handler = filters.WithRequestInfo(chain, &genericapirequest.RequestInfoFactory{
		APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")})
	return s
}

func (s *server) scripted(phase string, script script) authorizer.AuthorizerFunc {
	return func(_ context.Context, attributes authorizer.Attributes) (authorizer.Decision, string, error) {
		asked := checkOf(phase, attributes)
		decision, reason, err := script.decide(asked)
		asked.Reason = reason
		switch decision {
		case authorizer.DecisionAllow:
			asked.Decision = "Allow"
		case authorizer.DecisionDeny:
			asked.Decision = "Deny"
		default:
			asked.Decision = "NoOpinion"
		}
		if err != nil {
			asked.Error = err.Error()
		}
		s.checks = append(s.checks, asked)
		return decision, reason, err
	}
}

func checkOf(phase string, attributes authorizer.Attributes) check {
	asked := check{
		Phase:       phase,
		User:        userInfoOf(attributes.GetUser()),
		Verb:        attributes.GetVerb(),
		APIGroup:    attributes.GetAPIGroup(),
		APIVersion:  attributes.GetAPIVersion(),
		Resource:    attributes.GetResource(),
		Subresource: attributes.GetSubresource(),
		Namespace:   attributes.GetNamespace(),
		Name:        attributes.GetName(),
	}
	if !attributes.IsResourceRequest() {
		asked.Path = attributes.GetPath()
	}
	if requirements, err := attributes.GetFieldSelector(); err == nil {
		for _, requirement := range requirements {
			asked.FieldSelector = append(asked.FieldSelector,
				fmt.Sprintf("%s %s %s", requirement.Field, requirement.Operator, requirement.Value))
		}
	}
	if requirements, err := attributes.GetLabelSelector(); err == nil {
		for _, requirement := range requirements {
			asked.LabelSelector = append(asked.LabelSelector, requirement.String())
		}
	}
	return asked
}

func userInfoOf(u user.Info) userInfo {
	return userInfo{Username: u.GetName(), UID: u.GetUID(), Groups: slices.Clone(u.GetGroups()), Extra: u.GetExtra()}
}

var reasons = []string{"", "because", "one & <two>\nlines", `policy "p" says so`}

// decide is a pure function of the script and the check.
func (s script) decide(asked check) (authorizer.Decision, string, error) {
	about := any(asked)
	if s.ByVerb {
		about = asked.Verb
	}
	text, err := json.Marshal([]any{s.Seed, about})
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(text)
	share := float64(binary.BigEndian.Uint64(sum[:8])) / math.MaxUint64
	reason := reasons[int(sum[8])%len(reasons)]
	if s.Errors && sum[9]%8 == 0 {
		err = errors.New("the authorizer stumbled")
	}
	switch {
	case share < s.Allow:
		return authorizer.DecisionAllow, reason, err
	case share < s.Allow+s.Deny:
		return authorizer.DecisionDeny, reason, err
	}
	return authorizer.DecisionNoOpinion, reason, err
}

func (s *server) answer(sent request) answer {
	s.clock.Step(time.Duration(sent.After * float64(time.Second)))
	var wire strings.Builder
	fmt.Fprintf(&wire, "%s %s HTTP/1.1\r\nHost: kubernetes\r\n", sent.Method, sent.URL)
	for _, header := range sent.Headers {
		fmt.Fprintf(&wire, "%s: %s\r\n", header[0], header[1])
	}
	received, err := http.ReadRequest(bufio.NewReader(strings.NewReader(wire.String() + "\r\n")))
	if err != nil || received.RequestURI != sent.URL {
		return answer{Refused: true}
	}

	ctx := audit.WithAuditContext(received.Context())
	event := &sink{}
	if err := audit.AuditContextFrom(ctx).Init(audit.RequestAuditConfig{Level: auditinternal.LevelMetadata}, event); err != nil {
		panic(err)
	}
	ctx = genericapirequest.WithUser(ctx, &user.DefaultInfo{
		Name: sent.Requestor.Username, UID: sent.Requestor.UID, Groups: sent.Requestor.Groups, Extra: sent.Requestor.Extra})
	s.checks = []check{}
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, received.WithContext(ctx))
	audit.AuditContextFrom(ctx).ProcessEventStage(ctx, auditinternal.StageResponseComplete)

	made := answer{Checks: s.checks, Code: recorder.Code, Annotations: event.last.Annotations}
	if impersonated := event.last.ImpersonatedUser; impersonated != nil {
		made.ImpersonatedUser = &userInfo{Username: impersonated.Username, UID: impersonated.UID, Groups: impersonated.Groups}
		for key, values := range impersonated.Extra {
			if made.ImpersonatedUser.Extra == nil {
				made.ImpersonatedUser.Extra = map[string][]string{}
			}
			made.ImpersonatedUser.Extra[key] = values
		}
	}
	if metadata := event.last.AuthenticationMetadata; metadata != nil {
		made.Constraint = metadata.ImpersonationConstraint
	}
	if recorder.Code != http.StatusOK {
		made.Message = messageOf(recorder.Body.Bytes())
	}
	return made
}

func messageOf(body []byte) string {
	var status metav1.Status
	if err := json.Unmarshal(body, &status); err != nil {
		return strings.TrimSuffix(string(body), "\n")
	}
	return status.Message
}

type sink struct{ last auditinternal.Event }

func (s *sink) ProcessEvents(events ...*auditinternal.Event) bool {
	for _, event := range events {
		s.last = *event.DeepCopy()
	}
	return true
}

// counts is the value of each counter, and of each histogram's count, by name and labels.
type counts map[string]float64

func (now counts) since(before counts) counts {
	less := counts{}
	for name, value := range now {
		if value != before[name] {
			less[name] = value - before[name]
		}
	}
	return less
}

// counted reads the metrics of the two filters. Those of a release that does not have them are not there.
func counted() counts {
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		panic(err)
	}
	values := counts{}
	for _, family := range families {
		name := family.GetName()
		if !strings.HasPrefix(name, "apiserver_impersonation_") && !strings.HasPrefix(name, "authorization_") {
			continue
		}
		for _, metric := range family.GetMetric() {
			if family.GetType() == dto.MetricType_HISTOGRAM {
				values[name+"_count"+labelsOf(metric)] = float64(metric.GetHistogram().GetSampleCount())
			} else {
				values[name+labelsOf(metric)] = metric.GetCounter().GetValue()
			}
		}
	}
	return values
}

func labelsOf(metric *dto.Metric) string {
	var labels []string
	for _, label := range metric.GetLabel() {
		labels = append(labels, fmt.Sprintf("%s=%q", label.GetName(), label.GetValue()))
	}
	slices.Sort(labels)
	return "{" + strings.Join(labels, ",") + "}"
}
