import { userInfo } from '@authz-playground/engine'
import { impersonation } from '@authz-playground/engine/internal/query'
import { subjectOfUsername } from '@authz-playground/engine/internal/rights'
import {
  discoveryOf,
  readAction,
  type WhomCanAnswer,
  whoCanAnswer,
  whomCanAnswer,
} from '@authz-playground/engine/questions'
import type { AskedPolicy } from './asked-policy.ts'
import { actionText, type Fact, isSuperuser, reviewOf, userOfSender, wordOf } from './fact.ts'
import { grants, isExact, isOf, type Maker, type Said, yesIf } from './maker.ts'

type FactAs = Exclude<Fact, { readonly kind: 'access' }>

/** A maker of facts with a target. */
function about(name: string, says: (fact: FactAs, asked: AskedPolicy) => Said, slow = false): Maker {
  return {
    name,
    ...(slow && { slow }),
    says: (fact, asked) => (fact.kind === 'access' ? undefined : says(fact, asked)),
  }
}

const goalCanAs = about('goal “as … can”', ({ sender, as, action }, asked) => {
  const state = asked.goal(`${wordOf(sender)} as ${wordOf(as)} can ${actionText(action)}`)
  return state === 'not-decided' ? undefined : yesIf(state === 'holds')
})

const goalCannotAs = about('goal “as … cannot”', ({ sender, as, action }, asked) => {
  const state = asked.goal(`${wordOf(sender)} as ${wordOf(as)} cannot ${actionText(action)}`)
  if (state === 'holds') return 'no'
  return state === 'fails' && isExact(action) ? 'yes' : undefined
})

/** Makers of whether somebody may do something as somebody else. */
export const OF_ACCESS_AS: readonly Maker[] = [goalCanAs, goalCannotAs]

function whomOf({ sender }: Fact, { cluster }: AskedPolicy): WhomCanAnswer & { readonly kind: 'subject' } {
  const subject = subjectOfUsername(sender.username)
  const answer = whomCanAnswer({ kind: 'subject', subject, user: userOfSender(sender), who: [sender.spelled] }, cluster)
  if (answer.kind !== 'subject') throw new Error('another answer')
  return answer
}

const whomCan = about('whom-can', (fact, asked) => {
  const { user, modes, impersonations } = whomOf(fact, asked)
  const { username, groups } = fact.as
  const target = userInfo({ username, groups })
  const found = impersonation({ subject: user, featureEnabled: true, modes }, target, reviewOf(fact))
  return yesIf(found !== undefined && impersonations.rows.length > 0)
})

const whomCanTo = about(
  'whom-can --to',
  (fact, { cluster, settings }) => {
    const { sender, as } = fact
    // The groups of a target are asked about on their own, and nobody is listed as able to become oneself.
    if (as.groups.length > 0 || isSuperuser(sender) || as.username === sender.username) return undefined
    const answer = whomCanAnswer({ kind: 'to', target: subjectOfUsername(as.username) }, cluster)
    if (answer.kind !== 'to') throw new Error('another answer')
    const user = userOfSender(sender)
    const review = reviewOf(fact)
    const rows = answer.impersonations.rows.filter(
      ({ of: { subject, mode, actions, missing } }) =>
        isOf(subject, user) &&
        missing.length === 0 &&
        mode !== 'associated-node' &&
        (mode === 'legacy' ||
          actions.some(({ rule, namespace }) =>
            grants(rule, [namespace ?? ''], { ...review, verb: `impersonate-on:${mode}:${review.verb}` }),
          )),
    )
    if (rows.length > 0) return 'yes'
    // A user in a group that its name does not imply, or to whom nothing is bound by name, is in no row by itself.
    const isListed = cluster.rightsInForce.holders.some(
      ({ subject }) => subject.kind !== 'Group' && isOf(subject, user),
    )
    return sender.groups.length === 0 && isListed && settings.defaultRoles !== true ? 'no' : undefined
  },
  true,
)

const whoCanImpersonate = about('who-can impersonate', ({ sender, as }, { cluster }) => {
  if (as.groups.length > 0) return undefined
  const { kind, name, namespace } = subjectOfUsername(as.username)
  const object = kind === 'ServiceAccount' ? { resource: 'serviceaccounts', namespace } : { resource: 'users' }
  const [{ rows }] = whoCanAnswer(
    readAction({ verb: 'impersonate', ...object, name }, discoveryOf(cluster)),
    cluster,
  ).sections
  // Constrained modes are other verbs.
  return rows.some(({ subject }) => isOf(subject, userOfSender(sender))) ? 'yes' : undefined
})

const goalActAs = about('goal “cannot act as anybody”', ({ sender, as }, asked) => {
  if (asked.goal(`${wordOf(sender)} cannot act as anybody`) === 'holds') return 'no'
  const other = as.username === 'jane' ? 'anna' : 'jane'
  return asked.goal(`${wordOf(sender)} cannot act as anybody but ${other}`) === 'holds' ? 'no' : undefined
})

const goalBecome = about(
  'goal “nobody can become”',
  ({ sender, as }, asked) => {
    if (isSuperuser(sender) || as.username === sender.username) return undefined
    return asked.goal(`nobody can become ${as.spelled}`) === 'holds' ? 'no' : undefined
  },
  true,
)

/** Makers of whether somebody may take an identity for a request. */
export const OF_IDENTITY: readonly Maker[] = [whomCan, whomCanTo, whoCanImpersonate, goalActAs, goalBecome]
