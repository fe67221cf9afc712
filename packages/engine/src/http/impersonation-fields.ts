import { extraKeyRead } from '../kube/index.ts'
import {
  canonicalHeaderName,
  IMPERSONATE_EXTRA_PREFIX,
  IMPERSONATE_GROUP,
  IMPERSONATE_UID,
  IMPERSONATE_USER,
} from './headers.ts'
import type { HTTPHeader } from './request.ts'

/** One `Impersonate-Extra-` header. */
export interface ExtraField {
  /** As the API server reads it: in lower case and decoded. */
  readonly key: string
  readonly value: string
}

/** The fields of the user that a request impersonates, in the order of the headers. */
export interface ImpersonationFields {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  /** One entry for each value. */
  readonly extra: readonly ExtraField[]
}

/** Reads the `Impersonate-*` headers, even where the API server would answer 400. */
export function impersonationOf(headers: readonly HTTPHeader[]): ImpersonationFields {
  const values = (name: string) => headers.filter((header) => isNamed(header, name)).map(({ value }) => value)
  return {
    username: values(IMPERSONATE_USER)[0] ?? '',
    uid: values(IMPERSONATE_UID)[0] ?? '',
    groups: values(IMPERSONATE_GROUP),
    extra: headers.filter(isExtra).map((header) => ({ key: extraKeyOf(header), value: header.value })),
  }
}

export function isNamed(header: HTTPHeader, name: string): boolean {
  return canonicalHeaderName(header.name) === name
}

export function isExtra(header: HTTPHeader): boolean {
  return canonicalHeaderName(header.name).startsWith(IMPERSONATE_EXTRA_PREFIX)
}

/** The name of a header as the API server reads it: in canonical form, with the key of an extra decoded. */
export function headerNameRead(header: HTTPHeader): string {
  return isExtra(header) ? IMPERSONATE_EXTRA_PREFIX + extraKeyOf(header) : canonicalHeaderName(header.name)
}

export function extraKeyOf({ name }: HTTPHeader): string {
  return extraKeyRead(name.slice(IMPERSONATE_EXTRA_PREFIX.length))
}

/** What the fields cannot show: repeated headers of which only the first counts. A sentence each. */
export function repeatedHeaders(headers: readonly HTTPHeader[]): readonly string[] {
  return [IMPERSONATE_USER, IMPERSONATE_UID].flatMap((name) => {
    const count = headers.filter((header) => isNamed(header, name)).length
    return count < 2 ? [] : [`Of ${count} ${name} headers the first counts.`]
  })
}
