package main

// The format of vectors files; docs/conformance.md describes it.

type scenario struct {
	ID        string    `json:"id"`
	Design    string    `json:"design,omitempty"`
	Cluster   *cluster  `json:"cluster,omitempty"`
	Policy    string    `json:"policy"`
	Requestor userInfo  `json:"requestor"`
	Requests  []request `json:"requests"`
	Expect    []answer  `json:"expect,omitempty"`
	Error     string    `json:"error,omitempty"`
	Compare   []string  `json:"compare,omitempty"`
	// Dropped says why a scenario is no vector. It is for the program that asked, and never in a vectors file.
	Dropped string `json:"dropped,omitempty"`
}

type cluster struct {
	Version                  string `json:"version,omitempty"`
	ConstrainedImpersonation *bool  `json:"constrainedImpersonation,omitempty"`
	// PodConnections is the gate AuthorizePodWebsocketUpgradeCreatePermission. Where it is set, handlers of connections answer too.
	PodConnections     *bool    `json:"authorizePodWebsocketUpgradeCreatePermission,omitempty"`
	AuthorizationModes []string `json:"authorizationModes,omitempty"`
	DefaultRoles       bool     `json:"defaultRoles,omitempty"`
	Objects            string   `json:"objects,omitempty"`
	// AuthorizationConfig comes instead of the modes. Webhook has a table for each webhook that it names.
	AuthorizationConfig string `json:"authorizationConfig,omitempty"`
	Webhook             string `json:"webhook,omitempty"`
}

type request struct {
	Method    string      `json:"method"`
	URL       string      `json:"url"`
	Headers   [][2]string `json:"headers,omitempty"`
	Requestor *userInfo   `json:"requestor,omitempty"`
	After     float64     `json:"after,omitempty"`
	Body      string      `json:"body,omitempty"`
}

type answer struct {
	Checks           []check   `json:"checks"`
	ImpersonatedUser *userInfo `json:"impersonatedUser,omitempty"`
	Constraint       string    `json:"constraint,omitempty"`
	Code             int       `json:"code"`
	Message          string    `json:"message,omitempty"`
	Metrics          *counts   `json:"metrics,omitempty"`
	// Chain is there where an AuthorizationConfiguration makes the chain.
	Chain *chainCounts `json:"chain,omitempty"`
	// Audit is the audit event at level Metadata, without times, addresses and identifiers.
	Audit map[string]any `json:"audit,omitempty"`
}

// counts is what one request adds to the counters of the filters: to those of the impersonation filter by
// "mode/decision", to that of the authorization filter by result.
type counts struct {
	Attempts       map[string]int `json:"attempts,omitempty"`
	Authorizations map[string]int `json:"authorizations,omitempty"`
	Requests       map[string]int `json:"requests,omitempty"`
}

// chainCounts is what one request adds to the counters of the chain, by their labels, and the reviews that each webhook got.
type chainCounts struct {
	Received        map[string]int `json:"received,omitempty"`
	Decisions       map[string]int `json:"decisions,omitempty"`
	Evaluations     map[string]int `json:"evaluations,omitempty"`
	FailOpen        map[string]int `json:"failOpen,omitempty"`
	Exclusions      map[string]int `json:"exclusions,omitempty"`
	ConditionErrors map[string]int `json:"conditionErrors,omitempty"`
}

type check struct {
	Phase         string   `json:"phase"`
	User          userInfo `json:"user"`
	Verb          string   `json:"verb"`
	APIGroup      string   `json:"apiGroup,omitempty"`
	APIVersion    string   `json:"apiVersion,omitempty"`
	Resource      string   `json:"resource,omitempty"`
	Subresource   string   `json:"subresource,omitempty"`
	Namespace     string   `json:"namespace,omitempty"`
	Name          string   `json:"name,omitempty"`
	Path          string   `json:"path,omitempty"`
	FieldSelector []string `json:"fieldSelector,omitempty"`
	LabelSelector []string `json:"labelSelector,omitempty"`
	Decision      string   `json:"decision"`
	Reason        string   `json:"reason,omitempty"`
}

type userInfo struct {
	Username string              `json:"username"`
	UID      string              `json:"uid,omitempty"`
	Groups   []string            `json:"groups,omitempty"`
	Extra    map[string][]string `json:"extra,omitempty"`
}
