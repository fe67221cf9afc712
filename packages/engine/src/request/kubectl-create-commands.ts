import { type Draft, type KubectlCall, pathSegmentProblem } from './kubectl-call.ts'
import { bodyLeftOut, needFlag } from './kubectl-created.ts'
import { refuseManifest } from './kubectl-manifest.ts'
import { resourceFor } from './kubectl-objects.ts'
import { readRaw } from './kubectl-raw.ts'
import { quoted } from './problem.ts'
import { findResource, nearest } from './resources.ts'

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

/**
 * `kubectl create …`. Objects that checks or people read in the body are built by `content`; of others only the path is
 * shown.
 */
export function readCreate(call: KubectlCall, content: typeof contentOf = contentOf): Draft | undefined {
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
  const fields = content(call, what)
  if (fields !== undefined) {
    return call.draftWith('POST', { resource }, parameters, { apiVersion, kind, metadata, ...fields })
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

function contentOf(_: KubectlCall, what: string): object | undefined {
  return what === 'namespace' || what === 'serviceaccount' ? {} : undefined
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
