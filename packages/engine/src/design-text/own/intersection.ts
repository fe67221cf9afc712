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
