/** KEP-5284 as proposed: the identity first, by kind of target, then the action, then legacy. */
export const PROPOSAL = `design: proposal
title: KEP-5284 as proposed
summary: The identity is asked first, by kind of target; then the action; then legacy.
gate: proposed
target: {names: prefix}
steps:
  B: {whom: true, about: The prefix of Impersonate-User says what kind of target it is.}
  C: {is: same-node, about: 'The requestor’s extra authentication.kubernetes.io/node-name has one value, the node that is asked for.'}
  D:
    stage: identity
    mode: scheduled-node
    with: name-only
    label: May it be the node that it runs on?
    about: 'One check on nodes, without a name: it holds for any node that the requestor runs on.'
    ask:
      - {verb: 'impersonate:scheduled-node', about: node, name: '', apiGroup: authentication.k8s.io}
      - {verb: 'impersonate:user-info', about: [groups, uid, extras], apiGroup: authentication.k8s.io}
  E:
    like: D
    mode: node
    label: May it be that node?
    about: One check on nodes, with the node’s name.
    ask:
      - {verb: 'impersonate:node', about: node, apiGroup: authentication.k8s.io}
      - {verb: 'impersonate:user-info', about: [groups, uid, extras], apiGroup: authentication.k8s.io}
  F:
    stage: action
    label: May it do this as somebody else?
    about: 'One check with the verb impersonate-on:‹verb›, shared by all kinds of target; the rest is as in the request.'
    ask: {verb: 'impersonate-on:<verb>', about: request}
    because: {allowed: the requestor holds \`<asked.verb>\` here, refused: the requestor does not hold \`<asked.verb>\`}
  H: {ask: legacy, about: 'The verb impersonate, for each part of the target.'}
  I:
    like: D
    mode: serviceaccount
    label: May it be that service account?
    about: One check on serviceaccounts, in the account’s namespace.
    ask:
      - {verb: 'impersonate:serviceaccount', about: serviceaccount, apiGroup: authentication.k8s.io}
      - {verb: 'impersonate:user-info', about: [groups, uid, extras], apiGroup: authentication.k8s.io}
  J:
    stage: identity
    mode: user-info
    label: May it be that somebody?
    about: 'A check for each header, in the order of the text: user, groups, uid, extras.'
    ask: {verb: 'impersonate:user-info', about: [user, groups, uid, extras], apiGroup: authentication.k8s.io}
decide:
  first:
    - all:
        - choose: B
          first:
            - {for: node, first: [{all: [C, D]}, E]}
            - {for: serviceaccount, all: [I]}
            - {for: user, all: [J]}
        - F
    - H
become: {about: The impersonation is allowed., groups: nodes-unless-asked, constraint: identity-verb, audit: impersonatedUser}
readings:
  - id: node-verb
    text: One review says impersonate:nodes; the prose and the chart say impersonate:node.
    options:
      - {id: node, reading: The verb is impersonate:node.}
      - {id: nodes, reading: The verb is impersonate:nodes., change: {E.ask.0.verb: 'impersonate:nodes'}}
  - id: other-headers
    text: The text says nothing about other headers for nodes and service accounts.
    options:
      - {id: refused, reading: 'With a group, uid or extra header their checks fail without a review.'}
      - {id: checked, reading: 'Each other header is asked for with impersonate:user-info.', change: {D.with: anything, E.with: anything, I.with: anything}}
`
