import type { Answer, Attributes, UserInfo } from '../../kube/index.ts'
import type { Authorizer } from '../authorizer.ts'
import type { FieldMatch, ReviewMatch, WebhookTable } from './webhook-table.ts'

/**
 * A webhook authorizer whose answers come from a table: the first entry that matches a review answers it; without a match
 * the webhook has no opinion. A failing call gives no opinion and an error, as by the API server's default (Go:
 * `plugin/pkg/authorizer/webhook`, `decisionOnError`).
 */
export function webhook({ entries, lines }: WebhookTable): Authorizer {
  const matches = entries.map(({ match }) => match)
  // Impersonating many groups makes many checks for the same user.
  const byUser = new WeakMap<UserInfo, EntryIndex>()
  const entriesFor = (user: UserInfo): EntryIndex => {
    const known = byUser.get(user) ?? new EntryIndex(matches, user)
    byUser.set(user, known)
    return known
  }
  return {
    authorize(review): Answer {
      const index = entriesFor(review.user).first(review)
      const entry = index === undefined ? undefined : entries[index]
      if (index === undefined || entry === undefined) return { decision: 'NoOpinion', reason: '' }
      const { answer, reason, span } = entry
      const evidence = { authorizer: 'Webhook', entry: { name: '', index, range: lines.range(span) } } as const
      if (answer === 'Error') {
        return { decision: 'NoOpinion', reason: '', error: reason === '' ? 'the webhook failed' : reason, evidence }
      }
      return { decision: answer, reason, evidence }
    },
  }
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
