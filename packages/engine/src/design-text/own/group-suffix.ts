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
