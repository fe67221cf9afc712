import type { PlainUser } from '@authz-playground/engine'
import type { VectorRequest, VectorScenario } from '@authz-playground/engine/internal/vectors'

/** A Kubernetes object as data. */
export type JsonData = null | boolean | number | string | readonly JsonData[] | { readonly [key: string]: JsonData }
export interface KubeObject {
  readonly [key: string]: JsonData
}

/** A scenario whose texts are still data, so that parts can be added and removed. */
export interface Draft extends Omit<VectorScenario, 'policy' | 'cluster' | 'expect' | 'error'> {
  readonly cluster: {
    readonly constrainedImpersonation?: boolean
    readonly authorizePodWebsocketUpgradeCreatePermission?: boolean
    readonly authorizationModes?: readonly ('Node' | 'RBAC')[]
    readonly defaultRoles?: boolean
    readonly authorizationConfig?: string
    readonly webhook?: string
  }
  /** Empty without the Node authorizer. */
  readonly objects: readonly KubeObject[]
  readonly policy: readonly KubeObject[]
  readonly requestor: PlainUser
  readonly requests: readonly VectorRequest[]
  /** Typing mistakes in the policy's text. */
  readonly slips?: readonly Slip[]
}

export interface Slip {
  /** The offset in characters, modulo the length. */
  readonly at: number
  readonly dropped: number
  readonly put: string
}

/** The scenario of a draft, with its texts written as YAML. */
export function scenarioOf({ objects, policy, cluster, slips = [], ...rest }: Draft): VectorScenario {
  return {
    ...rest,
    cluster: { ...cluster, ...(objects.length > 0 && { objects: documents(objects) }) },
    policy: slips.reduce(slipped, documents(policy)),
  }
}

function slipped(text: string, { at, dropped, put }: Slip): string {
  const characters = [...text]
  return characters.toSpliced(at % (characters.length + 1), dropped, put).join('')
}

/** The YAML of objects, in the order of the list. */
export function documents(objects: readonly KubeObject[]): string {
  return objects.map((object) => `${Object.entries(object).map(topLevel).join('')}`).join('---\n')
}

/** One key per line, top-level lists as block sequences, so that diffs are short and readable. */
function topLevel([key, value]: readonly [string, JsonData]): string {
  if (!Array.isArray(value) || value.length === 0) return `${key}: ${flow(value)}\n`
  return `${key}:\n${value.map((item) => `- ${flow(item as JsonData)}\n`).join('')}`
}

function flow(value: JsonData): string {
  if (typeof value === 'string') return scalar(value)
  if (Array.isArray(value)) return `[${value.map((item) => flow(item as JsonData)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${scalar(key)}: ${flow(item)}`)
    .join(', ')}}`
}

const PLAIN = /^[a-z][A-Za-z0-9]*(?:[./-][A-Za-z0-9]+)*$/
const NOT_A_STRING = /^(?:y|n|yes|no|on|off|true|false|null)$/i
/** Characters that end a line or are not printable in YAML 1.1, but not in JSON. */
const ESCAPED = /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g

function scalar(text: string): string {
  if (PLAIN.test(text) && !NOT_A_STRING.test(text)) return text
  return JSON.stringify(text).replaceAll(ESCAPED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
