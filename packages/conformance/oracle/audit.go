package main

import (
	"encoding/json"
	"maps"
	"strings"

	auditinternal "k8s.io/apiserver/pkg/apis/audit"
	auditv1 "k8s.io/apiserver/pkg/apis/audit/v1"
)

// lastEvent is a sink that keeps the last event of a request: the one at stage ResponseComplete. It is empty where
// the API server writes none.
type lastEvent struct{ event *auditinternal.Event }

func (l *lastEvent) ProcessEvents(events ...*auditinternal.Event) bool {
	for _, event := range events {
		l.event = event.DeepCopy()
	}
	return true
}

// noteAudited takes over what the audit event says, without what differs from one run to the next.
func (a *answer) noteAudited(audited lastEvent) error {
	if audited.event == nil {
		return nil
	}
	event := auditv1.Event{}
	if err := auditv1.Convert_audit_Event_To_v1_Event(audited.event, &event, nil); err != nil {
		return err
	}
	if impersonated := event.ImpersonatedUser; impersonated != nil {
		extra := map[string][]string{}
		for key, values := range impersonated.Extra {
			extra[key] = values
		}
		a.ImpersonatedUser = &userInfo{
			Username: impersonated.Username, UID: impersonated.UID, Groups: impersonated.Groups, Extra: extra}
	}
	if metadata := event.AuthenticationMetadata; metadata != nil {
		a.Constraint = metadata.ImpersonationConstraint
	}
	event.Kind, event.APIVersion = "Event", auditv1.SchemeGroupVersion.String()
	maps.DeleteFunc(event.Annotations, func(key, _ string) bool { return strings.HasPrefix(key, "apiserver.latency") })
	written, err := json.Marshal(event)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(written, &a.Audit); err != nil {
		return err
	}
	for _, key := range []string{"auditID", "sourceIPs", "userAgent", "requestReceivedTimestamp", "stageTimestamp"} {
		delete(a.Audit, key)
	}
	return nil
}
