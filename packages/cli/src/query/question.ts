import { type Attributes, attributesFor, userInfo } from '@authz-playground/engine'
import { API_RESOURCES, type APIResource, combinedResource, findResource } from '@authz-playground/engine/names'
import type { CommandWords, Flag } from '../flags.ts'
import { nearestOf } from '../nearest.ts'
import { type CommandProblem, refusedInput } from '../problem.ts'

/** Flags for a namespace, as in kubectl. */
export const NAMESPACE_FLAGS: readonly Flag[] = [
  { name: 'namespace', short: 'n', value: 'NAME', help: 'the namespace' },
  { name: 'all-namespaces', short: 'A', help: 'all namespaces at once' },
]

/** The namespace of `-n`; the empty string for `-A`; undefined without both. Throws `Refused` where both are given. */
export function namespaceOf(words: CommandWords): string | undefined {
  const namespace = words.one('namespace')
  if (!words.has('all-namespaces')) return namespace
  if (namespace === undefined) return ''
  throw refusedInput('--all-namespaces', 'One namespace and all of them are asked for.', 'Keep -n or -A.')
}

/** A question in words, and remarks about how it was read. */
export interface Question {
  readonly attributes: Attributes
  readonly remarks: readonly CommandProblem[]
}

const NOTHING_ASKED = attributesFor(userInfo({ username: '' }), {})

/** Impersonated users and groups, which no API serves. */
const NOT_SERVED = ['users', 'groups']

/**
 * The question `VERB RESOURCE[/NAME]` or `VERB /PATH`, read as `kubectl auth can-i` reads it; but resources outside of
 * namespaces are asked for without one, as their requests are. `custom`: the resources of the cluster’s own definitions.
 * Throws `Refused`.
 */
export function questionOf(words: CommandWords, custom: readonly APIResource[]): Question {
  const [verb, what, more] = words.files
  const namespace = namespaceOf(words)
  const subresource = words.one('subresource') ?? ''
  if (verb === undefined || what === undefined || more !== undefined) {
    throw refusedInput(
      more ?? '',
      'A verb and a resource are expected.',
      'Write who-can get pods, or who-can get /healthz.',
    )
  }
  if (what.startsWith('/')) {
    if (subresource !== '') throw refusedInput('--subresource', 'A path has no subresources.', 'Leave it out.')
    if (namespace !== undefined && namespace !== '')
      throw refusedInput('--namespace', 'A path is in no namespace.', 'Leave it out.')
    return { attributes: { ...NOTHING_ASKED, verb, isResourceRequest: false, path: what }, remarks: [] }
  }
  const slash = what.indexOf('/')
  const [type, name] = slash === -1 ? [what, ''] : [what.slice(0, slash), what.slice(slash + 1)]
  const found = type === '*' ? undefined : findResource(type, custom)
  const { apiGroup = '', apiVersion = '', resource = type } = found ?? {}
  const remarks: CommandProblem[] = []
  if (found === undefined && type !== '*' && !NOT_SERVED.includes(type)) {
    const message = `No API that is known has the resource “${type}”; it is asked for as written, in the core group.`
    const near = nearestOf(
      type,
      [...API_RESOURCES, ...custom].flatMap(({ resource, singular }) => [resource, singular]),
    )
    const fix =
      near === undefined ? 'Write its plural with its group, as in widgets.example.com.' : `Did you mean “${near}”?`
    remarks.push({ severity: 'warning', at: type, message, fix })
  }
  if (name !== '' && subresource === '' && found?.known?.subresources.has(name) === true) {
    const message = `“${name}” is the name of an object here.`
    remarks.push({
      severity: 'note',
      at: what,
      message,
      fix: `Write ${type} --subresource ${name} for the subresource.`,
    })
  }
  const scope = scopeOf({ namespaced: found?.known?.namespaced ?? true, namespace, apiGroup, resource, name })
  if (scope.message !== undefined) remarks.push({ severity: 'note', at: what, message: scope.message })
  const attributes = { ...NOTHING_ASKED, verb, apiGroup, apiVersion, resource, subresource, name }
  return { attributes: { ...attributes, namespace: scope.namespace }, remarks }
}

/** The namespace that the request has, and what there is to say about it. */
function scopeOf({
  namespaced,
  namespace,
  apiGroup,
  resource,
  name,
}: Pick<Attributes, 'apiGroup' | 'resource' | 'name'> & {
  readonly namespaced: boolean
  readonly namespace: string | undefined
}): { readonly namespace: string; readonly message?: string } {
  // A request for a namespace has the namespace’s own name as its namespace.
  if (apiGroup === '' && resource === 'namespaces') return { namespace: name }
  if (namespaced && namespace === undefined)
    return { namespace: 'default', message: 'The namespace default is assumed; -n names another, -A all at once.' }
  if (namespaced) return { namespace: namespace ?? '' }
  const ignored = namespace !== undefined && namespace !== ''
  return { namespace: '', ...(ignored && { message: `${resource} are not in namespaces, so -n has no effect.` }) }
}

/** The question as a value: absent fields are empty. */
export function questionValue(attributes: Attributes) {
  const { verb, apiGroup, resource, subresource, namespace, name, path, isResourceRequest } = attributes
  if (!isResourceRequest) return { verb, path }
  return {
    verb,
    ...(apiGroup !== '' && { apiGroup }),
    resource,
    ...(subresource !== '' && { subresource }),
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
  }
}

/** "get pods named web in namespace prod". */
export function questionText(attributes: Attributes): string {
  const { verb, apiGroup, name, namespace, path, isResourceRequest } = attributes
  if (!isResourceRequest) return `${verb} ${path}`
  const [resource, ...subresource] = combinedResource(attributes).split('/')
  const whole = [`${resource}${apiGroup === '' ? '' : `.${apiGroup}`}`, ...subresource].join('/')
  const where = namespace === '' ? 'cluster-wide' : `in namespace ${namespace}`
  return `${verb} ${whole}${name === '' ? '' : ` named ${name}`} ${where}`
}
