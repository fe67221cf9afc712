import type { Attributes } from '../kube/index.ts'
import type { HTTPRequest } from './request.ts'
import { attributesOf } from './request-line.ts'

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }

/** Whether two requests that differ in the target have the same authorization attributes. */
export function asksTheSame(one: HTTPRequest, other: HTTPRequest): boolean {
  const [a, b] = [attributesOf(one, NOBODY), attributesOf(other, NOBODY)]
  if (!a.ok || !b.ok) return !a.ok && !b.ok && a.code === b.code
  return comparable(a.attributes) === comparable(b.attributes)
}

function comparable(attributes: Attributes): string {
  const path = attributes.isResourceRequest ? '' : attributes.path
  return JSON.stringify({ ...attributes, user: undefined, path })
}
