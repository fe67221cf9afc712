import {
  ANY_VERSION,
  type Attributes,
  type Discovery,
  type FoundResource,
  findResource,
  isOfNoRequest,
  knownVerbs,
  meantByReview,
  nameOfSubresource,
  REVIEW_VERSION,
  type ReviewQuestion,
  readAction,
  reviewedAttributes,
  subresourceMistake,
  unservedResource,
} from '../../kube/index.ts'
import { quoted } from '../../text/index.ts'
import { PRINT } from '../command-line/flags.ts'
import type { KubectlCall, KubectlCommands, RequestDraft } from './call.ts'

/** Reads `kubectl auth whoami`: a SelfSubjectReview. */
function readWhoAmI(call: KubectlCall): RequestDraft | undefined {
  call.ignoreWords(call.words)
  const output = call.flag('output')
  const table = output === undefined || output.value === ''
  if (!table) {
    const message = 'With -o kubectl prints the object, which has the time of the server: it is not shown here.'
    call.note('output-not-shown', output.span, message, 'kubectl auth whoami')
  }
  call.question = { kind: 'user', table, warnings: [] }
  const object = { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {} }
  return review(call, 'selfsubjectreviews', object)
}

function review(call: KubectlCall, type: string, object: object): RequestDraft | undefined {
  const resource = findResource(type)
  return resource === undefined ? undefined : call.draftWith('POST', { resource }, [], object)
}

/** Reads `kubectl auth can-i`: the review that kubectl sends, and what it asks. */
function readCanI(call: KubectlCall): RequestDraft | undefined {
  return call.isOn('list') ? readList(call) : readAccess(call)
}

/** `kubectl auth can-i --list`: a SelfSubjectRulesReview. */
function readList(call: KubectlCall): RequestDraft | undefined {
  call.refuseWords(call.words, 'list option must be specified with no arguments')
  const subresource = call.flag('subresource')
  const refused = [
    ...['quiet', 'all-namespaces'].flatMap((name) => (call.isOn(name) ? (call.flag(name) ?? []) : [])),
    ...(subresource === undefined || subresource.value === '' ? [] : [subresource]),
  ]
  const detail = "list option can't be specified with neither quiet, all-namespaces nor subresource options"
  for (const { span } of refused)
    call.error('unexpected-flag', span, '--list does not go with this flag.', 'Leave it out.', detail)
  const namespace = askedNamespace(call)
  call.question = { kind: 'rules', namespace, noHeaders: call.isOn('no-headers'), warnings: [] }
  const object = { kind: 'SelfSubjectRulesReview', apiVersion: REVIEW_VERSION, metadata: {}, spec: { namespace } }
  return review(call, 'selfsubjectrulesreviews', object)
}

/** The namespace of a question; kubectl does not validate it. */
function askedNamespace(call: KubectlCall): string {
  return call.value('namespace') === '' ? call.namespace() : call.value('namespace')
}

/** `kubectl auth can-i VERB TYPE[/NAME]` and `VERB /PATH`: a SelfSubjectAccessReview. */
function readAccess(call: KubectlCall): RequestDraft | undefined {
  const [verb, what, ...others] = call.words
  const detail =
    "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples."
  call.refuseWords(others, detail, wordFix(what, others, call.discovery))
  if (verb === undefined || what === undefined) {
    call.error('missing-resource', call.span, 'Expected a verb and a resource.', 'kubectl auth can-i list pods', detail)
    return undefined
  }
  const noHeaders = call.flag('no-headers')
  if (noHeaders !== undefined && call.isOn('no-headers')) {
    const detail = '--no-headers cannot be set without --list specified'
    call.error('unexpected-flag', noHeaders.span, '--no-headers goes with --list alone.', 'Leave it out.', detail)
  }
  warnOfNamespace(call)
  const asked = what.value.startsWith('/') ? askedPath(call, verb.value, what) : askedResource(call, verb.value, what)
  const noRequest = isOfNoRequest(asked.attributes) && ({ isOfNoRequest: true } as const)
  call.question = { kind: 'access', quiet: call.isOn('quiet'), ...asked, ...noRequest }
  // Without a version the API server asks for all of them.
  const spec = reviewedAttributes({ ...asked.attributes, apiVersion: '' })
  return review(call, 'selfsubjectaccessreviews', {
    kind: 'SelfSubjectAccessReview',
    apiVersion: REVIEW_VERSION,
    metadata: {},
    spec,
  })
}

/** Where a single word follows a resource, it is the name of one, or a subresource. */
function wordFix(
  what: AskedWord | undefined,
  [word, ...more]: readonly AskedWord[],
  discovery: Discovery,
): string | undefined {
  if (what === undefined || word === undefined || more.length > 0 || what.value.includes('/')) return undefined
  const isSubresource = findResource(what.value, discovery)?.known?.subresources.has(word.value) === true
  return `Write ${isSubresource ? `${what.value} --subresource=${word.value}` : `${what.value}/${word.value}`}.`
}

/** Warns of a namespace that has no effect. */
function warnOfNamespace(call: KubectlCall): void {
  const all = call.flag('all-namespaces')
  const namespace = call.flag('namespace')
  if (all !== undefined && call.isOn('all-namespaces') && namespace !== undefined && namespace.value !== '') {
    const message = `With -A kubectl ignores the namespace ${quoted(namespace.value)}.`
    const fix = 'Keep one of the two flags.'
    call.problems.push({ severity: 'warning', code: 'ignored-flag', message, fix, span: namespace.span })
  }
}

type Asked = Pick<ReviewQuestion & { readonly kind: 'access' }, 'attributes' | 'meant' | 'warnings'>
type AskedWord = KubectlCall['words'][number]

const NOTHING: Asked['attributes'] = {
  verb: '',
  isResourceRequest: true,
  apiGroup: '',
  apiVersion: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
  fieldSelector: [],
  labelSelector: [],
  selectorNotParsed: false,
}

function askedPath(call: KubectlCall, verb: string, { value: path }: AskedWord): Asked {
  const subresource = call.flag('subresource')
  if (subresource !== undefined && subresource.value !== '') {
    const detail = '--subresource can not be used with NonResourceURL'
    call.error('subresource-of-path', subresource.span, 'A path has no subresources.', 'Leave it out.', detail)
  }
  const warnings = knownVerbs(true).includes(verb) ? [] : [unknownVerb(verb)]
  return { attributes: { ...NOTHING, verb, isResourceRequest: false, path }, meant: [], warnings }
}

function unknownVerb(verb: string): string {
  return `verb '${verb}' is not a known verb`
}

/** What kubectl finds of a word: a resource that the API server serves, or the word as it is. */
function askedResource(call: KubectlCall, verb: string, { value, span }: AskedWord): Asked {
  const slash = value.indexOf('/')
  const type = slash === -1 ? value : value.slice(0, slash)
  const name = slash === -1 ? '' : value.slice(slash + 1)
  const found = type === '*' ? undefined : findResource(type, call.discovery)
  const served = found !== undefined && isServed(found, call.discovery) ? found : undefined
  const warnings = type === '*' || served !== undefined || NOT_SERVED.has(type.toLowerCase()) ? [] : [notServed(type)]
  if (warnings.length > 0 || (served !== undefined && served.known === undefined)) warn(call, type, served, span)
  const everywhere = call.isOn('all-namespaces')
  const { apiGroup = '', resource = type } = served ?? {}
  if (!everywhere) {
    const outside = served?.known?.namespaced === false
    if (outside) {
      const group = apiGroup === '' ? '' : ` in group '${apiGroup}'`
      warnings.push(`resource '${resource}' is not namespace scoped${group}`)
    }
    if (!knownVerbs(false).includes(verb)) warnings.push(unknownVerb(verb))
  }
  const attributes: Omit<Attributes, 'user'> = {
    ...NOTHING,
    verb,
    apiGroup,
    // Without a version the API server asks for all of them (Go: `matchAllVersionIfEmpty`).
    apiVersion: '*',
    resource,
    subresource: call.value('subresource'),
    namespace: everywhere ? '' : askedNamespace(call),
    name,
  }
  const mistake = subresourceMistake(attributes, type, call.discovery)
  if (mistake !== undefined)
    call.problems.push({
      severity: 'warning',
      code: 'unknown-subresource',
      ...mistake,
      span: call.flag('subresource')?.span ?? span,
    })
  const named = attributes.subresource === '' ? nameOfSubresource(type, name, served) : undefined
  if (named !== undefined) {
    const fix = `Write ${type} --subresource=${name} if that is meant.`
    call.problems.push({ severity: 'note', code: 'name-of-subresource', ...named, fix, span })
  }
  // With -A the question is about all namespaces, whatever the resource is.
  return { attributes, meant: meantByReview(attributes, type, call.discovery), warnings }
}

/** Names of the core group that no API server serves, and about which kubectl does not warn. */
const NOT_SERVED: ReadonlySet<string> = new Set(['users', 'groups'])

/** A resource in a group of Kubernetes that has none of this name is not served; one in another group may be. */
function isServed({ known, apiGroup, resource }: FoundResource, discovery: Discovery): boolean {
  if (known !== undefined) return true
  const isOfKubernetes = ANY_VERSION.resources.some((one) => one.builtIn && one.apiGroup === apiGroup)
  return !isOfKubernetes && unservedResource(apiGroup, resource, discovery) === undefined
}

/** kubectl's warning; it reads the word in lower case. */
function notServed(type: string): string {
  const [resource = '', ...group] = type.toLowerCase().split('.')
  const where = group.length === 0 ? '' : ` in group '${group.join('.')}'`
  return `the server doesn't have a resource type '${resource}'${where}`
}

function warn(call: KubectlCall, type: string, served: FoundResource | undefined, span: AskedWord['span']): void {
  const asks = `kubectl asks about a resource named ${quoted(type)} in the core group.`
  const message =
    served === undefined
      ? `The API server does not serve ${type}, so ${asks}`
      : `If the API server does not serve ${served.resource} of ${served.apiGroup}, ${asks}`
  call.problems.push({ severity: 'warning', code: 'unknown-resource', message, span })
}

const LISTED = 'clusterrolebindings'

/** Reads the plugin `kubectl who-can`, which lists roles and bindings, and finds in them who may do something. */
function readWhoCan(call: KubectlCall): RequestDraft | undefined {
  const [verb, what, ...others] = call.words
  call.refuseWords(others, undefined, wordFix(what, others, call.discovery))
  if (verb === undefined || what === undefined) {
    call.error('missing-resource', call.span, 'Expected a verb and a resource.', 'kubectl who-can list pods')
    return undefined
  }
  warnOfNamespace(call)
  for (const { span } of ['output', 'no-headers'].flatMap((name) => call.flag(name) ?? []))
    call.note('output-not-shown', span, 'The answer here has a form of its own, which this flag does not change.')
  const resource = findResource(LISTED)
  if (resource === undefined) return undefined
  const attributes = whoseAction(call, verb, what)
  call.question = { kind: 'who', attributes, warnings: [] }
  const message = `who-can lists roles and bindings of both kinds; shown as the request is the list of ${LISTED}. The answer counts those of the policy, by RBAC alone.`
  call.note('asks-the-policy', call.span, message)
  return call.draft('GET', { resource })
}

/** What is asked about a path or a resource. */
function whoseAction(call: KubectlCall, verb: AskedWord, what: AskedWord): Asked['attributes'] {
  if (what.value.startsWith('/')) return askedPath(call, verb.value, what).attributes
  const [resource = '', ...name] = what.value.split('/')
  const typed = call.isOn('all-namespaces') ? '' : call.value('namespace') === '' ? undefined : call.value('namespace')
  const action = { verb: verb.value, resource, subresource: call.value('subresource'), name: name.join('/') }
  const read = readAction({ ...action, ...(typed !== undefined && { namespace: typed }) }, call.discovery)
  for (const { code, word, ...remark } of read.remarks) {
    if (code === 'namespace-assumed') continue
    call.problems.push({ ...remark, code, span: word === verb.value ? verb.span : what.span })
  }
  const { user: _, ...attributes } = read.attributes
  // The context of the kubeconfig may name another one.
  const isAssumed = read.remarks.some(({ code }) => code === 'namespace-assumed')
  return isAssumed ? { ...attributes, namespace: askedNamespace(call) } : attributes
}

/** The commands that ask the API server a question, and print its answer. */
export const ASK_COMMANDS: KubectlCommands = {
  'auth can-i': { flags: 'all-namespaces,A! list! no-headers! quiet,q! subresource', read: readCanI },
  'auth whoami': { flags: PRINT, read: readWhoAmI },
  'who-can': { flags: 'all-namespaces,A! no-headers! output,o subresource', read: readWhoCan },
}
