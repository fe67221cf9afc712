import { byteLength } from '../../go/index.ts'
import { type Answer, type Attributes, reviewedAttributes, reviewedUser, type WebhookVisit } from '../../kube/index.ts'
import { type Authorizer, type ConditionalAuthorizer, isConditional } from '../authorizer.ts'
import type { WebhookSettings } from './authorization-config.ts'

/** A review is kept only where the fields that the client chooses are shorter, in bytes (Go: `maxControlledAttrCacheSize`). */
const TOO_LONG = 10_000

/**
 * What an API server remembers of the answers of its webhooks. Tables always give the same answer, so a cache changes no decision:
 * it only says which reviews a webhook did not get. Failed calls are not kept. Entries are as many as there are reviews, where
 * upstream keeps 8192 for each webhook (Go: `plugin/pkg/authorizer/webhook`, `responseCache`).
 */
export class WebhookCaches {
  readonly #webhooks: ReadonlyMap<string, WebhookSettings>
  /** The time of each answer, in seconds. */
  readonly #answeredAt = new Map<string, number>()

  constructor(webhooks: readonly WebhookSettings[]) {
    this.#webhooks = new Map(webhooks.map((webhook) => [webhook.name, webhook]))
  }

  /** An authorizer whose webhooks say since when their answer was known, where it was. `now` is in seconds, and never falls. */
  before(authorizer: Authorizer, now: () => number): Authorizer {
    const authorize: Authorizer['authorize'] = (review, budget) =>
      this.#remember(authorizer.authorize(review, budget), review, now())
    if (!isConditional(authorizer)) return { authorize }
    const conditional: ConditionalAuthorizer = {
      authorize,
      conditionally: (review, budget) => this.#remember(authorizer.conditionally(review, budget), review, now()),
      evaluate: (...asked) => authorizer.evaluate(...asked),
    }
    return conditional
  }

  #remember(answer: Answer, review: Attributes, now: number): Answer {
    if (answer.webhooks === undefined) return answer
    return { ...answer, webhooks: answer.webhooks.map((visit) => this.#visit(visit, review, now)) }
  }

  #visit(visit: WebhookVisit, review: Attributes, now: number): WebhookVisit {
    const settings = this.#webhooks.get(visit.name)
    if (visit.is !== 'asked' || settings === undefined) return visit
    const kept = visit.answer === 'Allow' || visit.allowedToo ? settings.authorizedTTL : settings.unauthorizedTTL
    const key = keyOf(visit.name, review)
    const at = this.#answeredAt.get(key)
    if (at !== undefined && now - at <= kept) return { ...visit, cachedFor: now - at }
    if (kept > 0 && chosenBytes(review) < TOO_LONG) this.#answeredAt.set(key, now)
    return visit
  }
}

/** Equal for the same review, whatever the order of its extra keys. */
function keyOf(webhook: string, review: Attributes): string {
  const { user } = review
  const extra = new Map([...user.extra].sort(([a], [b]) => (a < b ? -1 : 1)))
  return JSON.stringify([webhook, reviewedUser({ ...user, extra }), reviewedAttributes(review)])
}

function chosenBytes(review: Attributes): number {
  const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, path } = review
  return [namespace, verb, apiGroup, apiVersion, resource, subresource, name, path].reduce(
    (sum, one) => sum + byteLength(one),
    0,
  )
}
