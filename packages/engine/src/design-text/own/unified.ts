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
become: {about: 'The target replaces the requestor, with the groups that are added to it.', groups: in-addition}
readings:
  - id: implied-groups
    text: The text does not say whether conditions see the groups that are added.
    options:
      - {id: as-asked, reading: Conditions see only the groups that headers ask for., change: {conditions.see: asked}}
      - {id: counted, reading: Groups that the name implies count too., change: {conditions.see: named}}
      - {id: all, reading: 'All groups that are added count, system:authenticated too.', change: {conditions.see: all}}
`
