package main

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"authz-playground.dev/oracle/defaultroles"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/node"
)

// chanceRuns is how often a scenario is answered whose answer may depend on the order of a Go map. The order is far
// from even: of two keys one comes first seven times in eight.
const chanceRuns = 48

var defaults = defaultroles.Bootstrap()

// answerScenario fills in what kube-apiserver's code answers. Dropped is set where that cannot be a vector.
func answerScenario(asked scenario) scenario {
	asked.Expect, asked.Error, asked.Dropped = nil, "", ""
	dropped := func(why string) scenario {
		asked.Dropped = why
		return asked
	}
	read, err := readPolicy(asked.Policy)
	if err != nil {
		asked.Error = err.Error()
		return asked
	}
	made, err := settingOf(asked, read)
	if err != nil {
		return dropped(err.Error())
	}
	answers, err := made.play(asked)
	if errors.Is(err, errRefusedConfiguration) {
		asked.Error = err.Error()
		return asked
	}
	if err != nil {
		return dropped(err.Error())
	}
	first := comparable(answers)
	for range runsFor(asked, answers) {
		again, err := made.play(asked)
		if err != nil || !reflect.DeepEqual(first, comparable(again)) {
			return dropped("the answer depends on the order of a Go map")
		}
	}
	if !allValid(reflect.ValueOf(answers)) {
		return dropped("the answer is not UTF-8")
	}
	asked.Expect = answers
	return asked
}

// setting is what all servers of a scenario share.
type setting struct {
	constrained bool
	connections *bool
	modes       []string
	policy      *policy
	graph       *node.Graph
	// config is an AuthorizationConfiguration, and table the answers of its webhooks.
	config, table string
}

func settingOf(asked scenario, read *policy) (setting, error) {
	made := setting{constrained: true, modes: []string{"RBAC"}, policy: read}
	objects := ""
	if c := asked.Cluster; c != nil {
		if c.ConstrainedImpersonation != nil {
			made.constrained = *c.ConstrainedImpersonation
		}
		made.connections = c.PodConnections
		if len(c.AuthorizationModes) > 0 {
			made.modes = c.AuthorizationModes
		}
		if c.DefaultRoles {
			read.withDefaults(defaults)
		}
		objects = c.Objects
		made.config, made.table = c.AuthorizationConfig, c.Webhook
	}
	switch asked.Design {
	case "", "constrained":
	case "legacy":
		made.constrained = false
	default:
		return made, fmt.Errorf("kube-apiserver has no design %q", asked.Design)
	}
	graph, err := graphOf(objects)
	if err != nil {
		return made, fmt.Errorf("objects: %w", err)
	}
	made.graph = graph
	return made, nil
}

// play answers the requests of a scenario, in order, with a server that has just started.
func (s setting) play(asked scenario) ([]answer, error) {
	aggregated, err := s.policy.aggregated()
	if err != nil {
		return nil, err
	}
	server, err := newServer(s, aggregated)
	if err != nil {
		return nil, err
	}
	defer server.Close()
	answers := make([]answer, 0, len(asked.Requests))
	for _, sent := range asked.Requests {
		requestor := asked.Requestor
		if sent.Requestor != nil {
			requestor = *sent.Requestor
		}
		answered, err := answerUnlessPanic(server, sent, requestor)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answered)
	}
	return answers, nil
}

// answerUnlessPanic answers one request. Handlers panic over some patches; a whole server recovers.
func answerUnlessPanic(s *server, sent request, requestor userInfo) (answered answer, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			first, _, _ := strings.Cut(fmt.Sprint(caught), "\n")
			err = fmt.Errorf("the handler panics: %s", first)
		}
	}()
	return s.answer(sent, requestor)
}

// runsFor is how often to answer again: often only where chance could show.
func runsFor(asked scenario, answers []answer) int {
	runs := 1
	if strings.Contains(asked.Policy, "aggregationRule") {
		runs = 6
	}
	for i, sent := range asked.Requests {
		keys := map[string]bool{}
		for _, header := range sent.Headers {
			if name := strings.ToLower(header[0]); strings.HasPrefix(name, "impersonate-extra-") {
				keys[name] = true
			}
		}
		if len(keys) > 1 && !smooth(answers[i]) {
			return chanceRuns
		}
	}
	return runs
}

// smooth says that nothing was refused on the way to the impersonated user, so that no order can have mattered.
func smooth(a answer) bool {
	return a.ImpersonatedUser != nil && !slices.ContainsFunc(a.Checks, func(c check) bool {
		return c.Phase == "impersonation" && c.Decision != "Allow"
	})
}

// comparable sorts what Go goes through in the order of a map: consecutive checks on extras with one verb.
func comparable(answers []answer) []answer {
	sorted := make([]answer, len(answers))
	for i, a := range answers {
		a.Checks = slices.Clone(a.Checks)
		for from := 0; from < len(a.Checks); {
			to := from + 1
			for a.Checks[from].Resource == "userextras" && to < len(a.Checks) &&
				a.Checks[to].Resource == "userextras" && a.Checks[to].Verb == a.Checks[from].Verb {
				to++
			}
			slices.SortStableFunc(a.Checks[from:to], func(x, y check) int {
				return strings.Compare(x.Subresource+"\x00"+x.Name, y.Subresource+"\x00"+y.Name)
			})
			from = to
		}
		sorted[i] = a
	}
	return sorted
}

// allValid looks for bytes that JSON cannot carry: it would replace them, as it does in the API server's answer.
func allValid(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.String:
		return utf8.ValidString(value.String()) && !strings.ContainsRune(value.String(), utf8.RuneError)
	case reflect.Pointer, reflect.Interface:
		return value.IsNil() || allValid(value.Elem())
	case reflect.Slice, reflect.Array:
		for i := range value.Len() {
			if !allValid(value.Index(i)) {
				return false
			}
		}
	case reflect.Map:
		for entries := value.MapRange(); entries.Next(); {
			if !allValid(entries.Key()) || !allValid(entries.Value()) {
				return false
			}
		}
	case reflect.Struct:
		for i := range value.NumField() {
			if !allValid(value.Field(i)) {
				return false
			}
		}
	}
	return true
}
