import { compareBytes, goQuote, unescapePath, wellFormed } from '../go/index.ts'
import type { UserInfo } from '../kube/index.ts'
import {
  canonicalHeaderName,
  IMPERSONATE_EXTRA_PREFIX,
  IMPERSONATE_GROUP,
  IMPERSONATE_UID,
  IMPERSONATE_USER,
} from './headers.ts'
import type { HTTPHeader } from './request.ts'

/** The impersonation that the `Impersonate-*` headers of a request want. */
export type Target =
  /** The request does not impersonate. */
  | { readonly kind: 'none' }
  /** The wanted user exactly as in the headers: without added groups, and unchecked. */
  | { readonly kind: 'target'; readonly wantedUser: UserInfo }
  /** A group, uid or extra without a user: a 400. */
  | {
      readonly kind: 'bad'
      /** The Status message with the feature on (`WithConstrainedImpersonation`). */
      readonly message: string
      /** The Status message of the older filter (`WithImpersonation`), which serves when the feature is off. */
      readonly olderMessage: string
    }

const AUTHENTICATION_V1 = 'authentication.k8s.io/v1'

/**
 * Reads the `Impersonate-*` headers (Go: `processImpersonationHeaders` and `buildImpersonationRequests` in
 * `k8s.io/apiserver/pkg/endpoints/filters/impersonation`). The first of several users or uids counts; an empty one
 * counts as absent. Extra keys are lower-cased and then percent-decoded; a malformed escape keeps the lower-cased key.
 *
 * The API server goes over the headers of extras in Go's random map order. Here they come in the order in which the
 * request first names them; this affects the order of extra checks, in the values of two headers that decode to one
 * key, and in `olderMessage`. (`message` has its keys sorted, as Go prints maps.)
 */
export function targetOf(headers: readonly HTTPHeader[]): Target {
  const values = valuesByName(headers)
  const extra = extraOf(values)
  const wantedUser: UserInfo = {
    username: values.get(IMPERSONATE_USER)?.[0] ?? '',
    uid: values.get(IMPERSONATE_UID)?.[0] ?? '',
    groups: values.get(IMPERSONATE_GROUP) ?? [],
    extra,
  }
  if (wantedUser.username !== '') return { kind: 'target', wantedUser }
  if (wantedUser.uid === '' && wantedUser.groups.length === 0 && extra.size === 0) return { kind: 'none' }
  return {
    kind: 'bad',
    message: `requested ${goSyntax(wantedUser)} without impersonating a user name`,
    olderMessage: `requested [${objectReferences(wantedUser).map(wellFormed).join(' ')}] without impersonating a user`,
  }
}

function valuesByName(headers: readonly HTTPHeader[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const { name, value } of headers) append(values, canonicalHeaderName(name), [value])
  return values
}

function extraOf(values: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const extra = new Map<string, string[]>()
  for (const [name, list] of values) {
    if (!name.startsWith(IMPERSONATE_EXTRA_PREFIX)) continue
    const encoded = name.slice(IMPERSONATE_EXTRA_PREFIX.length).toLowerCase()
    append(extra, unescapePath(encoded) ?? encoded, list)
  }
  return extra
}

function append(lists: Map<string, string[]>, key: string, values: readonly string[]): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [...values])
  else for (const value of values) list.push(value)
}

/** The checks of the older filter, as Go's `%v` prints `v1.ObjectReference` values. */
function objectReferences(target: UserInfo): readonly string[] {
  const groups = target.groups.map((name) => objectReference('Group', name, '', ''))
  const extras = [...target.extra].flatMap(([key, values]) =>
    values.map((value) => objectReference('UserExtra', value, AUTHENTICATION_V1, key)),
  )
  const uids = target.uid === '' ? [] : [objectReference('UID', target.uid, AUTHENTICATION_V1, '')]
  return [...groups, ...extras, ...uids]
}

/** Kind, namespace, name, uid, API version, resource version, field path; namespace, uid and resource version are empty. */
function objectReference(kind: string, name: string, apiVersion: string, fieldPath: string): string {
  return `{${[kind, '', name, '', apiVersion, '', fieldPath].join(' ')}}`
}

/** A user as Go's `%#v` prints a `*user.DefaultInfo`, with empty lists and maps as nil and extra keys sorted. */
export function goSyntax(user: UserInfo): string {
  const extra = [...user.extra]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([key, values]) => `${goQuote(key)}:${goStrings(values)}`)
  return (
    `&user.DefaultInfo{Name:${goQuote(user.username)}, UID:${goQuote(user.uid)}, Groups:${goStrings(user.groups)}, ` +
    `Extra:map[string][]string${extra.length === 0 ? '(nil)' : `{${extra.join(', ')}}`}}`
  )
}

function goStrings(strings: readonly string[]): string {
  return strings.length === 0 ? '[]string(nil)' : `[]string{${strings.map(goQuote).join(', ')}}`
}
