import type { HTTPHeader } from '../http/index.ts'
import { canonicalHeaderName, isSendableValue, isToken, trimmedValue } from '../http/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import type { CurlOption } from './options.ts'

/** The result of `-H`: the header's name, and the header itself where curl sends one. */
export interface CurlHeader {
  readonly name: string
  readonly header?: HTTPHeader
}

/** Reads `-H 'Name: value'`; `Name;` is a header without a value, and `Name:` leaves out one that curl would add. */
export function readCurlHeader({ value: typed, span }: CurlOption, problems: Problem[]): CurlHeader {
  const refuse = (code: string, message: string, fix: string): CurlHeader => {
    problems.push({ severity: 'error', code, message, fix, span })
    return { name: '' }
  }
  if (typed.startsWith('@')) {
    return refuse(
      'headers-in-file',
      'The headers are in a file, and the playground has no files.',
      "-H 'Impersonate-User: jane'",
    )
  }
  const colon = typed.indexOf(':')
  const end = colon === -1 ? typed.indexOf(';') : colon
  if (end === -1) {
    return refuse(
      'missing-colon',
      `Expected "Name: value", found ${quoted(typed)}, which curl drops.`,
      withColon(typed),
    )
  }
  const name = typed.slice(0, end)
  const value = trimmedValue(typed.slice(end + 1))
  if (!isToken(name))
    return refuse('invalid-header-name', `${quoted(name)} is not a valid header name.`, 'Impersonate-User')
  if (colon === -1 && value !== '') {
    return refuse(
      'missing-colon',
      `Expected a colon after ${quoted(name)}; curl drops this header.`,
      `${name}: ${value}`,
    )
  }
  if (colon !== -1 && value === '') {
    const isImpersonation = /^impersonate-/i.test(name)
    const message = `curl sends no ${canonicalHeaderName(name)} header for ${quoted(typed)}.`
    const fix = `${name};`
    if (isImpersonation) problems.push({ severity: 'warning', code: 'header-left-out', message, fix, span })
    return { name }
  }
  if (!isSendableValue(value)) {
    return refuse(
      'unsendable-value',
      `${quoted(value)} has characters that are not allowed in a header.`,
      'Remove them.',
    )
  }
  return { name, header: { name, value, span } }
}

function withColon(typed: string): string {
  const words = /^(\S+)\s+(\S.*)$/s.exec(typed.slice(0, 200))
  return words === null ? 'Impersonate-User: jane' : `${words[1]}: ${words[2]}`
}
