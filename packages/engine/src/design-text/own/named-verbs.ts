/** Verbs that name the target. */
export const NAMED_VERBS = `design: named-verbs
title: Verbs that name the target
summary: The verbs of action and identity name the target; the node that the requestor runs on has verbs without a name.
gate: proposed
target:
  called: {node: 'node:<node>', serviceaccount: 'serviceaccount:<account.namespace>/<account>', user: 'user-info:<user>'}
steps:
  K: {whom: true, about: 'The node that the requestor runs on has verbs without a name, since its name differs from pod to pod.'}
  A1:
    stage: action
    mode: scheduled-node
    label: May it do this as its own node?
    about: The request, under a verb that names the target. Everything else is as in the request.
    ask: {verb: 'impersonate-on:scheduled-node:<verb>', about: request}
    because: {allowed: the requestor holds \`<asked.verb>\` here, refused: the requestor does not hold \`<asked.verb>\` here}
  I1:
    stage: identity
    mode: scheduled-node
    label: May it be its own node?
    about: 'The identity, under a verb that names it: one check, or one for each header of an ordinary user.'
    ask: {verb: 'impersonate:scheduled-node', about: node, name: '', apiGroup: authentication.k8s.io, apiVersion: v1}
  A2:
    stage: action
    label: May it do this as exactly this target?
    about: The request, under a verb that names the target. Everything else is as in the request.
    ask: {verb: 'impersonate-on:<called>:<verb>', about: request}
    because: {allowed: the requestor holds \`<asked.verb>\` here, refused: the requestor does not hold \`<asked.verb>\` here}
  I2:
    stage: identity
    label: May it be this target?
    about: 'The identity, under a verb that names it: one check, or one for each header of an ordinary user.'
    ask: {verb: 'impersonate:<called>', about: [target, groups, uid, extras], apiGroup: authentication.k8s.io, apiVersion: v1}
  H: {ask: legacy, about: 'The verb impersonate, for each part of the target.'}
decide:
  choose: K
  first:
    - {for: own-node, with: name-only, all: [A1, I1]}
    - {for: [node, serviceaccount, user], with: name-only, label: anybody else, all: [A2, I2]}
    - {for: anyone, label: 'a node or service account with groups, a UID or extras', all: [H]}
become: {about: 'The target replaces the requestor, with the groups that the API server adds.', groups: nodes, constraint: identity-verb, audit: authenticationMetadata}
`
