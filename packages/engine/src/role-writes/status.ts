import { goQuote } from '../go/index.ts'
import { RBAC_GROUP } from '../kube/index.ts'
import { failureStatus, type Outcome, type Status } from '../trace/index.ts'

type Refused = Extract<Outcome, { kind: 'refused' }>
type Details = NonNullable<Status['details']>

/** The Status of a refused write (Go: `k8s.io/apimachinery/pkg/api/errors`). */
export function refused(
  code: Refused['code'],
  reason: Status['reason'],
  message: string,
  { name = '', ...details }: Details = {},
): Refused {
  const all = { ...(name !== '' && { name }), ...details }
  const status = { code, message, reason, ...(Object.keys(all).length > 0 && { details: all }) }
  return { kind: 'refused', code, message, status: failureStatus(status) }
}

export function badRequestStatus(message: string): Refused {
  return refused(400, 'BadRequest', message)
}

/** The name of a resource of the RBAC group in messages. */
function groupResource(resource: string): string {
  return `${resource}.${RBAC_GROUP}`
}

export function notFoundMessage(resource: string, name: string): string {
  return `${groupResource(resource)} ${goQuote(name)} not found`
}

function detailsOf(resource: string, name: string): Details {
  return { ...(name !== '' && { name }), group: RBAC_GROUP, kind: resource }
}

export function notFound(resource: string, name: string): Refused {
  return refused(404, 'NotFound', notFoundMessage(resource, name), detailsOf(resource, name))
}

/** `generates`: with `generateName` the API server treats any existing name as one that it generated. */
export function alreadyExists(resource: string, name: string, generates: boolean): Refused {
  const message = `${groupResource(resource)} ${goQuote(name)} already exists`
  if (!generates) return refused(409, 'AlreadyExists', message, detailsOf(resource, name))
  const more = `${message}, the server was not able to generate a unique name for the object`
  return refused(409, 'AlreadyExists', more, { ...detailsOf(resource, name), retryAfterSeconds: 1 })
}

export function conflict(resource: string, name: string, why: string): Refused {
  const message = `Operation cannot be fulfilled on ${groupResource(resource)} ${goQuote(name)}: ${why}`
  return refused(409, 'Conflict', message, detailsOf(resource, name))
}

export function escalates(resource: string, name: string, why: string): Refused {
  const what = name === '' ? groupResource(resource) : `${groupResource(resource)} ${goQuote(name)}`
  return refused(403, 'Forbidden', `${what} is forbidden: ${why}`, detailsOf(resource, name))
}

export function unsupportedMediaType(accepted: readonly string[]): Refused {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`
  return refused(415, 'UnsupportedMediaType', message)
}

const CAUSES: readonly (readonly [start: string, reason: string])[] = [
  ['Required value', 'FieldValueRequired'],
  ['Unsupported value', 'FieldValueNotSupported'],
  ['Invalid value', 'FieldValueInvalid'],
  ['Forbidden', 'FieldValueForbidden'],
  ['Too long', 'FieldValueTooLong'],
  ['Duplicate value', 'FieldValueDuplicate'],
]

/** The refusal of an invalid object. `errors` are `field: words`, in order (Go: `NewInvalid`). */
export function invalid(
  of: { readonly group: string; readonly kind: string; readonly name: string },
  errors: readonly string[],
): Refused {
  const { group, kind, name } = of
  const distinct = [...new Set(errors)]
  const said = distinct.length === 1 ? distinct[0] : `[${distinct.join(', ')}]`
  const causes = errors.map((error) => {
    const colon = error.indexOf(': ')
    const message = error.slice(colon + 2)
    const reason = CAUSES.find(([start]) => message.startsWith(start))?.[1] ?? 'FieldValueInvalid'
    return { reason, message, field: error.slice(0, colon) }
  })
  return refused(422, 'Invalid', `${kind}.${group} ${goQuote(name)} is invalid: ${said}`, { name, group, kind, causes })
}
