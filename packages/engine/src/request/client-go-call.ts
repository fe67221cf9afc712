import { goQuote, unescapePath } from '../go/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import {
  asksTheSame,
  canonicalHeaderName,
  fieldsOf,
  type ResourceFields,
  resourcePath,
  splitTarget,
} from '../http/index.ts'
import { type APIResource, COLLECTION_VERBS, resourceInGroup } from '../kube/index.ts'
import { JSON_PATCH, MERGE_PATCH, parametersOf, rawTarget, STRATEGIC_PATCH } from '../kubectl/index.ts'
import { quoted } from '../text/index.ts'

/** The lines of Go that make a request, and their imports. `ctx`, `clientset` and `err` must be declared. */
export interface ClientCall {
  readonly imports: readonly string[]
  readonly lines: readonly string[]
}

const META = 'metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"'
const TYPES = '"k8s.io/apimachinery/pkg/types"'
const FAIL = ['if err != nil {', '\tlog.Fatal(err)', '}']

/** The call that sends a request, or the reason why there is none. */
export function clientCall(request: HTTPRequest): ClientCall | string {
  return typedCall(request) ?? restCall(request)
}

/** Groups whose clients are not in the clientset of client-go. */
const OTHER_CLIENTS = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

interface Typed {
  readonly request: HTTPRequest
  readonly fields: ResourceFields
  readonly known: APIResource
  /** `clientset.CoreV1().Pods("prod")`. */
  readonly client: string
  readonly parameters: ReadonlyMap<string, string>
}

function typedCall(request: HTTPRequest): ClientCall | undefined {
  const typed = typedRequest(request)
  if (typed === undefined) return undefined
  const { fields, known, parameters } = typed
  const { verb, name, subresource } = fields
  if (subresource === 'log' && known.resource === 'pods' && verb === 'get') return logsCall(typed)
  if (verb === 'patch' && name !== '') return patchCall(typed)
  if (verb === 'create' && subresource === 'token' && known.resource === 'serviceaccounts') return tokenCall(typed)
  if (subresource !== '') return undefined
  if (COLLECTION_VERBS.has(verb)) return collectionCall(typed)
  if (parameters.size > 0) return undefined
  if (verb === 'get' || verb === 'delete') return objectCall(typed)
  return (verb === 'create' || verb === 'update') && request.body === '' ? writeCall(typed) : undefined
}

function typedRequest(request: HTTPRequest): Typed | undefined {
  const { resource: fields, method } = fieldsOf(request)
  if (fields === undefined || method === 'HEAD' || method === 'OPTIONS') return undefined
  const { path, query } = splitTarget(request.target)
  const known = resourceInGroup(fields.apiGroup, fields.resource)
  const served = known?.builtIn === true && known.versions.includes(fields.apiVersion)
  if (!served || OTHER_CLIENTS.has(known.apiGroup)) return undefined
  // Reviews can only be created; the other resources without get have no typed client.
  if (!known.verbs.includes('get') && !(isReview(known) && fields.verb === 'create')) return undefined
  const usual = unescapePath(path) === resourcePath(fields)
  const needsNamespace =
    known.namespaced && (fields.name !== '' || fields.verb === 'create' || fields.verb === 'update')
  const placed = known.namespaced ? !needsNamespace || fields.namespace !== '' : fields.namespace === ''
  const parameters = parametersOf(query)
  const single = new Map(parameters)
  // Typed clients refuse empty names, and path segments that would change the path.
  const plain = [fields.namespace, fields.name].every((one) => !/[/%]/.test(one) && one !== '.' && one !== '..')
  if (!usual || !placed || !plain || single.size !== parameters.length) return undefined
  const scope = known.namespaced ? goQuote(fields.namespace) : ''
  const client = `clientset.${groupClient(fields)}().${plural(known)}(${scope})`
  return { request, fields, known, client, parameters: single }
}

function isReview({ apiGroup }: APIResource): boolean {
  return apiGroup === 'authentication.k8s.io' || apiGroup === 'authorization.k8s.io'
}

/** `CoreV1`, `RbacV1`, `AutoscalingV2`. */
function groupClient({ apiGroup, apiVersion }: ResourceFields): string {
  return capitalized(apiGroup === '' ? 'core' : (apiGroup.split('.')[0] ?? '')) + capitalized(apiVersion)
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The plural with the capitals of the kind: `NetworkPolicies`. */
function plural({ kind, singular, resource }: APIResource): string {
  let same = 0
  while (same < singular.length && singular[same] === resource[same]) same++
  return kind.slice(0, same) + resource.slice(same)
}

function apiImport({ apiGroup, apiVersion }: ResourceFields): { readonly alias: string; readonly spec: string } {
  const group =
    apiGroup === ''
      ? 'core'
      : apiGroup === 'internal.apiserver.k8s.io'
        ? 'apiserverinternal'
        : (apiGroup.split('.')[0] ?? '')
  const alias = group + apiVersion
  return { alias, spec: `${alias} "k8s.io/api/${group}/${apiVersion}"` }
}

function options(type: string, fields: readonly (readonly [string, string | undefined])[]): string {
  const set = fields.flatMap(([field, value]) => (value === undefined ? [] : [`${field}: ${value}`]))
  return `${type}{${set.join(', ')}}`
}

function listOptions(parameters: ReadonlyMap<string, string>): string | undefined {
  const { limit, ...others } = Object.fromEntries(parameters)
  const allowed = ['labelSelector', 'fieldSelector', 'watch']
  if (Object.keys(others).some((key) => !allowed.includes(key))) return undefined
  if (limit !== undefined && !/^[1-9][0-9]{0,17}$/.test(limit)) return undefined
  return options('metav1.ListOptions', [
    ['LabelSelector', quotedOrNone(others.labelSelector)],
    ['FieldSelector', quotedOrNone(others.fieldSelector)],
    ['Limit', limit],
  ])
}

function quotedOrNone(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : goQuote(text)
}

function collectionCall({ fields, known, client, parameters }: Typed): ClientCall | undefined {
  const list = listOptions(parameters)
  if (list === undefined) return undefined
  if (fields.verb === 'list') {
    const lines = [`list, err := ${client}.List(ctx, ${list})`, ...FAIL, 'log.Print(len(list.Items))']
    return { imports: [META], lines }
  }
  if (fields.verb === 'watch') {
    const loop = ['for event := range watcher.ResultChan() {', '\tlog.Print(event.Type)', '}']
    return { imports: [META], lines: [`watcher, err := ${client}.Watch(ctx, ${list})`, ...FAIL, ...loop] }
  }
  // Services can be deleted together, but their typed client has no call for it.
  if (known.resource === 'services' || !known.verbs.includes('deletecollection')) return undefined
  const lines = [`err = ${client}.DeleteCollection(ctx, metav1.DeleteOptions{}, ${list})`, ...FAIL]
  return { imports: [META], lines }
}

function objectCall({ fields, client, request }: Typed): ClientCall | undefined {
  const name = goQuote(fields.name)
  if (fields.name === '' || request.body !== '') return undefined
  if (fields.verb === 'delete') {
    return { imports: [META], lines: [`err = ${client}.Delete(ctx, ${name}, metav1.DeleteOptions{})`, ...FAIL] }
  }
  const lines = [`object, err := ${client}.Get(ctx, ${name}, metav1.GetOptions{})`, ...FAIL, 'log.Print(object)']
  return { imports: [META], lines }
}

/** Create and update, with an object that the reader of the code has to fill in. */
function writeCall({ fields, known, client }: Typed): ClientCall | undefined {
  if ((fields.verb === 'create') === (fields.name !== '')) return undefined
  const { alias, spec } = apiImport(fields)
  const named = fields.name === '' ? '' : `ObjectMeta: metav1.ObjectMeta{Name: ${goQuote(fields.name)}}`
  const object = `&${alias}.${known.kind}{${named}}`
  const method = fields.verb === 'create' ? 'Create' : 'Update'
  const lines = [
    `object, err := ${client}.${method}(ctx, ${object}, metav1.${method}Options{})`,
    ...FAIL,
    'log.Print(object)',
  ]
  return { imports: [META, spec], lines }
}

const PATCH_TYPES = new Map([
  [JSON_PATCH, 'types.JSONPatchType'],
  [MERGE_PATCH, 'types.MergePatchType'],
  [STRATEGIC_PATCH, 'types.StrategicMergePatchType'],
  ['application/apply-patch+yaml', 'types.ApplyPatchType'],
])

function patchCall({ request, fields, known, client, parameters }: Typed): ClientCall | undefined {
  const type = PATCH_TYPES.get(contentType(request) ?? STRATEGIC_PATCH)
  const { fieldManager, ...others } = Object.fromEntries(parameters)
  if (type === undefined || Object.keys(others).length > 0 || !known.verbs.includes('patch')) return undefined
  const body = `[]byte(${goQuote(request.body === '' ? '{}' : request.body)})`
  const manager = options('metav1.PatchOptions', [['FieldManager', quotedOrNone(fieldManager)]])
  const subresource = fields.subresource === '' ? '' : `, ${goQuote(fields.subresource)}`
  const call = `object, err := ${client}.Patch(ctx, ${goQuote(fields.name)}, ${type}, ${body}, ${manager}${subresource})`
  return { imports: [META, TYPES], lines: [call, ...FAIL, 'log.Print(object)'] }
}

function tokenCall({ request, fields, client, parameters }: Typed): ClientCall | undefined {
  if (request.body !== '' || parameters.size > 0) return undefined
  const review = '&authenticationv1.TokenRequest{}'
  const call = `token, err := ${client}.CreateToken(ctx, ${goQuote(fields.name)}, ${review}, metav1.CreateOptions{})`
  const imports = [META, 'authenticationv1 "k8s.io/api/authentication/v1"']
  return { imports, lines: [call, ...FAIL, 'log.Print(token.Status.ExpirationTimestamp)'] }
}

const LOG_OPTIONS: Readonly<Record<string, (value: string) => string | undefined>> = {
  container: (value) => (value === '' ? undefined : `Container: ${goQuote(value)}`),
  follow: (value) => (value === 'true' ? 'Follow: true' : undefined),
  previous: (value) => (value === 'true' ? 'Previous: true' : undefined),
  timestamps: (value) => (value === 'true' ? 'Timestamps: true' : undefined),
}

function logsCall({ fields, client, parameters }: Typed): ClientCall | undefined {
  const set = [...parameters].map(([key, value]) =>
    Object.hasOwn(LOG_OPTIONS, key) ? LOG_OPTIONS[key]?.(value) : undefined,
  )
  if (set.includes(undefined)) return undefined
  const call = `logs, err := ${client}.GetLogs(${goQuote(fields.name)}, &corev1.PodLogOptions{${set.join(', ')}}).DoRaw(ctx)`
  return { imports: ['corev1 "k8s.io/api/core/v1"'], lines: [call, ...FAIL, 'log.Print(string(logs))'] }
}

function contentType({ headers }: HTTPRequest): string | undefined {
  return headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')?.value.trim()
}

/** A call by method and path, for requests without a typed call. */
function restCall(request: HTTPRequest): ClientCall | string {
  const { method, target, body } = request
  const typed = target.replaceAll('#', '%23')
  const sent = rawTarget(typed)
  if (sent === undefined || !asksTheSame(request, { ...request, target: sent })) {
    return `client-go decodes and cleans paths before it sends them, and would not send ${quoted(target)} as it is.`
  }
  const type = contentType(request) ?? 'application/json'
  const lines = [
    'body, err := clientset.CoreV1().RESTClient().',
    `\tVerb(${goQuote(method)}).`,
    `\tRequestURI(${goQuote(typed)}).`,
    ...(body === '' ? [] : [`\tSetHeader("Content-Type", ${goQuote(type)}).`, `\tBody([]byte(${goQuote(body)})).`]),
    '\tDoRaw(ctx)',
    ...FAIL,
    'log.Print(string(body))',
  ]
  return { imports: [], lines }
}
