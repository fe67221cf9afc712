package main

import (
	"strings"
	_ "unsafe" // for go:linkname

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	_ "k8s.io/apiserver/pkg/endpoints/filters"
	impersonationmetrics "k8s.io/apiserver/pkg/endpoints/filters/impersonation/metrics"
	"k8s.io/component-base/metrics"
)

// The filters' counters, which they keep to themselves. Reading them one by one is quicker than gathering the registry.

//go:linkname attemptsTotal k8s.io/apiserver/pkg/endpoints/filters/impersonation/metrics.impersonationAttemptsTotal
var attemptsTotal *metrics.CounterVec

//go:linkname authorizationsTotal k8s.io/apiserver/pkg/endpoints/filters/impersonation/metrics.impersonationAuthorizationAttemptsTotal
var authorizationsTotal *metrics.CounterVec

//go:linkname requestsTotal k8s.io/apiserver/pkg/endpoints/filters.authorizationAttemptsCounter
var requestsTotal *metrics.CounterVec

//go:linkname decisionsTotal k8s.io/apiserver/pkg/authorization/metrics.authorizationDecisionsTotal
var decisionsTotal *metrics.CounterVec

//go:linkname exclusionsTotal k8s.io/apiserver/pkg/authorization/cel.authorizationMatchConditionExclusionsTotal
var exclusionsTotal *metrics.CounterVec

//go:linkname conditionErrorsTotal k8s.io/apiserver/pkg/authorization/cel.authorizationMatchConditionEvaluationErrorsTotal
var conditionErrorsTotal *metrics.CounterVec

//go:linkname evaluationsTotal k8s.io/apiserver/plugin/pkg/authorizer/webhook/metrics.webhookEvaluations
var evaluationsTotal *metrics.CounterVec

//go:linkname failOpenTotal k8s.io/apiserver/plugin/pkg/authorizer/webhook/metrics.webhookFailOpen
var failOpenTotal *metrics.CounterVec

// Before they are registered the counters count nothing. With the feature off the filter does not register them.
func init() { impersonationmetrics.RegisterMetrics() }

func counted() counts {
	return counts{
		Attempts:       valuesOf(attemptsTotal, "mode", "decision"),
		Authorizations: valuesOf(authorizationsTotal, "mode", "decision"),
		Requests:       valuesOf(requestsTotal, "result"),
	}
}

// valuesOf is what a counter has counted, by the values of its labels with "/" between them.
func valuesOf(counter *metrics.CounterVec, labels ...string) map[string]int {
	values := map[string]int{}
	collected := make(chan prometheus.Metric, 64)
	counter.CounterVec.Collect(collected)
	close(collected)
	for metric := range collected {
		var written dto.Metric
		if err := metric.Write(&written); err != nil {
			continue
		}
		named := map[string]string{}
		for _, label := range written.GetLabel() {
			named[label.GetName()] = label.GetValue()
		}
		key := make([]string, len(labels))
		for i, label := range labels {
			key[i] = named[label]
		}
		values[strings.Join(key, "/")] = int(written.GetCounter().GetValue())
	}
	return values
}

func (c counts) since(before counts) *counts {
	return &counts{
		increase(c.Attempts, before.Attempts),
		increase(c.Authorizations, before.Authorizations),
		increase(c.Requests, before.Requests),
	}
}

// counted is what the chain has counted. Which reviews its webhooks received is only known since the last request.
func (c *chain) counted() chainCounts {
	return chainCounts{
		Decisions:       valuesOf(decisionsTotal, "type", "name", "decision"),
		Evaluations:     valuesOf(evaluationsTotal, "name", "result"),
		FailOpen:        valuesOf(failOpenTotal, "name", "result"),
		Exclusions:      valuesOf(exclusionsTotal, "type", "name"),
		ConditionErrors: valuesOf(conditionErrorsTotal, "type", "name"),
	}
}

func (c *chain) countedSince(before chainCounts) *chainCounts {
	now := c.counted()
	return &chainCounts{
		increase(c.received(), nil),
		increase(now.Decisions, before.Decisions),
		increase(now.Evaluations, before.Evaluations),
		increase(now.FailOpen, before.FailOpen),
		increase(now.Exclusions, before.Exclusions),
		increase(now.ConditionErrors, before.ConditionErrors),
	}
}

func increase(now, before map[string]int) map[string]int {
	difference := map[string]int{}
	for key, value := range now {
		if value > before[key] {
			difference[key] = value - before[key]
		}
	}
	return difference
}
