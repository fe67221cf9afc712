import { escapePath, targetOfParts } from '../../go/index.ts'
import { type HTTPRequest, METHOD_OF_VERB, resourcePath } from '../../http/index.ts'
import { COLLECTION_VERBS, combinedResource, resourceInGroup } from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import { attributesOfLine, sameAttributes } from '../line/line-attributes.ts'
import type { ObservedAttributes, ObservedRequest } from '../line/observed-request.ts'
import type { FilledPart, Missing } from './filled-part.ts'

/** The request line and the body, as far as the text reports them. */
export function lineOf({ request, source }: ObservedRequest): FilledPart<HTTPRequest> {
  const { method, target, attributes, body = '' } = request
  if (target !== undefined && method !== undefined) return filledWith(method, target, body, [], [])
  if (target !== undefined && source === 'audit-event') return filledWith(WITHOUT_VERB, target, body, [NO_VERB], [])
  if (target !== undefined)
    return { missing: [missingLine([...clause`The text does not name the method of ${target}.`])] }
  if (attributes === undefined) return { missing: [missingLine(['The text does not name the request.'])] }
  const line = requestLineFor(attributes)
  if (lacksName(attributes, line)) return { missing: [missingLine(noName(attributes))] }
  if (line === undefined) {
    return { missing: [missingLine(['The playground knows no path for the request that the text reports.'])] }
  }
  return filledWith(line.method, line.target, body, assumedIn(attributes), missingIn(attributes))
}

/** Whether a request line needs a name that the text does not report. */
function lacksName(attributes: ObservedAttributes, line: ReturnType<typeof requestLineFor>): boolean {
  const isWhole = line !== undefined && !line.target.includes('//')
  return !isWhole && attributes.name === '' && requestLineFor({ ...attributes, name: ANY }) !== undefined
}

function noName({ verb, resource }: ObservedAttributes): RichText {
  return clause`The text does not name the object of ${verb} ${resource}.`
}

/** The check of a request whose object the text does not name, and what is said of it. Undefined for any other request. */
export function namelessCheck({
  request: { target, attributes },
}: ObservedRequest): { readonly check: ObservedAttributes; readonly missing: Missing } | undefined {
  if (target !== undefined || attributes === undefined) return undefined
  if (attributes.resource === '' || !lacksName(attributes, requestLineFor(attributes))) return undefined
  const words: RichText = [
    ...noName(attributes),
    ' The check is decided without a name, as a SubjectAccessReview, so no rule with ',
    { code: 'resourceNames' },
    ' matches it. To decide the request itself, write its line.',
    ...(combinedResource(attributes) === 'nodes/proxy' ? OF_KUBELET_API : []),
  ]
  return { check: attributes, missing: { words, place: 'request', needed: false } }
}

/** Who asks a kubelet for what kubectl logs, exec, attach and port-forward show (Go: `pkg/kubelet/client`). */
const OF_KUBELET_API: RichText = [
  ' Where kubectl logs, exec or port-forward was refused so, this user is kube-apiserver itself, by ',
  { code: '--kubelet-client-certificate' },
  '.',
]

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

/** A request line that the API server reads as exactly these attributes, if there is one. */
export function requestLineFor(observed: ObservedAttributes): Pick<HTTPRequest, 'method' | 'target'> | undefined {
  const method = methodFor(observed)
  return targetsFor(observed)
    .map((target) => ({ method, target }))
    .find((line) => {
      const read = attributesOfLine(line)
      return read !== undefined && sameAttributes(read, observed)
    })
}

/** A name to try whether only a name is missing. It is never filled in, because a change for it would be limited to it. */
const ANY = 'name'

/** Represents every method that has no verb in authorization. */
const WITHOUT_VERB = 'OPTIONS'
const NO_VERB = clause`Authorization has no verb for the method; ${WITHOUT_VERB} is filled in for any such method.`

function methodFor({ verb, isResourceRequest }: ObservedAttributes): string {
  if (!isResourceRequest) return verb.toUpperCase()
  return METHOD_OF_VERB.get(verb) ?? (verb === '' ? WITHOUT_VERB : 'GET')
}

/** The usual target first, then the deprecated one with the verb in the path. */
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
  const why = known ? `, which clients use for ${resource}` : ', because most resources have it'
  return [
    ...(isResourceRequest && apiVersion === undefined
      ? [
          [
            ...clause`The text does not name the API version: ${version} is filled in`,
            `${why}. RBAC does not look at it.`,
          ],
        ]
      : []),
    ...(isResourceRequest && verb === '' ? [NO_VERB] : []),
  ]
}

function missingIn({ verb, fieldSelector, labelSelector }: ObservedAttributes): readonly Missing[] {
  if (!COLLECTION_VERBS.has(verb) || fieldSelector !== undefined || labelSelector !== undefined) return []
  const words: RichText = [
    'The text does not report selectors. If there were any, add ',
    { code: 'fieldSelector' },
    ' or ',
    { code: 'labelSelector' },
    ': RBAC does not look at them, but other authorizers may.',
  ]
  return [{ words, place: 'request', needed: false }]
}

/** For a write to roles the body matters: RBAC refuses to grant more than the writer holds. */
function missingBody(method: string, target: string, body: string): readonly Missing[] {
  const attributes = attributesOfLine({ method, target })
  const writes = attributes !== undefined && ['create', 'update', 'patch'].includes(attributes.verb)
  if (!writes || body !== '' || attributes.apiGroup !== 'rbac.authorization.k8s.io') return []
  const words: RichText = [
    'The text does not contain the body. Add it: whether a role may be written depends on what it grants.',
  ]
  return [{ words, place: 'body', needed: false }]
}
