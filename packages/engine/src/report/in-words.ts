import type { Cluster, WebhookTable } from '../cluster/index.ts'
import type { Decided, Scenario } from '../decide/index.ts'
import { assumptionsOf, isWord, type Word } from '../designs/index.ts'
import type { Policy, UserInfo } from '../kube/index.ts'
import type { Check } from '../trace/index.ts'

/**
 * Whether a refusal says nothing about the permission, because the policy is not written in the words of the design. Then
 * the verbs of this design's checks are only strings that no rule has, and another design can answer otherwise to the same
 * policy without the designs being of different opinions.
 *
 * True exactly where impersonation, or a client's own review, is refused with 403, at least one of its checks has a verb of
 * the design's vocabulary (`Design.words`), nothing but NoOpinion answers those checks, and nothing is granted to the
 * requestor in that vocabulary: no rule of a role that is bound to the requestor in any namespace, no entry of the webhook's
 * table for this user, and no access rule, has one of its verbs by name. `*` names no verb. Granted words that do not cover
 * this request make it an ordinary refusal.
 */
export function isNotInItsWords(decided: Decided, scenario: Scenario): boolean {
  const { design, trace, cluster } = decided
  if (trace?.outcome.kind !== 'forbidden') return false
  const { phase } = trace.outcome
  if (phase !== 'impersonation' && phase !== 'review') return false
  const words = design.words(assumptionsOf(design, scenario.assumptions?.[design.id]))
  const asked = trace.steps.flatMap(({ check }) => (check !== undefined && isAbout(words, check) ? [check] : []))
  if (asked.length === 0 || asked.some(({ answer }) => answer.decision !== 'NoOpinion')) return false
  const { policy, webhook, settings } = cluster
  const { requestor } = trace
  const speaks = { words, requestor }
  if (rolesSpeak(cluster, speaks)) return false
  if (settings.authorizationModes.includes('Webhook') && webhook !== undefined && tableSpeaks(webhook, speaks))
    return false
  return !policy.accessRules.some((rule) => accessRuleSpeaks(rule, words))
}

/** Whether a check is made under a verb of the vocabulary. */
function isAbout(words: readonly Word[], { phase, attributes }: Check): boolean {
  if (phase !== 'impersonation' && phase !== 'review') return false
  const { verb } = attributes
  return attributes.isResourceRequest
    ? isWord(words, verb, [attributes.apiGroup], [attributes.resource])
    : isWord(words, verb, [], [])
}

interface Speaking {
  readonly words: readonly Word[]
  readonly requestor: UserInfo
}

function rolesSpeak({ rightsInForce }: Cluster, { words, requestor }: Speaking): boolean {
  const { rules } = rightsInForce.heldBy(requestor)
  return rules.some(({ rule: { verbs, apiGroups, resources } }) =>
    verbs.some((verb) => verb !== '*' && isWord(words, verb, apiGroups, resources)),
  )
}

function tableSpeaks({ entries }: WebhookTable, { words, requestor }: Speaking): boolean {
  return entries.some(({ answer, match: { user, groups, resourceAttributes, nonResourceAttributes } }) => {
    const username = user.get('user')
    if (answer !== 'Allow' || (username !== undefined && username !== requestor.username)) return false
    if (!groups.every((group) => requestor.groups.includes(group))) return false
    const fields = resourceAttributes ?? nonResourceAttributes
    const verb = fields?.get('verb')
    return verb !== undefined && isWord(words, verb, [fields?.get('group') ?? '*'], [fields?.get('resource') ?? '*'])
  })
}

/** A text in CEL, without its quotes. */
const TEXT = /"([^"\\\n]*)"|'([^'\\\n]*)'/g

/** An access rule has no subjects, so it is read as granted to anybody. */
function accessRuleSpeaks({ filter, entries }: Policy['accessRules'][number], words: readonly Word[]): boolean {
  const expressions = [...(filter ? [filter] : []), ...entries.map(({ condition }) => condition)]
  return expressions.some(({ text }) =>
    [...text.matchAll(TEXT)].some(([, double, single]) => isWord(words, double ?? single ?? '', ['*'], ['*'])),
  )
}
