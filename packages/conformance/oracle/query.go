package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	authorizationv1 "k8s.io/api/authorization/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/authorization/union"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/cli-runtime/pkg/printers"
	authorizationv1client "k8s.io/client-go/kubernetes/typed/authorization/v1"
	"k8s.io/kubectl/pkg/cmd/auth"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/authorization"
	_ "k8s.io/kubernetes/pkg/apis/authorization/install"
	"k8s.io/kubernetes/pkg/auth/nodeidentifier"
	"k8s.io/kubernetes/pkg/registry/authorization/selfsubjectrulesreview"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/node"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy"
)

// querying is a policy with questions about it, and their answers; docs/conformance.md describes the format.
type querying struct {
	ID      string    `json:"id"`
	Cluster *cluster  `json:"cluster,omitempty"`
	Policy  string    `json:"policy"`
	WhoCan  []whoCan  `json:"whoCan"`
	Rules   []rulesOf `json:"rules"`
	unanswered
}

// whoCan asks for the subjects that may do something. A question has no user.
type whoCan struct {
	Verb        string `json:"verb"`
	APIGroup    string `json:"apiGroup,omitempty"`
	Resource    string `json:"resource,omitempty"`
	Subresource string `json:"subresource,omitempty"`
	Namespace   string `json:"namespace,omitempty"`
	Name        string `json:"name,omitempty"`
	Path        string `json:"path,omitempty"`
	// Subjects are in upstream's order, with repetitions.
	Subjects []subject `json:"subjects"`
	Error    string    `json:"error,omitempty"`
}

type subject struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
}

// rulesOf asks for the rules of a user in a namespace.
type rulesOf struct {
	User      userInfo `json:"user"`
	Namespace string   `json:"namespace"`
	// Status is that of the SelfSubjectRulesReview, as the API server sends it.
	Status json.RawMessage `json:"status,omitempty"`
	// Out and Err are what `kubectl auth can-i --list` prints.
	Out       string `json:"out"`
	Err       string `json:"err,omitempty"`
	NoHeaders bool   `json:"noHeaders,omitempty"`
}

// answerQueries answers the questions about one policy.
func answerQueries(line []byte) (any, error) {
	asked := &querying{}
	return answerAbout(line, asked, &asked.Policy, &asked.unanswered, asked.answer)
}

func (asked *querying) answer(read *policy) error {
	modes := []string{"RBAC"}
	if c := asked.Cluster; c != nil {
		if len(c.AuthorizationModes) > 0 {
			modes = c.AuthorizationModes
		}
		if c.DefaultRoles {
			read.withDefaults(defaults)
		}
	}
	if circular, err := read.aggregatesInCircles(); err != nil || circular {
		asked.Dropped = "roles aggregate each other, so their rules are chance"
		return err
	}
	first, err := askAll(*asked, read, modes)
	if err != nil {
		return err
	}
	runs := 1
	if strings.Contains(asked.Policy, "aggregationRule") {
		runs = 6
	}
	for range runs {
		again, err := askAll(*asked, read, modes)
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(first, again) {
			asked.Dropped = "the answer depends on the order of a Go map"
			return nil
		}
	}
	*asked = first
	return nil
}

// aggregatesInCircles says that a ClusterRole aggregates one that aggregates it, directly or not. The order of their
// rules, and whether those of their texts spread, then depends on which role the controller updates first.
func (p *policy) aggregatesInCircles() (bool, error) {
	selected := map[string][]string{}
	for name, role := range p.clusterRoles {
		if role.AggregationRule == nil {
			continue
		}
		for i := range role.AggregationRule.ClusterRoleSelectors {
			selector, err := metav1.LabelSelectorAsSelector(&role.AggregationRule.ClusterRoleSelectors[i])
			if err != nil {
				return false, err
			}
			for other, candidate := range p.clusterRoles {
				if other != name && candidate.AggregationRule != nil && selector.Matches(labels.Set(candidate.Labels)) {
					selected[name] = append(selected[name], other)
				}
			}
		}
	}
	done, open := map[string]bool{}, map[string]bool{}
	var circular func(name string) bool
	circular = func(name string) bool {
		if open[name] || done[name] {
			return open[name]
		}
		open[name] = true
		found := slices.ContainsFunc(selected[name], circular)
		open[name], done[name] = false, true
		return found
	}
	for name := range selected {
		if circular(name) {
			return true, nil
		}
	}
	return false, nil
}

func askAll(asked querying, read *policy, modes []string) (querying, error) {
	aggregated, err := read.aggregated()
	if err != nil {
		return asked, err
	}
	resolver, err := ruleResolver(modes, aggregated)
	if err != nil {
		return asked, err
	}
	locator := rbac.NewSubjectAccessEvaluator(aggregated, aggregated, aggregated, aggregated, "")
	answered := asked
	answered.WhoCan = make([]whoCan, len(asked.WhoCan))
	for i, question := range asked.WhoCan {
		answered.WhoCan[i] = question.askedOf(locator)
	}
	answered.Rules = make([]rulesOf, len(asked.Rules))
	for i, question := range asked.Rules {
		if answered.Rules[i], err = question.askedOf(resolver); err != nil {
			return asked, err
		}
	}
	return answered, nil
}

// ruleResolver is that of kube-apiserver: the authorizers of the modes, in their order, without system:masters.
func ruleResolver(modes []string, p *policy) (authorizer.RuleResolver, error) {
	var resolvers []authorizer.RuleResolver
	for _, mode := range modes {
		switch mode {
		case "Node":
			resolvers = append(resolvers, node.NewAuthorizer(
				node.NewGraph(), nodeidentifier.NewDefaultNodeIdentifier(), bootstrappolicy.NodeRules()))
		case "RBAC":
			resolvers = append(resolvers, rbac.New(p, p, p, p))
		default:
			return nil, fmt.Errorf("the authorization mode %q is not played", mode)
		}
	}
	return union.NewRuleResolvers(resolvers...), nil
}

func (question whoCan) askedOf(locator rbac.SubjectLocator) whoCan {
	found, err := locator.AllowedSubjects(context.Background(), authorizer.AttributesRecord{
		User:            &user.DefaultInfo{},
		Verb:            question.Verb,
		APIGroup:        question.APIGroup,
		Resource:        question.Resource,
		Subresource:     question.Subresource,
		Namespace:       question.Namespace,
		Name:            question.Name,
		Path:            question.Path,
		ResourceRequest: question.Path == "",
	})
	question.Subjects, question.Error = []subject{}, ""
	for _, one := range found {
		question.Subjects = append(question.Subjects, subjectOf(one))
	}
	if err != nil {
		question.Error = err.Error()
	}
	return question
}

func subjectOf(s rbacv1.Subject) subject {
	return subject{Kind: s.Kind, Name: s.Name, Namespace: s.Namespace}
}

// askedOf sends a SelfSubjectRulesReview to the handler of kube-apiserver, and has kubectl print the answer.
func (question rulesOf) askedOf(resolver authorizer.RuleResolver) (rulesOf, error) {
	asking := question.User
	ctx := genericapirequest.WithUser(context.Background(), &user.DefaultInfo{
		Name: asking.Username, UID: asking.UID, Groups: asking.Groups, Extra: asking.Extra})
	created, err := selfsubjectrulesreview.NewREST(resolver).Create(ctx, &authorization.SelfSubjectRulesReview{
		Spec: authorization.SelfSubjectRulesReviewSpec{Namespace: question.Namespace}}, nil, nil)
	if err != nil {
		return question, err
	}
	var review authorizationv1.SelfSubjectRulesReview
	if err := legacyscheme.Scheme.Convert(created, &review, nil); err != nil {
		return question, err
	}
	if question.Status, err = json.Marshal(review.Status); err != nil {
		return question, err
	}
	var out, warned bytes.Buffer
	listing := auth.CanIOptions{
		List:           true,
		NoHeaders:      question.NoHeaders,
		Namespace:      question.Namespace,
		AuthClient:     answering{review: &review},
		IOStreams:      genericiooptions.IOStreams{In: &bytes.Buffer{}, Out: &out, ErrOut: &warned},
		WarningPrinter: printers.NewWarningPrinter(&warned, printers.WarningPrinterOptions{}),
	}
	if err := listing.RunAccessList(); err != nil {
		return question, err
	}
	question.Out, question.Err = out.String(), warned.String()
	return question, nil
}

// answering is a client that gets the same review for every one that it sends.
type answering struct {
	authorizationv1client.AuthorizationV1Interface
	authorizationv1client.SelfSubjectRulesReviewInterface
	review *authorizationv1.SelfSubjectRulesReview
}

func (a answering) SelfSubjectRulesReviews() authorizationv1client.SelfSubjectRulesReviewInterface {
	return a
}

func (a answering) Create(context.Context, *authorizationv1.SelfSubjectRulesReview, metav1.CreateOptions) (
	*authorizationv1.SelfSubjectRulesReview, error) {
	return a.review, nil
}
