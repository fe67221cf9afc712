import type { ImpersonationFields } from '../http/index.ts'
import { type JsonValue, readJsonTexts } from '../yaml/index.ts'

/** How a user of a kubeconfig logs in. The kind alone: the credential itself is never read. */
export type KubeconfigCredential = 'token' | 'client certificate' | 'plugin' | 'password' | 'none'

/** One context: the user that it names, and what that user sends with each request. */
export interface KubeconfigContext {
  readonly name: string
  readonly cluster: string
  /** The name of the user in this file, which is not the username on the server. */
  readonly user: string
  /** The default namespace of commands; empty where the context has none. */
  readonly namespace: string
  readonly credential: KubeconfigCredential
  /** From `as`, `as-uid`, `as-groups` and `as-user-extra`: the user that each request impersonates. */
  readonly impersonate?: ImpersonationFields
}

/** A kubeconfig (`k8s.io/client-go/tools/clientcmd/api/v1`) without its secrets. */
export interface Kubeconfig {
  /** The name of the current context; empty where the file names none. */
  readonly current: string
  readonly contexts: readonly KubeconfigContext[]
}

/** Reads a kubeconfig; undefined where the text cannot be read. No token, key, certificate or password is kept. */
export function readKubeconfig(text: string): Kubeconfig | undefined {
  const { documents, diagnostics } = readJsonTexts(text, 'document')
  const [document] = documents
  if (document === undefined || diagnostics.some(({ severity }) => severity === 'error')) return undefined
  const { value } = document
  const users = new Map(listIn(value, 'users').map((entry) => [textIn(entry, 'name'), fieldIn(entry, 'user')]))
  return {
    current: textIn(value, 'current-context'),
    contexts: listIn(value, 'contexts').map((entry) => {
      const context = fieldIn(entry, 'context')
      const user = users.get(textIn(context, 'user'))
      const impersonate = impersonationIn(user)
      return {
        name: textIn(entry, 'name'),
        cluster: textIn(context, 'cluster'),
        user: textIn(context, 'user'),
        namespace: textIn(context, 'namespace'),
        credential: credentialOf(user),
        ...(impersonate && { impersonate }),
      }
    }),
  }
}

/** The first field that a user has decides, in the order in which client-go prefers them. */
const CREDENTIALS: readonly (readonly [string, KubeconfigCredential])[] = [
  ['token', 'token'],
  ['tokenFile', 'token'],
  ['exec', 'plugin'],
  ['auth-provider', 'plugin'],
  ['client-certificate-data', 'client certificate'],
  ['client-certificate', 'client certificate'],
  ['username', 'password'],
]

function credentialOf(user: JsonValue | undefined): KubeconfigCredential {
  return CREDENTIALS.find(([field]) => fieldIn(user, field) !== undefined)?.[1] ?? 'none'
}

function impersonationIn(user: JsonValue | undefined): ImpersonationFields | undefined {
  const username = textIn(user, 'as')
  if (username === '') return undefined
  const extra = fieldIn(user, 'as-user-extra')
  const keys = isRecord(extra) ? Object.keys(extra) : []
  return {
    username,
    uid: textIn(user, 'as-uid'),
    groups: textsIn(user, 'as-groups'),
    extra: keys.flatMap((key) => textsIn(extra, key).map((value) => ({ key, value }))),
  }
}

export function isRecord(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldIn(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function textIn(value: JsonValue | undefined, name: string): string {
  const field = fieldIn(value, name)
  return typeof field === 'string' ? field : ''
}

export function listIn(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  const field = fieldIn(value, name)
  return Array.isArray(field) ? (field as readonly JsonValue[]) : []
}

export function textsIn(value: JsonValue | undefined, name: string): readonly string[] {
  return listIn(value, name).filter((one) => typeof one === 'string')
}
