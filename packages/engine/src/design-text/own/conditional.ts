/** Legacy impersonation whose answers have conditions. */
export const CONDITIONAL = `design: conditional
title: Conditional authorization
summary: The checks of legacy impersonation, each with its conditions.
conditions: {see: named}
steps:
  L:
    stage: identity
    label: 'May it be the target, for this request?'
    about: The checks of legacy impersonation; the API server evaluates the conditions that come with their answers.
    ask:
      - {verb: impersonate, about: account-or-user, apiVersion: v1}
      - {verb: impersonate, about: uid, apiGroup: authentication.k8s.io, apiVersion: v1}
      - {verb: impersonate, about: groups, apiVersion: v1}
      - {verb: impersonate, about: extras, apiGroup: authentication.k8s.io, apiVersion: v1}
    because: {allowed: the requestor holds \`impersonate\` for the whole target, refused: the requestor does not hold \`impersonate\` for the whole target like this}
decide: {all: [L]}
become: {about: 'The target replaces the requestor, with the groups that are added to it.', groups: in-addition}
readings:
  - id: implied-groups
    text: The text does not say whether conditions see the groups that are added.
    options:
      - {id: counted, reading: Groups that the name implies count too., change: {conditions.see: named}}
      - {id: as-asked, reading: Conditions see only the groups that headers ask for., change: {conditions.see: asked}}
      - {id: all, reading: 'All groups that are added count, system:authenticated too.', change: {conditions.see: all}}
  - id: checks
    text: The comment shows one check, of the user.
    options:
      - {id: all, reading: Each part of the target is checked.}
      - {id: one, reading: Only the username is checked., change: {L.ask: {verb: impersonate, about: account-or-user, apiVersion: v1}}}
`
