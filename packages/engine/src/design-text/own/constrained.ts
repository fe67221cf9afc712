/** Constrained impersonation as released, without the memory of one server. */
export const CONSTRAINED = `design: constrained
title: Constrained impersonation, as released, without memory
summary: Each mode that applies asks for the action, then for the identity; legacy comes last.
gate: released
steps:
  B:
    whom: true
    about: Modes are tried in order, and one that does not apply makes no check. Only user-info allows headers other than Impersonate-User.
  A1:
    stage: action
    mode: associated-node
    label: May it do this as its own node?
    about: One check, with everything as in the request but the verb.
    ask: {verb: 'impersonate-on:<mode>:<verb>', about: request, user: requestor-keys-only}
    because: {allowed: the requestor holds \`<asked.verb>\` here, refused: the requestor does not hold \`<asked.verb>\` here}
  I1:
    stage: identity
    mode: associated-node
    label: May it be its own node?
    about: A check for each part of the target’s identity.
    ask: {verb: 'impersonate:<mode>', about: node, name: '*', user: requestor-keys-only, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: the requestor holds \`<asked.verb>\` for the whole target, refused: the requestor does not hold \`<asked.verb>\` for the whole target}
  A2: {like: A1, mode: arbitrary-node, label: 'May it do this as a node?', ask: {verb: 'impersonate-on:<mode>:<verb>', about: request}}
  I2: {like: I1, mode: arbitrary-node, label: 'May it be this node?', ask: {verb: 'impersonate:<mode>', about: node, apiGroup: authentication.k8s.io, apiVersion: v1}}
  A3: {like: A2, mode: serviceaccount, label: 'May it do this as a service account?'}
  I3: {like: I1, mode: serviceaccount, label: 'May it be this service account?', ask: {verb: 'impersonate:<mode>', about: serviceaccount, apiGroup: authentication.k8s.io, apiVersion: v1}}
  A4: {like: A2, mode: user-info, label: 'May it do this as somebody else?'}
  I4:
    like: I1
    mode: user-info
    label: May it be that somebody?
    ask: {verb: 'impersonate:<mode>', about: [user, uid, groups, extras], apiGroup: authentication.k8s.io, apiVersion: v1, values: as-released, allAtOnce: {from: 4, name: '*'}}
  L:
    ask: legacy
    about: 'The verb impersonate, for each part of the target: tried last, and with the feature off tried alone. No constraint is recorded.'
decide:
  choose: B
  first:
    - {for: own-node, with: name-only, all: [A1, I1]}
    - {for: node, with: name-only, all: [A2, I2]}
    - {for: serviceaccount, with: name-only, all: [A3, I3]}
    - {for: user, all: [A4, I4]}
    - {for: anyone, label: 'a node or service account with groups, a UID or extras', all: [L]}
become: {about: 'The target replaces the requestor, with the groups that the API server adds.', groups: nodes, constraint: identity-verb, audit: authenticationMetadata}
`
