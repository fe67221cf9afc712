import { goQuote, textOfBytes, utf8Bytes } from '../go/index.ts'
import type { DecodingError, RbacKind } from '../policy/index.ts'
import type { Outcome } from '../trace/index.ts'
import { badRequest } from './status.ts'

type Refusal = Extract<Outcome, { kind: 'refused' }>

/** What the handler answers to a body that it cannot decode (Go: `transformDecodeError`). */
export function cannotDecode({ words, header }: DecodingError, body: string, wanted: RbacKind): Refusal {
  if (header !== undefined) return cannotBeHandled(header, wanted, words)
  return badRequest(`the object provided is unrecognized (must be of type ${wanted}): ${words} (${summaryOf(body)})`)
}

/** As before, of a body of which it knows what it says it is. What is left out is as the path has it. */
export function cannotBeHandled(
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  wanted: RbacKind,
  why: string,
): Refusal {
  const version = apiVersion === '' ? 'v1' : (apiVersion.split('/').at(-1) ?? '')
  return badRequest(
    `${kind === '' ? wanted : kind} in version ${goQuote(version)} cannot be handled as a ${wanted}: ${why}`,
  )
}

/** So many bytes of a body stand in the message. */
const SUMMARY = 30

/** Go: `summarizeData`. Bytes of a character that is cut in two become U+FFFD, one each, as Go makes JSON of them. */
function summaryOf(body: string): string {
  const bytes = utf8Bytes(body)
  const first = bytes.slice(0, SUMMARY)
  const text =
    bytes[0] === 0x7b
      ? textOfBytes(first).replaceAll(/\p{Surrogate}/gu, '\ufffd')
      : first.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length > SUMMARY ? `${text} ...` : text
}
