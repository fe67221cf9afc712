import { aggregateErrors } from '../../go/index.ts'
import type { Answer, Attributes, Evidence, Located, UserInfo, WebhookVisit } from '../../kube/index.ts'
import { type Authorizer, NO_OPINION } from '../authorizer.ts'
import type { StepBudget } from '../conditional/step-budget.ts'
import type { MatchCondition, WebhookSettings } from './authorization-config.ts'
import type { FieldMatch, ReviewMatch, WebhookTable } from './webhook-table.ts'

/** The entries of one webhook, and the lines of their text. */
export type WebhookAnswers = Pick<WebhookTable, 'entries' | 'lines'>

/** The webhook of `--authorization-mode`: its failing call gives no opinion, and it has no conditions. */
const UNNAMED = { name: '', failurePolicy: 'NoOpinion', conditions: [] } as const

/** The errors of calls whose entry has no text. */
const ERRORS = { Error: 'the webhook failed', Timeout: 'context deadline exceeded' } as const

/** The error of a status that is both allowed and denied. */
const ALLOWED_AND_DENIED = 'webhook subject access review returned both allow and deny response'

/**
 * A webhook authorizer whose answers come from a table: the first entry that matches a review answers it; without a match
 * the webhook has no opinion. It is asked only where its match conditions are true; one that is false counts before errors. A
 * failing condition or call results in the decision of `failurePolicy`, and an error; a status that is both allowed and denied
 * denies, whatever that policy is, with an error (Go: `plugin/pkg/authorizer/webhook`, `decisionOnError`; `authorization/cel`,
 * `CELMatcher.Eval`).
 */
export function webhook(
  { entries, lines }: WebhookAnswers,
  settings?: Pick<WebhookSettings, 'name' | 'failurePolicy' | 'conditions'>,
): Authorizer {
  const { name, failurePolicy, conditions } = settings ?? UNNAMED
  const matches = entries.map(({ match }) => match)
  // Impersonating many groups makes many checks for the same user.
  const byUser = new WeakMap<UserInfo, EntryIndex>()
  const entriesFor = (user: UserInfo): EntryIndex => {
    const known = byUser.get(user) ?? new EntryIndex(matches, user)
    byUser.set(user, known)
    return known
  }
  const visited = (answer: Answer, visit: Unnamed<WebhookVisit>): Answer =>
    settings === undefined ? answer : { ...answer, webhooks: [{ name, ...visit }] }
  const failed = (error: string, evidence: Evidence): Answer => ({
    decision: failurePolicy,
    reason: '',
    error,
    evidence,
  })
  return {
    authorize(review, budget): Answer {
      const unmatched = unmatchedBy(conditions, review, budget)
      if (unmatched !== undefined) {
        const { condition, errors, isFalse } = unmatched
        const others = errors.length === 0 ? {} : { others: 'errors' as const }
        if (isFalse) return visited(NO_OPINION, { is: 'skipped', condition, ...others })
        const evidence = { authorizer: 'Webhook', entry: { name, ...condition } } as const
        const error = aggregateErrors(errors)
        return visited(
          { ...failed(error, evidence), ...(errors.length > 1 && { errors }) },
          { is: 'not-asked', answer: failurePolicy, error, condition },
        )
      }
      const index = entriesFor(review.user).first(review)
      const entry = index === undefined ? undefined : entries[index]
      if (index === undefined || entry === undefined) return visited(NO_OPINION, { is: 'asked', answer: 'NoOpinion' })
      const { answer, reason, span } = entry
      const evidence = { authorizer: 'Webhook', entry: { name, index, range: lines.range(span) } } as const
      if (answer === 'Error' || answer === 'Timeout') {
        const error = reason === '' ? ERRORS[answer] : reason
        const result = answer === 'Timeout' ? 'timeout' : 'error'
        return visited(failed(error, evidence), { is: 'failed', answer: failurePolicy, error, result })
      }
      if (answer === 'AllowAndDeny') {
        const denied = { decision: 'Deny', reason, error: ALLOWED_AND_DENIED, evidence } as const
        return visited(denied, { is: 'asked', answer: 'Deny', allowedToo: true })
      }
      return visited({ decision: answer, reason, evidence }, { is: 'asked', answer })
    },
  }
}

type Unnamed<Visit> = Visit extends WebhookVisit ? Omit<Visit, 'name'> : never

interface Unmatched {
  readonly condition: Located<{ readonly index: number }>
  readonly isFalse: boolean
  /** Those of all conditions before a false one, and of all where none is false. */
  readonly errors: readonly string[]
}

/** The first condition that is false; otherwise the first with an error. Undefined where all are true. */
function unmatchedBy(
  conditions: readonly MatchCondition[],
  review: Attributes,
  budget: StepBudget | undefined,
): Unmatched | undefined {
  const errors: string[] = []
  let failed: Unmatched['condition'] | undefined
  for (const [index, { text, matches, range }] of conditions.entries()) {
    const result = matches(review, (steps) => budget?.spend(steps, () => range))
    const condition = { index, range }
    if (result === false) return { condition, isFalse: true, errors }
    if (result === true) continue
    failed ??= condition
    errors.push(`cel evaluation error: expression '${text}' resulted in error: ${result.error}`)
  }
  return failed && { condition: failed, isFalse: false, errors }
}

/** Entries that compare the same fields of a review, by the values that they require. */
interface Shape {
  readonly fields: readonly (keyof Attributes)[]
  /** Whether they match resource reviews or path reviews; absent when they match both. */
  readonly resources?: boolean
  readonly firstByValues: Map<string, number>
}

/** The entries of a table that match a user, indexed by the values that they require of the rest of a review. */
class EntryIndex {
  readonly #shapes = new Map<string, Shape>()

  constructor(matches: readonly ReviewMatch[], { username, uid, groups }: UserInfo) {
    const memberOf = new Set(groups)
    const named: Readonly<Record<string, string>> = { user: username, uid }
    for (const [index, match] of matches.entries()) {
      const { resourceAttributes, nonResourceAttributes } = match
      // No review has both, so such an entry never matches.
      if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) continue
      if (![...match.user].every(([field, value]) => named[field] === value)) continue
      if (match.groups.every((group) => memberOf.has(group)))
        this.#add(index, resourceAttributes, nonResourceAttributes)
    }
  }

  #add(index: number, ofResource: FieldMatch | undefined, ofPath: FieldMatch | undefined): void {
    const wanted = [...(ofResource ?? ofPath ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    const resources = ofResource !== undefined ? true : ofPath !== undefined ? false : undefined
    const key = JSON.stringify([resources ?? null, wanted.map(([field]) => field)])
    const shape = this.#shapes.get(key) ?? {
      fields: wanted.map(([field]) => attributeOf(field)),
      ...(resources !== undefined && { resources }),
      firstByValues: new Map<string, number>(),
    }
    this.#shapes.set(key, shape)
    const values = JSON.stringify(wanted.map(([, value]) => value))
    if (!shape.firstByValues.has(values)) shape.firstByValues.set(values, index)
  }

  /** The position of the first entry that matches a review by that user. */
  first(review: Attributes): number | undefined {
    let first: number | undefined
    for (const { fields, resources, firstByValues } of this.#shapes.values()) {
      if (resources !== undefined && resources !== review.isResourceRequest) continue
      const index = firstByValues.get(JSON.stringify(fields.map((field) => review[field])))
      if (index !== undefined && (first === undefined || index < first)) first = index
    }
    return first
  }
}

/** The attribute for a field of a SubjectAccessReview. */
function attributeOf(field: string): keyof Attributes {
  if (field === 'group') return 'apiGroup'
  return (field === 'version' ? 'apiVersion' : field) as keyof Attributes
}
