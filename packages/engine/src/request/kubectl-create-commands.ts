import type { Parameters } from './go-url.ts'
import { type Draft, type KubectlCall, pathSegmentProblem, STRATEGIC_PATCH } from './kubectl-call.ts'
import { refuseManifest } from './kubectl-manifest.ts'
import { oneObject, readObjects, resourceFor } from './kubectl-objects.ts'
import { readRaw } from './kubectl-raw.ts'
import { bindingOf, refuseRulesBeside, rulesOf } from './kubectl-rbac-bodies.ts'
import { quoted } from './problem.ts'
import { type FoundResource, findResource, nearest } from './resources.ts'

/** What each `kubectl create …` creates, and the flags that it cannot do without. */
const CREATED: ReadonlyMap<string, { readonly resource: string; readonly needs: readonly string[] }> = new Map([
  ['clusterrole', { resource: 'clusterroles', needs: [] }],
  ['clusterrolebinding', { resource: 'clusterrolebindings', needs: [] }],
  ['configmap', { resource: 'configmaps', needs: [] }],
  ['cronjob', { resource: 'cronjobs', needs: ['image', 'schedule'] }],
  ['deployment', { resource: 'deployments', needs: ['image'] }],
  ['ingress', { resource: 'ingresses', needs: [] }],
  ['job', { resource: 'jobs', needs: [] }],
  ['namespace', { resource: 'namespaces', needs: [] }],
  ['poddisruptionbudget', { resource: 'poddisruptionbudgets', needs: [] }],
  ['priorityclass', { resource: 'priorityclasses', needs: [] }],
  ['quota', { resource: 'resourcequotas', needs: [] }],
  ['role', { resource: 'roles', needs: [] }],
  ['rolebinding', { resource: 'rolebindings', needs: [] }],
  ['secret docker-registry', { resource: 'secrets', needs: [] }],
  ['secret generic', { resource: 'secrets', needs: [] }],
  ['secret tls', { resource: 'secrets', needs: [] }],
  ['service clusterip', { resource: 'services', needs: [] }],
  ['service externalname', { resource: 'services', needs: ['external-name'] }],
  ['service loadbalancer', { resource: 'services', needs: [] }],
  ['service nodeport', { resource: 'services', needs: [] }],
  ['serviceaccount', { resource: 'serviceaccounts', needs: [] }],
])

/** `kubectl create …`. Objects that checks or people read in the body are built; of others only the path is shown. */
export function readCreate(call: KubectlCall): Draft | undefined {
  const what = call.invocation.command.slice('create '.length)
  if (what === '') return readCreateFromFile(call)
  if (what === 'token') return readToken(call)
  const created = CREATED.get(what)
  const resource = created === undefined ? undefined : findResource(created.resource)
  if (created === undefined || resource?.known === undefined) return undefined
  for (const name of created.needs) needFlag(call, name)
  if (what === 'job' && (call.flag('image') === undefined) === (call.flag('from') === undefined)) {
    const message = 'A job is made from an image or from a cron job.'
    call.error('missing-flag', call.span, message, '--image=busybox', 'either --image or --from must be specified')
  }
  refuseIncomplete(call, what)
  if (what === 'job') readCronJob(call)
  const parameters = [...call.dryRun(), ...call.fieldManager('kubectl-create'), ...call.fieldValidation()]
  const name = readNewName(call)
  const { kind, namespaced } = resource.known
  const apiVersion = resource.apiGroup === '' ? resource.apiVersion : `${resource.apiGroup}/${resource.apiVersion}`
  const metadata = { name, ...(namespaced ? { namespace: call.namespace() } : {}) }
  const content = contentOf(call, what)
  if (content !== undefined) {
    return call.draftWith('POST', { resource }, parameters, { apiVersion, kind, metadata, ...content })
  }
  bodyLeftOut(call)
  return call.draft('POST', { resource }, parameters)
}

/** `--from`, which names the cron job that a job is made from. */
function readCronJob(call: KubectlCall): void {
  const use = call.flag('from')
  if (use === undefined) return
  const [type = '', name = ''] = use.value.split('/')
  const resource = resourceFor(call, type, use.span)
  if (resource !== undefined && (name === '' || resource.resource !== 'cronjobs')) {
    const message = `A job is made from a cron job, found ${quoted(use.value)}.`
    call.error('only-cron-jobs', use.span, message, '--from=cronjob/NAME')
  }
  call.alsoSends('kubectl gets the cron job first, and builds the job from it; the create is shown.')
}

/** What kubectl wants beside the flags that it calls required. */
function refuseIncomplete(call: KubectlCall, what: string): void {
  const missing = (message: string, fix: string, detail: string): void => {
    call.error('missing-flag', call.span, message, fix, detail)
  }
  const none = (...names: readonly string[]): boolean => names.every((name) => call.flag(name) === undefined)
  if (what === 'ingress' && none('rule', 'default-backend')) {
    missing(
      'An ingress has a rule or a default backend.',
      '--rule=example.com/=svc:80',
      'not enough information provided',
    )
  } else if (what === 'service clusterip' && none('tcp') && call.value('clusterip') !== 'None') {
    missing('Expected a port.', '--tcp=80:8080', 'at least one tcp port specifier must be provided')
  } else if (/^service (?:nodeport|loadbalancer)$/.test(what) && none('tcp')) {
    missing('Expected a port.', '--tcp=80:8080', 'at least one tcp port specifier must be provided')
  } else if (what === 'poddisruptionbudget') {
    if (none('selector'))
      missing('Expected which pods it is about.', '--selector=app=web', 'a selector must be specified')
    else if (none('min-available', 'max-unavailable')) {
      const detail = 'one of min-available or max-unavailable must be specified'
      missing('Expected how many pods there must be.', '--min-available=1', detail)
    }
  }
  for (const { value, span } of call.invocation.flags.get('from-literal') ?? []) {
    if (value.indexOf('=') > 0) continue
    const message = `Expected key=value, found ${quoted(value)}.`
    call.error(
      'invalid-literal',
      span,
      message,
      '--from-literal=key=value',
      `invalid literal source ${value}, expected key=value`,
    )
  }
}

function contentOf(call: KubectlCall, what: string): object | undefined {
  if (what === 'namespace' || what === 'serviceaccount') return {}
  if (what === 'role') return { rules: rulesOf(call) }
  if (what === 'clusterrole') {
    const aggregation = call.flag('aggregation-rule')
    if (aggregation === undefined) return { rules: rulesOf(call) }
    refuseRulesBeside(call, aggregation.span)
    const matchLabels = Object.fromEntries(
      aggregation.value.split(',').map((pair) => [pair.split('=', 1).join(), pair.slice(pair.indexOf('=') + 1)]),
    )
    return { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] }, rules: [] }
  }
  return what === 'rolebinding' || what === 'clusterrolebinding' ? bindingOf(call) : undefined
}

function bodyLeftOut(call: KubectlCall): void {
  call.note(
    'body-left-out',
    call.span,
    'The object that kubectl puts together is left out of the request. No check reads it.',
  )
}

function needFlag(call: KubectlCall, name: string): void {
  if (call.flag(name) !== undefined) return
  const message = `"kubectl ${call.invocation.command}" needs --${name}.`
  call.error('missing-flag', call.span, message, `--${name}=VALUE`, `required flag(s) "${name}" not set`)
}

/** What creates a container that runs what stands behind two hyphens. */
const RUNS: ReadonlySet<string> = new Set(['create cronjob', 'create deployment', 'create job'])

/** The one name that commands which create take. Empty, with the problem said, when there is none. */
function readNewName(call: KubectlCall): string {
  const { afterDashes = [] } = call.invocation
  const words = RUNS.has(call.invocation.command)
    ? call.words.slice(0, call.words.length - afterDashes.length)
    : call.words
  const [name, ...others] = words
  if (name === undefined) {
    const { command } = call.invocation
    const message = `Expected a name after "kubectl ${command}".`
    call.error('missing-name', call.span, message, `kubectl ${command} NAME`, 'exactly one NAME is required, got 0')
    return ''
  }
  call.refuseWords(others, `exactly one NAME is required, got ${words.length}`)
  return name.value
}

function readCreateFromFile(call: KubectlCall): Draft | undefined {
  if (call.flag('raw') !== undefined) return readRaw(call, 'POST')
  const [word] = call.words
  if (word === undefined) {
    refuseManifest(call, 'POST')
    return undefined
  }
  const names = [...CREATED.keys(), 'token']
  const message = `kubectl has no command to create ${quoted(word.value)}.`
  const near = nearest(word.value, names)
  const fix =
    near === undefined
      ? 'Write the POST request as raw HTTP, or kubectl create --raw PATH -f -'
      : `kubectl create ${near}`
  const args = call.words.map(({ value }) => value).join(' ')
  call.error('unknown-command', word.span, message, fix, `Unexpected args: [${args}]`)
  return undefined
}

/** `kubectl create token`, a token request. */
function readToken(call: KubectlCall): Draft | undefined {
  const name = readNewName(call)
  const resource = findResource('serviceaccounts')
  const wrong = pathSegmentProblem(name)
  if (wrong !== undefined || resource === undefined) {
    const span = call.words[0]?.span
    if (span !== undefined) call.error('invalid-name', span, `The name ${quoted(name)} ${wrong ?? ''}.`, 'default')
    return undefined
  }
  const audiences = (call.invocation.flags.get('audience') ?? []).map(({ value }) => value)
  const kind = call.flag('bound-object-kind')
  if (kind !== undefined && !['Pod', 'Secret', 'Node'].includes(kind.value)) {
    const message = `Tokens are bound to a Pod, a Secret or a Node, found ${quoted(kind.value)}.`
    const detail = 'supported --bound-object-kind values are Node, Pod, Secret'
    call.error('invalid-bound-object', kind.span, message, '--bound-object-kind=Pod', detail)
  }
  refuseHalfBound(call)
  const uid = call.value('bound-object-uid')
  const boundObjectRef = {
    kind: kind?.value,
    apiVersion: 'v1',
    name: call.value('bound-object-name'),
    ...(uid === '' ? {} : { uid }),
  }
  const seconds = call.seconds('duration')
  const spec = {
    audiences,
    ...(seconds === undefined || seconds === 0 ? {} : { expirationSeconds: seconds }),
    ...(kind === undefined ? {} : { boundObjectRef }),
  }
  const object = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', metadata: {}, spec }
  return call.draftWith('POST', { resource, name, subresource: 'token' }, [], object)
}

/** A bound object has a kind and a name, and a UID only with both. */
function refuseHalfBound(call: KubectlCall): void {
  const [kind, name] = [call.flag('bound-object-kind'), call.flag('bound-object-name')]
  if (kind !== undefined && kind.value !== '' && (name === undefined || name.value === '')) {
    const detail = '--bound-object-name is required if --bound-object-kind is provided'
    call.error('missing-flag', kind.span, 'Expected the name of the object.', '--bound-object-name=NAME', detail)
  }
  const alone = name ?? call.flag('bound-object-uid')
  if (kind !== undefined || alone === undefined || alone.value === '') return
  const detail = `--bound-object-${name === undefined ? 'uid' : 'name'} can only be set if --bound-object-kind is provided`
  call.error('missing-flag', alone.span, 'Expected the kind of the object.', '--bound-object-kind=Pod', detail)
}

/** `kubectl run`. */
export function readRun(call: KubectlCall): Draft | undefined {
  needFlag(call, 'image')
  if (call.words.length === 0) {
    call.error(
      'missing-name',
      call.span,
      'Expected a name for the pod.',
      'kubectl run web --image=nginx',
      'NAME is required for run',
    )
  }
  bodyLeftOut(call)
  return createBeside(call, 'pods', [...call.dryRun(), ...call.fieldManager('kubectl-run')])
}

/** `kubectl expose` and `kubectl autoscale`, which create an object beside the one that they name. */
export function readBeside(call: KubectlCall): Draft | undefined {
  const { command } = call.invocation
  const objects = readObjects(call, call.words)
  if (objects === undefined) return undefined
  if (command === 'autoscale') needMost(call)
  if (oneObject(call, objects) === undefined) {
    const { resource } = objects.kind === 'type' ? objects.resource : objects.first.resource
    call.error(
      'missing-name',
      call.span,
      `Expected the name of one of the ${resource}.`,
      `kubectl ${command} ${resource} NAME`,
    )
  }
  call.alsoSends('kubectl gets the object first, and builds the new one from it; the create is shown without its body.')
  const created = command === 'expose' ? 'services' : 'horizontalpodautoscalers'
  return createBeside(call, created, [...call.dryRun(), ...call.fieldManager(`kubectl-${command}`)])
}

/** `--max`, without which nothing would be scaled. */
function needMost(call: KubectlCall): void {
  needFlag(call, 'max')
  const most = call.flag('max')
  if (most === undefined || /^[1-9][0-9]{0,9}$/.test(most.value)) return
  const detail = '--max=MAXPODS is required and must be at least 1'
  call.error('invalid-number', most.span, `Expected a number of pods, found ${quoted(most.value)}.`, '--max=3', detail)
}

function createBeside(call: KubectlCall, type: string, parameters: Parameters): Draft | undefined {
  const resource = findResource(type)
  return resource === undefined ? undefined : call.draft('POST', { resource }, parameters)
}

/** `kubectl debug`: an ephemeral container in a pod, a copy of a pod, or a pod on a node. */
export function readDebug(call: KubectlCall): Draft | undefined {
  const object = oneObject(call, readObjects(call, call.words, 'pods'))
  if (object === undefined) return undefined
  const copies = call.flag('copy-to') !== undefined || object.resource.resource === 'nodes'
  const { afterDashes = [] } = call.invocation
  const changesCopy = call.flag('set-image') !== undefined || afterDashes.length > 0
  if (call.flag('image') === undefined && call.flag('copy-to') !== undefined && !changesCopy) {
    const detail = 'you must specify --image, --set-image or command arguments.'
    call.error('missing-flag', call.span, 'Expected what differs in the copy.', '--image=busybox', detail)
  }
  if (call.flag('image') === undefined && call.flag('copy-to') === undefined) {
    const detail = 'you must specify --image when not using --copy-to.'
    call.error('missing-flag', call.span, 'Expected the image to debug with.', '--image=busybox', detail)
  }
  call.alsoSends(
    'kubectl gets what is to be debugged first, and attaches afterwards; the change is shown without its body.',
  )
  if (copies) return createBeside(call, 'pods', [])
  return { ...call.draft('PATCH', { ...object, subresource: 'ephemeralcontainers' }), contentType: STRATEGIC_PATCH }
}

const AUTHORIZATION = 'authorization.k8s.io/v1'

/** `kubectl auth whoami`. */
export function readWhoAmI(call: KubectlCall): Draft | undefined {
  call.ignoreWords(call.words)
  const object = { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {} }
  return review(call, 'selfsubjectreviews', object)
}

function review(call: KubectlCall, type: string, object: object): Draft | undefined {
  const resource = findResource(type)
  return resource === undefined ? undefined : call.draftWith('POST', { resource }, [], object)
}

/** `kubectl auth can-i`: what is decided is the asking itself, which everyone may do by default. */
export function readCanI(call: KubectlCall): Draft | undefined {
  const list = call.flag('list')
  if (list !== undefined && call.isOn('list')) {
    call.refuseWords(call.words, 'list option must be specified with no arguments')
    const spec = { namespace: call.namespace() }
    const object = { kind: 'SelfSubjectRulesReview', apiVersion: AUTHORIZATION, metadata: {}, spec }
    return review(call, 'selfsubjectrulesreviews', object)
  }
  const [verb, what, ...others] = call.words
  call.refuseWords(others)
  if (verb === undefined || what === undefined) {
    const detail = 'you must specify two arguments: verb resource or verb resource/resourceName.'
    call.error('missing-resource', call.span, 'Expected a verb and a resource.', 'kubectl auth can-i list pods', detail)
    return undefined
  }
  const message = `This asks the API server a question, and the asking is what is decided here, not "${verb.value} ${what.value}" itself.`
  call.note('asks-a-question', call.span, message, `kubectl ${verb.value} ${what.value.replace('/', ' ')}`)
  const subresource = call.flag('subresource')
  if (what.value.startsWith('/') && subresource !== undefined && subresource.value !== '') {
    const detail = '--subresource can not be used with NonResourceURL'
    call.error('subresource-of-path', subresource.span, 'A path has no subresources.', 'Leave it out.', detail)
  }
  const spec = what.value.startsWith('/')
    ? { nonResourceAttributes: { path: what.value, verb: verb.value } }
    : { resourceAttributes: resourceAttributes(call, verb.value, what) }
  const object = { kind: 'SelfSubjectAccessReview', apiVersion: AUTHORIZATION, metadata: {}, spec }
  return review(call, 'selfsubjectaccessreviews', object)
}

function resourceAttributes(call: KubectlCall, verb: string, { value, span }: KubectlCall['words'][number]): object {
  const slash = value.indexOf('/')
  const type = slash === -1 ? value : value.slice(0, slash)
  const name = slash === -1 ? '' : value.slice(slash + 1)
  const found: FoundResource | undefined = type === '*' ? undefined : findResource(type)
  if (type !== '*' && found?.known === undefined) {
    // kubectl then takes the whole word, group and all, for the name of a resource in the core group.
    const asked = found === undefined ? type : `${found.resource} of ${found.apiGroup}`
    const message = `Where the API server does not serve ${asked}, kubectl asks about a resource named ${quoted(type)} in the core group.`
    call.problems.push({ severity: 'warning', code: 'unknown-resource', message, span })
  }
  const subresource = call.value('subresource')
  // Nobody checks the namespace of a question.
  const asked = call.value('namespace') === '' ? call.namespace() : call.value('namespace')
  const namespace = call.isOn('all-namespaces') ? '' : asked
  return {
    ...(namespace === '' ? {} : { namespace }),
    verb,
    ...(found === undefined || found.apiGroup === '' ? {} : { group: found.apiGroup }),
    resource: found?.resource ?? type,
    ...(subresource === '' ? {} : { subresource }),
    ...(name === '' ? {} : { name }),
  }
}
