import { canonicalHeaderName } from '../../http/index.ts'
import { type Discovery, findResource } from '../../kube/index.ts'
import { quoteWord } from '../../shell/index.ts'
import { parsedJSON, quoted } from '../../text/index.ts'
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from '../patch-types.ts'
import { type Addressed, flagWith, only, PLAIN_NAME, type PrintedCommand, scope, typeAndName } from './address.ts'

const PATCH_TYPES = new Map([
  [JSON_PATCH, 'json'],
  [MERGE_PATCH, 'merge'],
  [STRATEGIC_PATCH, 'strategic'],
])
const OWN_MANAGER = 'kubectl-patch'

/** `kubectl scale` or `kubectl label` if it sends the same patch, else `kubectl patch`. */
export function patchCommand(addressed: Addressed): PrintedCommand {
  const { request, location, query } = addressed
  const values = only(addressed, ['fieldManager', 'dryRun'])
  const type = contentType(addressed)
  const patchType = PATCH_TYPES.get(type)
  const dryRun = values?.get('dryRun') === 'All' ? ['--dry-run=server'] : []
  const manager = query.values.get('fieldManager')?.[0]
  const short = type === MERGE_PATCH && values !== undefined ? shortCommand(addressed, manager) : undefined
  if (short !== undefined) return { words: [...short, ...dryRun] }
  const gaps = [
    ...(type !== '' && patchType === undefined ? [`the content type ${quoted(type)}`] : []),
    ...(values === undefined || values.has('dryRun') !== dryRun.length > 0 ? ['some of its parameters'] : []),
  ]
  const words = [
    'patch',
    ...typeAndName(addressed),
    ...flagWith('--subresource=', location.subresource),
    ...(patchType === undefined || patchType === 'strategic' ? [] : [`--type=${patchType}`]),
    ...dryRun,
    ...(manager === undefined || manager === OWN_MANAGER ? [] : flagWith('--field-manager=', manager)),
    '-p',
    quoteWord(request.body === '' ? '{}' : request.body),
  ]
  const gap = `kubectl patch cannot send ${gaps.join(' and ')}: the command leaves that out. No check reads it.`
  return gaps.length === 0 ? { words } : { words, gap }
}

function contentType({ request }: Addressed): string {
  return request.headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')?.value.trim() ?? ''
}

function shortCommand(addressed: Addressed, manager: string | undefined): readonly string[] | undefined {
  const { request, location } = addressed
  const patch = parsedJSON(request.body)?.json
  if (location.subresource === 'scale' && manager === undefined) {
    const replicas = onlyField(onlyField(patch, 'spec'), 'replicas')
    const fits = typeof replicas === 'number' && Number.isInteger(replicas) && replicas >= 0 && replicas < 1e10
    return fits ? ['scale', ...typeAndName(addressed), `--replicas=${replicas}`] : undefined
  }
  const command = manager === 'kubectl-label' ? 'label' : manager === 'kubectl-annotate' ? 'annotate' : undefined
  if (command === undefined || location.subresource !== '') return undefined
  const marks = onlyField(onlyField(patch, 'metadata'), command === 'label' ? 'labels' : 'annotations')
  const words = typeof marks === 'object' && marks !== null ? Object.entries(marks).map(markWord) : []
  return words.length === 0 || words.includes(undefined) || location.name.endsWith('-')
    ? undefined
    : [command, ...typeAndName(addressed), ...words.flatMap((word) => word ?? [])]
}

function markWord([key, value]: readonly [string, unknown]): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(key)) return undefined
  if (value === null) return `${key}-`
  return typeof value === 'string' && !/[=\n]/.test(value) ? quoteWord(`${key}=${value}`) : undefined
}

/** The value of a field if the object has no other fields. */
function onlyField(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const [[key, found] = ['', undefined], ...others] = Object.entries(value)
  return key === field && others.length === 0 ? found : undefined
}

/** The command that creates the object without a manifest; undefined if there is none. */
export function createCommand(addressed: Addressed, discovery: Discovery): PrintedCommand | undefined {
  const { location, request, query } = addressed
  const { apiGroup, resource, name, subresource } = location
  const path = [apiGroup, resource, subresource].join('/')
  if (path === '/serviceaccounts/token' && query.values.size === 0) {
    const plain = request.body === '' || isPlainReview(request.body, 'TokenRequest', { audiences: [] })
    return plain ? { words: ['create', 'token', name, ...scope(addressed)] } : undefined
  }
  if (name !== '' || subresource !== '') return undefined
  if (query.values.size > 0) return createNamed(addressed)
  if (path === 'authentication.k8s.io/selfsubjectreviews/') {
    const plain = request.body === '' || isPlainReview(request.body, 'SelfSubjectReview', undefined)
    return plain ? { words: ['auth', 'whoami'] } : undefined
  }
  return path === 'authorization.k8s.io/selfsubjectaccessreviews/'
    ? canICommand(request.body, discovery)
    : createNamed(addressed)
}

/** `kubectl create` for namespaces and service accounts, which need only a name. */
function createNamed(addressed: Addressed): PrintedCommand | undefined {
  const { apiGroup, resource, namespace } = addressed.location
  const values = only(addressed, ['fieldManager', 'fieldValidation'])
  const kind = resource === 'namespaces' ? 'Namespace' : 'ServiceAccount'
  const own = values !== undefined && [...values].every(([key, value]) => KUBECTL_CREATE[key] === value)
  if (!own || apiGroup !== '' || (resource !== 'namespaces' && resource !== 'serviceaccounts')) return undefined
  const object = parsedJSON(addressed.request.body)?.json
  if (!isRecord(object) || object.kind !== kind || object.apiVersion !== 'v1' || !isRecord(object.metadata)) {
    return undefined
  }
  const { name, namespace: ownNamespace, ...others } = object.metadata
  const plain = Object.keys(object).length === 3 && Object.keys(others).length === 0
  const inPlace = ownNamespace === undefined || ownNamespace === namespace
  if (!plain || !inPlace || typeof name !== 'string' || !PLAIN_NAME.test(name)) return undefined
  return { words: ['create', kind.toLowerCase(), name, ...scope(addressed)] }
}

const KUBECTL_CREATE: Readonly<Record<string, string>> = {
  fieldManager: 'kubectl-create',
  fieldValidation: 'Strict',
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a body has only its kind and this spec. */
function isPlainReview(body: string, kind: string, spec: object | undefined): boolean {
  const object = parsedJSON(body)?.json
  return (
    isRecord(object) &&
    object.kind === kind &&
    Object.keys(object).every((key) => ['kind', 'apiVersion', 'metadata', 'spec'].includes(key)) &&
    JSON.stringify(object.metadata ?? {}) === '{}' &&
    JSON.stringify(object.spec) === JSON.stringify(spec)
  )
}

function canICommand(body: string, discovery: Discovery): PrintedCommand | undefined {
  const object = parsedJSON(body)?.json
  if (!isRecord(object) || object.kind !== 'SelfSubjectAccessReview' || !isRecord(object.spec)) return undefined
  const { resourceAttributes, nonResourceAttributes, ...others } = object.spec
  if (Object.keys(others).length > 0) return undefined
  if (isRecord(nonResourceAttributes) && resourceAttributes === undefined) {
    const { path, verb, ...more } = nonResourceAttributes
    const fits = isPlain(verb) && typeof path === 'string' && /^\/[^\s]*$/.test(path) && Object.keys(more).length === 0
    return fits ? { words: ['auth', 'can-i', verb, quoteWord(path)] } : undefined
  }
  if (!isRecord(resourceAttributes) || nonResourceAttributes !== undefined) return undefined
  const { namespace = '', verb, group = '', resource, subresource = '', name = '', ...more } = resourceAttributes
  const optional = [namespace, group, subresource, name]
  const plain = isPlain(verb) && isPlain(resource) && optional.every((one) => one === '' || isPlain(one))
  if (!plain || Object.keys(more).length > 0) return undefined
  const type = group === '' ? resource : `${resource}.${group}`
  const found = findResource(type, discovery)
  if (found?.known === undefined || found.resource !== resource || found.apiGroup !== group) return undefined
  return {
    words: [
      'auth',
      'can-i',
      verb,
      name === '' ? type : `${type}/${name}`,
      ...flagWith('--subresource=', `${subresource}`),
      ...(namespace === '' ? ['-A'] : ['-n', `${namespace}`]),
    ],
  }
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && PLAIN_NAME.test(value)
}
