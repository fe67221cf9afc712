/** What both say of the groups that are added to the target. */
const ADDED_GROUPS = `become: {about: 'The target replaces the requestor, with the groups that are added to it.', groups: in-addition}
readings:
  - id: implied-groups
    text: The text does not say whether conditions see the groups that are added.
    options:
      - {id: as-asked, reading: Conditions see only the groups that headers ask for., change: {conditions.see: asked}}
      - {id: counted, reading: Groups that the name implies count too., change: {conditions.see: named}}
      - {id: all, reading: 'All groups that are added count, system:authenticated too.', change: {conditions.see: all}}
`

/** One conditional check for the whole target. */
export const UNIFIED = `design: unified
title: Unified authorization
summary: One check for the whole target, whose conditions limit groups, UID and extras.
conditions: {see: asked}
steps:
  U:
    stage: identity
    label: 'May it be the target, for this request?'
    about: 'Exactly one check, whose conditions must limit groups, UID and extras: a part without a limit may have any value.'
    ask: {verb: constrainedimpersonate, about: target, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: the requestor may impersonate \`<user>\` like this, refused: the requestor may not impersonate \`<user>\` like this}
decide: {all: [U]}
${ADDED_GROUPS}`

/** One conditional check for each part of the target. */
export const COMPOUND = `design: compound
title: Compound authorization
summary: One check for each part of the target, each with conditions of its own.
conditions: {see: asked}
steps:
  T: {whom: true, about: 'The prefix of the name decides whether the first check is on a service account, a node or a user.'}
  V:
    stage: identity
    label: May it be this service account?
    about: 'One check on serviceaccounts, whose conditions may limit the other parts and the request.'
    ask: {verb: constrainedimpersonate, about: serviceaccount, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: the requestor may impersonate \`<user>\`, refused: the requestor may not impersonate \`<user>\`}
  D:
    like: V
    label: May it be this node?
    about: 'One check on nodes, whose conditions may limit the other parts and the request.'
    ask: {verb: constrainedimpersonate, about: node, apiGroup: authentication.k8s.io, apiVersion: v1}
  U:
    like: V
    label: May it be this user?
    about: 'One check on users, whose conditions may limit the other parts and the request.'
    ask: {verb: constrainedimpersonate, about: user, apiGroup: authentication.k8s.io, apiVersion: v1}
  G:
    stage: identity
    label: May it have each group?
    about: A check for each group that is asked for. The groups that a name implies are added without one.
    ask: {verb: constrainedimpersonate, about: groups, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: each group is allowed, refused: the requestor may not impersonate that group, unasked: no group is asked for}
  I:
    like: G
    label: May it have this UID?
    about: 'A check for the UID, if one is asked for.'
    ask: {verb: constrainedimpersonate, about: uid, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: each uid is allowed, refused: the requestor may not impersonate that uid, unasked: no UID is asked for}
  X:
    like: G
    label: May it have each extra value?
    about: A check for each value of each extra key.
    ask: {verb: constrainedimpersonate, about: extras, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: each extra is allowed, refused: the requestor may not impersonate that extra, unasked: no extra value is asked for}
decide:
  all:
    - {choose: T, first: [{for: serviceaccount, all: [V]}, {for: node, all: [D]}, {for: user, all: [U]}]}
    - G
    - I
    - X
${ADDED_GROUPS}`
