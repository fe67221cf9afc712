import type { RequestText } from '@authz-playground/engine'
import { detectForm } from '@authz-playground/engine/requests'

/** The request that a pasted text is, whole and in a form of its own; undefined for anything else, such as a name or a header. */
export function pastedRequest(text: string): RequestText | undefined {
  // `k` and `curl` alone are names that may go into a field.
  if (!/\S\s+\S/.test(text.slice(0, LOOKED_AT))) return undefined
  const form = detectForm(text)
  return form && { form, text }
}

/** A command that begins later in a text was not meant as one. Code units. */
const LOOKED_AT = 10_000
