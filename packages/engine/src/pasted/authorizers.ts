import { AUTHORIZATION_MODES, type AuthorizationMode } from '../authorizers/index.ts'
import { readJsonTexts } from '../yaml/index.ts'
import { listIn, textIn } from './kubeconfig.ts'

/** The authorizers of an AuthorizationConfiguration (`apiserver.config.k8s.io`). */
export interface PastedAuthorizers {
  readonly text: string
  /** The types in their order, each once. */
  readonly modes: readonly AuthorizationMode[]
  /** What else decides, and what keeps the file from being decided, in sentences. */
  readonly remarks: readonly string[]
}

/** Finds the types of an AuthorizationConfiguration; undefined where none of them is decided here. */
export function readAuthorizers(text: string): PastedAuthorizers | undefined {
  const value = readJsonTexts(text, 'document').documents[0]?.value
  const types = listIn(value, 'authorizers').map((entry) => textIn(entry, 'type'))
  const modes = AUTHORIZATION_MODES.filter((mode) => mode !== 'AccessRules' && types.includes(mode)).sort(
    (a, b) => types.indexOf(a) - types.indexOf(b),
  )
  if (modes.length === 0) return undefined
  const others = [...new Set(types.filter((type) => !(modes as readonly string[]).includes(type)))]
  return {
    text,
    modes,
    remarks: [
      ...(others.length > 0 ? [`Remove the type ${others.join(', ')}, which is not decided here.`] : []),
      ...(types.includes('Webhook') ? ['The answers of its webhooks come from the table in the tab Webhook.'] : []),
    ],
  }
}
