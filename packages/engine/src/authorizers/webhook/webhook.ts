import type { FieldMatch, ReviewMatch, WebhookTable } from '../../cluster/index.ts'
import type { Answer, Attributes } from '../../kube/index.ts'
import type { Authorizer } from '../authorizer.ts'

/**
 * A webhook that is played by a table: the first entry that matches a review answers it, and where none does the webhook
 * has no opinion. A call that fails gives none either, and an error beside it, as the API server's default is (Go:
 * `plugin/pkg/authorizer/webhook`, `decisionOnError`).
 */
export function webhook({ entries, lines }: WebhookTable): Authorizer {
  return {
    authorize(review): Answer {
      const index = entries.findIndex(({ match }) => matches(match, review))
      const entry = entries[index]
      if (entry === undefined) return { decision: 'NoOpinion', reason: '' }
      const { answer, reason, span } = entry
      const evidence = { authorizer: 'Webhook', entry: { name: '', index, range: lines.range(span) } } as const
      if (answer === 'Error') {
        return { decision: 'NoOpinion', reason: '', error: reason === '' ? 'the webhook failed' : reason, evidence }
      }
      return { decision: answer, reason, evidence }
    },
  }
}

function matches(
  { user, groups, resourceAttributes, nonResourceAttributes }: ReviewMatch,
  review: Attributes,
): boolean {
  if (!agree(user, { user: review.user.username, uid: review.user.uid })) return false
  if (!groups.every((group) => review.user.groups.includes(group))) return false
  if (resourceAttributes !== undefined) {
    const { namespace, verb, apiGroup: group, apiVersion: version, resource, subresource, name } = review
    if (!review.isResourceRequest) return false
    if (!agree(resourceAttributes, { namespace, verb, group, version, resource, subresource, name })) return false
  }
  if (nonResourceAttributes === undefined) return true
  return !review.isResourceRequest && agree(nonResourceAttributes, { path: review.path, verb: review.verb })
}

function agree(wanted: FieldMatch, given: Readonly<Record<string, string>>): boolean {
  return [...wanted].every(([field, value]) => given[field] === value)
}
