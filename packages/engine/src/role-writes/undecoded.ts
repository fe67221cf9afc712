import { goQuote, textOfBytes, utf8Bytes } from '../go/index.ts'
import type { DecodingError, RbacKind } from '../policy/index.ts'
import type { Outcome } from '../trace/index.ts'
import { badRequestStatus } from './status.ts'

type Refusal = Extract<Outcome, { kind: 'refused' }>

/** The handler's answer to a body that it cannot decode (Go: `transformDecodeError`). */
export function cannotDecode({ words, header }: DecodingError, body: string, wanted: RbacKind): Refusal {
  if (header !== undefined) return cannotBeHandled(header, wanted, words)
  return badRequestStatus(
    `the object provided is unrecognized (must be of type ${wanted}): ${words} (${summaryOf(body)})`,
  )
}

/** The same for a body whose kind and version are known. Omitted ones are those of the path. */
export function cannotBeHandled(
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  wanted: RbacKind,
  why: string,
): Refusal {
  const version = apiVersion === '' ? 'v1' : (apiVersion.split('/').at(-1) ?? '')
  return badRequestStatus(
    `${kind === '' ? wanted : kind} in version ${goQuote(version)} cannot be handled as a ${wanted}: ${why}`,
  )
}

/** The number of bytes of a body in the message. */
const SUMMARY = 30

/**
 * Go: `summarizeData`. Each byte of a character that is cut in two becomes U+FFFD, because Go encodes the message as JSON.
 */
function summaryOf(body: string): string {
  const bytes = utf8Bytes(body)
  const first = bytes.slice(0, SUMMARY)
  const text =
    bytes[0] === 0x7b
      ? textOfBytes(first).replaceAll(/\p{Surrogate}/gu, '\ufffd')
      : first.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length > SUMMARY ? `${text} ...` : text
}
