import { utf8Bytes } from '../go/index.ts'
import { IMPERSONATE_EXTRA_PREFIX, IMPERSONATE_GROUP, IMPERSONATE_UID, IMPERSONATE_USER, isToken } from './headers.ts'
import {
  type ExtraField,
  extraKeyOf,
  type ImpersonationFields,
  impersonationOf,
  isExtra,
  isNamed,
} from './impersonation-fields.ts'
import type { HTTPHeader } from './request.ts'

/**
 * Changes who is impersonated and keeps all other headers, their order, and the headers whose values do not change. New
 * headers come after the last of their kind, else after the last impersonation header, else at the end.
 */
export function withImpersonation(
  headers: readonly HTTPHeader[],
  changes: Partial<ImpersonationFields>,
): readonly HTTPHeader[] {
  const before = impersonationOf(headers)
  const { username = before.username, uid = before.uid, groups = before.groups, extra = before.extra } = changes
  const single = (list: readonly HTTPHeader[], name: string, value: string) =>
    replaced(list, (header) => isNamed(header, name), value === '' ? [] : [{ name, value }])
  let changed = headers
  if (username !== before.username) changed = single(changed, IMPERSONATE_USER, username)
  if (uid !== before.uid) changed = single(changed, IMPERSONATE_UID, uid)
  if (!sameTexts(groups, before.groups)) {
    const wanted = groups.map((value) => ({ name: IMPERSONATE_GROUP, value }))
    changed = replaced(changed, (header) => isNamed(header, IMPERSONATE_GROUP), wanted)
  }
  if (!sameTexts(extra.flatMap(flat), before.extra.flatMap(flat))) {
    const wanted = extra.map(({ key, value }) => ({ name: headerNameOf(key), value }))
    changed = replaced(changed, isExtra, wanted)
  }
  return changed
}

/** The headers of a request that impersonates a user, in the order of client-go. */
export function impersonatingHeaders({ username, uid, groups, extra }: ImpersonationFields): readonly HTTPHeader[] {
  return [
    ...(username === '' ? [] : [{ name: IMPERSONATE_USER, value: username }]),
    ...(uid === '' ? [] : [{ name: IMPERSONATE_UID, value: uid }]),
    ...groups.map((value) => ({ name: IMPERSONATE_GROUP, value })),
    ...extra.map(({ key, value }) => ({ name: headerNameOf(key), value })),
  ]
}

function flat({ key, value }: ExtraField): readonly string[] {
  return [key, value]
}

function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index])
}

/** A header that the API server reads as exactly this key: characters that it would lower-case are percent-encoded. */
function headerNameOf(key: string): string {
  const escaped = utf8Bytes(key).map((byte) => {
    const character = String.fromCharCode(byte)
    const plain = isToken(character) && !/[%A-Z]/.test(character)
    return plain ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return IMPERSONATE_EXTRA_PREFIX + escaped.join('')
}

/**
 * Puts headers in the places of those that they replace. A header with an unchanged meaning stays as it was written.
 */
function replaced(
  headers: readonly HTTPHeader[],
  isReplaced: (header: HTTPHeader) => boolean,
  wanted: readonly HTTPHeader[],
): readonly HTTPHeader[] {
  const kept: HTTPHeader[] = []
  let used = 0
  let insertAt = -1
  for (const header of headers) {
    if (isReplaced(header)) {
      const next = wanted[used++]
      if (next !== undefined) kept.push(reworded(header, next))
      insertAt = kept.length
    } else {
      kept.push(header)
      if (used === 0 && /^impersonate-/i.test(header.name)) insertAt = kept.length
    }
  }
  const at = insertAt === -1 ? kept.length : insertAt
  return [...kept.slice(0, at), ...wanted.slice(used), ...kept.slice(at)]
}

function reworded(before: HTTPHeader, next: HTTPHeader): HTTPHeader {
  const sameName = isExtra(before) ? extraKeyOf(before) === extraKeyOf(next) : true
  if (sameName && before.value === next.value) return before
  return sameName ? { name: before.name, value: next.value } : next
}
