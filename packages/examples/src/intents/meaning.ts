import { type AskedRequest, type AskedUser, resourceName } from './asked.ts'
import type { MadeIntent, Meaning, RequestClass } from './intent.ts'
import { boundNode } from './own-permission.ts'

/** The meaning of a request under an intent that is a document. */
export function meaningUnder({ wanted, meant, harmless = [] }: MadeIntent, asked: AskedRequest): Meaning {
  if (!wanted.some((one) => one.asked.requestor.username === asked.requestor.username)) return 'beyond'
  const isOf = (one: RequestClass): boolean => isIn(one, asked)
  return meant.some(isOf) ? 'meant' : harmless.some(isOf) ? 'harmless' : 'beyond'
}

function isIn(one: RequestClass, { requestor, verb, resource, path, as, ...asked }: AskedRequest): boolean {
  const node = boundNode(requestor)
  if (one.node !== undefined && one.node !== node) return false
  if (one.resource !== undefined) {
    const same = resourceName(resource) === one.resource && resource.group === (one.group ?? '')
    if (path !== undefined || !same) return false
  }
  if (one.verbs !== undefined && !one.verbs.includes(verb)) return false
  for (const field of ['namespace', 'name', 'fieldSelector'] as const) {
    const wanted = one[field]
    if (wanted !== undefined && !matches(wanted, asked[field] ?? '', node)) return false
  }
  return one.itself ? as === undefined : one.as === undefined || (as !== undefined && isOneOf(one.as, as, node))
}

function isOneOf(
  { users, except = [], groups = [] }: NonNullable<RequestClass['as']>,
  as: AskedUser,
  node: string | undefined,
): boolean {
  const anyOf = (names: readonly string[], name: string): boolean => names.some((one) => matches(one, name, node))
  return (
    anyOf(users, as.username) &&
    !anyOf(except, as.username) &&
    as.groups.every((group) => anyOf(groups, group)) &&
    as.uid === undefined &&
    as.extra === undefined
  )
}

/** Whether a name is the wanted one: in full, or by a beginning before `*`. Without a node nothing is `{node}`. */
export function matches(wanted: string, name: string, node?: string): boolean {
  if (node === undefined && wanted.includes('{node}')) return false
  const whole = wanted.replace('{node}', node ?? '')
  return whole.endsWith('*') ? name.startsWith(whole.slice(0, -1)) : name === whole
}
