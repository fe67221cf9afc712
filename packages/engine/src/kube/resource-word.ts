import { type Attributes, combinedResource } from './attributes.ts'

/** A word for a resource, in the two parts that it is read as. */
export interface ResourceWord {
  /** The resource in any of kubectl’s words, with its group where one is written: `pods`, `deploy`, `deployments.apps`. */
  readonly type: string
  /** Empty where there is none. */
  readonly subresource: string
}

/** A resource and its subresource, as rules combine them: the subresource begins after the first slash, and may be empty. */
export function resourceParts(combined: string): readonly [resource: string, subresource: string] {
  const slash = combined.indexOf('/')
  return slash === -1 ? [combined, ''] : [combined.slice(0, slash), combined.slice(slash + 1)]
}

/**
 * The name of a resource in texts for people: `deployments.apps/scale`, as kubectl prints it (Go: `describe.CombineResourceGroup`,
 * which `kubectl auth can-i --list` and `kubectl describe role` use). The core group has no name.
 *
 * @param of its `resource` may have a subresource after a slash, as those of rules have
 */
export function resourceName({
  apiGroup,
  resource,
  subresource = '',
}: Pick<Attributes, 'apiGroup' | 'resource'> & Partial<Pick<Attributes, 'subresource'>>): string {
  const whole = combinedResource({ resource, subresource })
  if (apiGroup === '') return whole
  const [parent] = resourceParts(whole)
  return `${parent}.${apiGroup}${whole.slice(parent.length)}`
}

/**
 * Reads a word for a resource with its subresource after a slash, and the group before the slash, as kubectl prints it
 * ({@link resourceName}), or at the end: `deployments/scale.apps`. No subresource of Kubernetes has a dot. Only the keys of extras
 * may have one (`userextras/example.com/reason`), so there a group at the end is one where it is that of extras.
 */
export function readResourceWord(word: string): ResourceWord {
  const [type, after] = resourceParts(word)
  const dot = isExtras(type) ? after.lastIndexOf(OF_EXTRAS) : after.indexOf('.')
  const endsInGroup = isExtras(type) ? dot > 0 && dot + OF_EXTRAS.length === after.length : dot > 0
  if (type.includes('.') || !endsInGroup || dot === after.length - 1) return { type, subresource: after }
  return { type: type + after.slice(dot), subresource: after.slice(0, dot) }
}

const OF_EXTRAS = '.authentication.k8s.io'

function isExtras(type: string): boolean {
  return /^userextras?$/i.test(type)
}
