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
