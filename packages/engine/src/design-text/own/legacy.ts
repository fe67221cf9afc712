/** The variant of KEP-5284 with the action in an API group with a suffix. */
export const GROUP_SUFFIX = `design: group-suffix
title: KEP-5284 with a suffix of the API group
summary: The action is asked for under the request’s own verb, in its API group with a suffix.
from: proposal
steps:
  F:
    about: One check with the request’s own verb, in its API group with a suffix, shared by all kinds of target.
    ask: {about: request, apiGroup: <group>.impersonation.k8s.io, coreGroup: core.impersonation.k8s.io}
    cannot: a path has no API group that could get a suffix
    because: {allowed: 'the requestor holds \`<asked.verb>\` in \`<asked.group>\` here', refused: 'the requestor does not hold \`<asked.verb>\` in \`<asked.group>\`'}
readings:
  - id: core-group
    text: The text puts a suffix to the API group, and the core group has no name.
    options:
      - {id: core, reading: Actions on the core group are asked for in core.impersonation.k8s.io.}
      - {id: bare, reading: Actions on the core group are asked for in impersonation.k8s.io., change: {F.ask.coreGroup: impersonation.k8s.io}}
`

/** Legacy impersonation that never grants more than the requestor has. */
export const INTERSECTION = `design: intersection
title: Intersection of permissions
summary: The checks of legacy impersonation, and the request for the requestor too.
steps:
  L: {ask: legacy, label: 'May it be the target?', about: 'The checks of legacy impersonation, for each part of the target.'}
  O:
    stage: action
    label: May it do this itself, too?
    about: 'The request as it is, for the requestor: the first half of the intersection.'
    ask: {about: request}
    because: {allowed: the requestor may make the request, refused: 'the requestor may not make the request, so it may not make it for the target'}
decide: {all: [L, O]}
become: {about: 'The target replaces the requestor; the target’s own permission is the second half of the intersection.', groups: users}
`

/** Legacy impersonation: the verb impersonate for each part of the target. */
export const LEGACY = `design: legacy
title: Legacy impersonation
summary: The verb impersonate for each part of the target, as the older filter asks for it.
gate: older
steps:
  U:
    stage: identity
    mode: legacy
    label: May it be this user?
    about: One check on users, or on serviceaccounts in the account’s namespace when the name is a service account’s.
    ask: {verb: impersonate, about: account-or-user}
    because: {allowed: the user may be impersonated, refused: 'no authorizer allows it, and the first such check ends the request'}
  G:
    like: U
    label: … with all of these groups?
    about: One check on groups for each Impersonate-Group header.
    ask: {verb: impersonate, about: groups}
    because: {allowed: every group may be impersonated, unasked: no group is asked for, refused: 'no authorizer allows it, and the first such check ends the request'}
  X:
    like: U
    label: … with all of these extras?
    about: One check on userextras/‹key› for each value of an Impersonate-Extra- header.
    ask: {verb: impersonate, about: extras, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: every extra value may be impersonated, unasked: no extra is asked for, refused: 'no authorizer allows it, and the first such check ends the request'}
  I:
    like: U
    label: … with this UID?
    about: One check on uids for the Impersonate-Uid header.
    ask: {verb: impersonate, about: uid, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: the UID may be impersonated, unasked: no UID is asked for, refused: 'no authorizer allows it, and the first such check ends the request'}
decide: {all: [U, G, X, I]}
become: {about: The target replaces the requestor; service account groups and system:authenticated are added., groups: users}
`
