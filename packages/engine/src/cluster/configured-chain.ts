import { type ConditionLanguage, WebhookCaches, type WebhookTable, webhook } from '../authorizers/index.ts'
import type { ConfiguredChain } from './cluster.ts'
import { readAuthorizationConfig } from './read-authorization-config.ts'
import { entriesFor, withUnknownWebhooks } from './read-webhook.ts'

/** The chain of an AuthorizationConfiguration, whose webhooks answer from a table. */
export function configuredChain(text: string, table: WebhookTable, language: ConditionLanguage): ConfiguredChain {
  const config = readAuthorizationConfig(text, language)
  const webhooks = config.authorizers.flatMap(({ webhook }) => webhook ?? [])
  const names = webhooks.map(({ name }) => name)
  return {
    config,
    table: names.length === 0 ? table : withUnknownWebhooks(table, names),
    chain: config.authorizers.flatMap((one) => {
      if (one.type !== 'Webhook') return one.type
      if (one.webhook === undefined) return []
      const { name } = one.webhook
      return { name, authorizer: webhook(entriesFor(table, name, names), one.webhook) }
    }),
    newCaches: () => new WebhookCaches(webhooks),
  }
}
