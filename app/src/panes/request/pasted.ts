import type { RequestText } from '@authz-playground/engine'
import { detectForm } from '@authz-playground/engine/internal/request'

/** Only the beginning of a text is looked at, so that pasting a large policy stays fast. Characters. */
const LOOKED_THROUGH = 20_000

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

/**
 * Whether a text looks like the output of a cluster about a request: an audit event, a line of kube-apiserver’s log
 * about a check, or the message of a 403. It may still have errors.
 */
export function looksLikeClusterOutput(text: string): boolean {
  return /audit\.k8s\.io\/|forbidden: [Uu]ser \\?"|RBAC: no rules authorize user |\] "(?:HTTP|Forbidden|Impersonation authorization check)" /.test(
    text.slice(0, LOOKED_THROUGH),
  )
}
