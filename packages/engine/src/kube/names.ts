import { ALL_SERVICE_ACCOUNTS, NODE_NAME_KEY, type UserInfo } from './user.ts'

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

/** RFC 1123 label: at most 63 of `a-z`, `0-9`, `-`, with an alphanumeric at both ends. Namespaces are named so. */
function isDNSLabel(name: string): boolean {
  return name.length <= 63 && DNS_LABEL.test(name)
}

/** RFC 1123 subdomain: labels joined by dots, at most 253 characters. Nodes and service accounts are named so. */
export function isDNSSubdomain(name: string): boolean {
  return name.length <= 253 && isDNSSubdomainOfAnyLength(name)
}

/** As {@link isDNSSubdomain}, with the length left to the caller: the API server complains of the two apart. */
export function isDNSSubdomainOfAnyLength(name: string): boolean {
  return name.split('.').every((label) => DNS_LABEL.test(label))
}

/** The length of a text in UTF-8 bytes, which is what Go's `len` counts. */
export function utf8Length(text: string): number {
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0) as number
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return length
}

const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:'
const NODE_PREFIX = 'system:node:'

/** Which service account: names are unique within a namespace. */
export interface ServiceAccountName {
  readonly namespace: string
  readonly name: string
}

/**
 * The service account that a username stands for, or undefined when it is no well-formed one: exactly
 * two parts after the prefix, both valid (Go: `serviceaccount.SplitUsername`).
 */
export function serviceAccountOf(username: string): ServiceAccountName | undefined {
  if (!username.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined
  const parts = username.slice(SERVICE_ACCOUNT_PREFIX.length).split(':')
  const [namespace, name] = parts
  if (parts.length !== 2 || namespace === undefined || name === undefined) return undefined
  return isDNSLabel(namespace) && isDNSSubdomain(name) ? { namespace, name } : undefined
}

/** The username of a service account’s tokens. */
export function serviceAccountUsername({ namespace, name }: ServiceAccountName): string {
  return `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`
}

/** The groups that every service account of a namespace is in, in the API server's order. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return [ALL_SERVICE_ACCOUNTS, `${ALL_SERVICE_ACCOUNTS}:${namespace}`]
}

/** The node that a username stands for, or undefined when the rest of it is no valid node name. */
export function nodeOf(username: string): string | undefined {
  if (!username.startsWith(NODE_PREFIX)) return undefined
  const name = username.slice(NODE_PREFIX.length)
  return isDNSSubdomain(name) ? name : undefined
}

/** The username of a node’s kubelet. */
export function nodeUsername(node: string): string {
  return NODE_PREFIX + node
}

/** The node that a service account's token is bound to, or undefined for anybody else: its extra must name exactly one. */
export function boundNodeOf({ username, extra }: UserInfo): string | undefined {
  const values = extra.get(NODE_NAME_KEY) ?? []
  const [node] = values
  if (serviceAccountOf(username) === undefined || values.length !== 1 || node === undefined) return undefined
  return isDNSSubdomain(node) ? node : undefined
}
