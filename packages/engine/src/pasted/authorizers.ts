import { AUTHORIZATION_MODES, type AuthorizationMode } from '../authorizers/index.ts'
import { readJsonTexts } from '../yaml/index.ts'
import { fieldIn, listIn, textIn } from './kubeconfig.ts'

/** The authorizers of an AuthorizationConfiguration (`apiserver.config.k8s.io`), as far as they are settings here. */
export interface PastedAuthorizers {
  /** The types in their order, each once. */
  readonly modes: readonly AuthorizationMode[]
  /** What of the file is not decided, in sentences. */
  readonly notDecided: readonly string[]
}

/** Fields of a webhook that change what it answers, or whether it is asked. */
const WEBHOOK_FIELDS = ['failurePolicy', 'matchConditions', 'timeout'] as const

/** Reads an AuthorizationConfiguration; undefined where no authorizer in it is one that is decided here. */
export function readAuthorizers(text: string): PastedAuthorizers | undefined {
  const value = readJsonTexts(text, 'document').documents[0]?.value
  const entries = listIn(value, 'authorizers')
  const types = entries.map((entry) => textIn(entry, 'type'))
  const modes = AUTHORIZATION_MODES.filter((mode) => mode !== 'AccessRules' && types.includes(mode)).sort(
    (a, b) => types.indexOf(a) - types.indexOf(b),
  )
  if (modes.length === 0) return undefined
  const others = [...new Set(types.filter((type) => !(modes as readonly string[]).includes(type)))]
  const webhooks = entries
    .filter((entry) => textIn(entry, 'type') === 'Webhook')
    .map((entry) => fieldIn(entry, 'webhook'))
  const fields = WEBHOOK_FIELDS.filter((field) => webhooks.some((webhook) => fieldIn(webhook, field) !== undefined))
  return {
    modes,
    notDecided: [
      ...(others.length > 0 ? [`Not decided: the type ${others.join(', ')}.`] : []),
      ...(webhooks.length > 1
        ? [`The file has ${webhooks.length} webhooks. One is decided, at the place of the first.`]
        : []),
      ...(fields.length > 0 ? [`Not decided: ${fields.join(', ')} of the webhook.`] : []),
      ...(webhooks.length > 0 ? ['The answers of the webhook come from the table in the tab Webhook.'] : []),
    ],
  }
}
