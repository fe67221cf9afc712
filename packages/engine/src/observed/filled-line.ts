import { escapePath, targetOfParts } from '../go/index.ts'
import { type HTTPRequest, METHOD_OF_VERB, resourcePath } from '../http/index.ts'
import { resourceInGroup } from '../kube/index.ts'
import { clause, type RichText } from '../trace/index.ts'
import { attributesOfLine, sameAttributes } from './attributes.ts'
import type { FilledPart, Missing } from './filling.ts'
import type { ObservedAttributes, ObservedRequest } from './observed-request.ts'

/** The request line and the body, as far as a text tells. */
export function lineOf({ request, source }: ObservedRequest): FilledPart<HTTPRequest> {
  const { method, target, attributes, body = '' } = request
  if (target !== undefined && method !== undefined) return filledWith(method, target, body, [], [])
  if (target !== undefined && source === 'audit-event') return filledWith(WITHOUT_VERB, target, body, [NO_VERB], [])
  if (target !== undefined) return { missing: [missingLine([...clause`The method of ${target} is not told.`])] }
  if (attributes === undefined) return { missing: [missingLine(['What was asked for is not told.'])] }
  const line = written(attributes)
  if (line === undefined) {
    return { missing: [missingLine(['No path that this playground knows asks for what the text tells.'])] }
  }
  return filledWith(line.method, line.target, body, assumedIn(attributes), missingIn(attributes))
}

function filledWith(
  method: string,
  target: string,
  body: string,
  assumed: readonly RichText[],
  missing: readonly Missing[],
): FilledPart<HTTPRequest> {
  const headers = body === '' || method === 'PATCH' ? [] : [{ name: 'Content-Type', value: 'application/json' }]
  return {
    value: { method, target, headers, body },
    filled: [{ code: `${method} ${target}` }, body === '' ? '.' : ', with its body.'],
    assumed,
    missing: [...missing, ...missingBody(method, target, body)],
  }
}

function missingLine(words: RichText): Missing {
  return { words: [...words, ' Write the request line.'], place: 'request', needed: true }
}

const SELECTING = new Set(['list', 'watch', 'deletecollection'])

/** A request line for attributes, where there is one that the API server reads as just these. */
function written(observed: ObservedAttributes): Pick<HTTPRequest, 'method' | 'target'> | undefined {
  const method = methodFor(observed)
  return targetsFor(observed)
    .map((target) => ({ method, target }))
    .find((line) => {
      const read = attributesOfLine(line)
      return read !== undefined && sameAttributes(read, observed)
    })
}

/** Stands in for a method that authorization has no verb for. */
const WITHOUT_VERB = 'OPTIONS'
const NO_VERB = clause`The method is one that authorization has no verb for; ${WITHOUT_VERB} stands for all of them.`

function methodFor({ verb, isResourceRequest }: ObservedAttributes): string {
  if (!isResourceRequest) return verb.toUpperCase()
  return METHOD_OF_VERB.get(verb) ?? (verb === '' ? WITHOUT_VERB : 'GET')
}

/** The usual target first, then the deprecated ones with the verb in the path. */
function targetsFor(observed: ObservedAttributes): readonly string[] {
  if (!observed.isResourceRequest) return [escapePath(observed.path)]
  const { verb, name, fieldSelector = '', labelSelector = '' } = observed
  const location = { ...observed, apiVersion: versionOf(observed) }
  const collection = verb === 'list' || verb === 'watch'
  const path = resourcePath(collection ? { ...location, name: '' } : location)
  const selector = fieldSelector !== '' || !collection || name === '' ? fieldSelector : `metadata.name=${name}`
  const parameters = [
    ['labelSelector', labelSelector],
    ['fieldSelector', selector],
    ['watch', verb === 'watch' ? 'true' : ''],
  ] as const
  const usual = targetOfParts(
    path,
    parameters.filter(([, value]) => value !== ''),
  )
  const old = escapePath(resourcePath(location)).replace(/^(\/api\/[^/]*|\/apis\/[^/]*\/[^/]*)/, `$1/${verb}`)
  return [usual, ...(verb === 'watch' || verb === 'proxy' ? [old] : [])]
}

function versionOf({ apiGroup, apiVersion, resource }: ObservedAttributes): string {
  return apiVersion ?? resourceInGroup(apiGroup, resource)?.versions[0] ?? 'v1'
}

function assumedIn(observed: ObservedAttributes): readonly RichText[] {
  const { apiGroup, apiVersion, resource, isResourceRequest, verb } = observed
  const version = versionOf(observed)
  const known = resourceInGroup(apiGroup, resource) !== undefined
  const why = known ? `, in which clients ask for ${resource}` : ', because most resources have it'
  return [
    ...(isResourceRequest && apiVersion === undefined
      ? [[...clause`The API version is not told: ${version} stands there`, `${why}. RBAC does not look at it.`]]
      : []),
    ...(isResourceRequest && verb === '' ? [NO_VERB] : []),
  ]
}

function missingIn({ verb, fieldSelector, labelSelector }: ObservedAttributes): readonly Missing[] {
  if (!SELECTING.has(verb) || fieldSelector !== undefined || labelSelector !== undefined) return []
  const words: RichText = [
    'Selectors are not told. If there were any, add ',
    { code: 'fieldSelector' },
    ' or ',
    { code: 'labelSelector' },
    ': RBAC does not look at them, other authorizers may.',
  ]
  return [{ words, place: 'request', needed: false }]
}

/** What is written decides where roles are: nobody grants more than they hold. */
function missingBody(method: string, target: string, body: string): readonly Missing[] {
  const attributes = attributesOfLine({ method, target })
  const writes = attributes !== undefined && ['create', 'update', 'patch'].includes(attributes.verb)
  if (!writes || body !== '' || attributes.apiGroup !== 'rbac.authorization.k8s.io') return []
  const words: RichText = ['The body is not told. What a role grants decides whether it may be written: add it.']
  return [{ words, place: 'body', needed: false }]
}
