import { goQuote } from '../go/index.ts'
import { type Attributes, combinedResource } from '../kube/index.ts'
import type { Outcome, Phase, Status } from './trace.ts'

type Forbidden = Extract<Outcome, { kind: 'forbidden' }>

/** A failed check or a refusal: its question, and the text that follows the 403's first sentence. */
export interface Failure {
  readonly attributes: Attributes
  readonly reason: string
}

/**
 * The 403 that the client gets (Go: `responsewriters.ForbiddenStatusError`, `errors.NewForbidden`). `&`, `<` and `>` are
 * escaped only in the part "User … cannot …", not in the reason.
 */
export function forbidden(phase: Phase, { attributes, reason }: Failure): Forbidden {
  const { apiGroup, resource, name } = attributes
  const sentence = escapeHTML(cannot(attributes))
  const error = reason === '' ? sentence : `${sentence}: ${reason}`
  const groupResource = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const subject =
    apiGroup === '' && resource === ''
      ? ''
      : name === ''
        ? `${groupResource} is `
        : `${groupResource} ${goQuote(name)} is `
  const message = `${subject}forbidden: ${error}`
  const details = {
    ...(name !== '' && { name }),
    ...(apiGroup !== '' && { group: apiGroup }),
    ...(resource !== '' && { kind: resource }),
  }
  const status = failureStatus({ code: 403, message, reason: 'Forbidden', details })
  return { kind: 'forbidden', code: 403, message, status, phase, about: attributes }
}

/**
 * The 403 of a handler that asks for more than the verb of the request (Go: `errors.NewForbidden`). It names neither the user
 * nor the verb: after the colon it has only the reason of the authorizers, and RBAC gives none.
 */
export function forbiddenByHandler({ attributes, reason }: Failure): Forbidden {
  const { resource, name } = attributes
  const message = `${resource} ${goQuote(name)} is forbidden: ${reason}`
  const status = failureStatus({ code: 403, message, reason: 'Forbidden', details: { name, kind: resource } })
  return { kind: 'forbidden', code: 403, message, status, phase: 'handler', about: attributes }
}

/** The Status of an error that is not a Status itself (Go: `ErrorToAPIStatus`). */
export function unknownError(message: string): Extract<Outcome, { kind: 'refused' }> {
  return { kind: 'refused', code: 500, message, status: failureStatus({ code: 500, message, reason: undefined }) }
}

function cannot(attributes: Attributes): string {
  const { user, verb, path, apiGroup, namespace } = attributes
  const who = `User ${goQuote(user.username)} cannot ${verb}`
  if (!attributes.isResourceRequest) return `${who} path ${goQuote(path)}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`
  return `${who} resource ${goQuote(combinedResource(attributes))} in API group ${goQuote(apiGroup)} ${where}`
}

/** Keeps error texts from looking like HTML (Go: the sanitizer in `responsewriters`). Quotes stay. */
function escapeHTML(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The 500 that the client gets where an authorizer fails (Go: `responsewriters.InternalError`). */
export function internalError(target: string, error: string): Extract<Outcome, { kind: 'internal-error' }> {
  const message = escapeHTML(`Internal Server Error: ${goQuote(target)}: ${error}`)
  return { kind: 'internal-error', code: 500, message }
}

export function badRequest(message: string): Extract<Outcome, { kind: 'bad-request' }> {
  return {
    kind: 'bad-request',
    code: 400,
    message,
    status: failureStatus({ code: 400, message, reason: 'BadRequest' }),
  }
}

/** A Status of a refusal. It has `reason` and `details` only where they are given. */
export function failureStatus({ code, message, reason, details }: Refusal): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason && { reason }),
    ...(details && { details }),
    code,
  }
}

interface Refusal extends Pick<Status, 'code' | 'message' | 'details'> {
  readonly reason: Status['reason'] | undefined
}

/**
 * Whether authorization refused a request, so that a rule may be missing. A handler may still refuse an authorized request for
 * another reason than a missing rule. A review that is answered is not refused, unless its answer is no; nor is a request that was
 * not decided.
 */
export function isRefused(trace: { readonly outcome: Outcome } | undefined): boolean {
  switch (trace?.outcome.kind) {
    case undefined:
    case 'allowed':
    case 'answered':
      return false
    case 'refused':
      return trace?.outcome.code === 403
    default:
      return true
  }
}
