import type { RequestText } from '@authz-playground/engine'
import { detectForm } from '@authz-playground/engine/internal/request'

/**
 * The request in a pasted text, where the text is a whole request; undefined for any other text, such as a name or a
 * header.
 */
export function pastedRequest(text: string): RequestText | undefined {
  // `k` and `curl` alone may be names for a field.
  if (!/\S\s+\S/.test(text.slice(0, LOOKED_AT))) return undefined
  const form = detectForm(text)
  return form && { form, text }
}

/** A command that begins after so many code units is not a pasted request. */
const LOOKED_AT = 10_000
