import { findResource } from '../../kube/index.ts'
import { nearest, quoted } from '../../text/index.ts'
import { CREATE, FILES, PRINT, RECORD } from '../command-line/flags.ts'
import { type KubectlCall, type KubectlCommands, pathSegmentProblem, type RequestDraft, readBy } from './call.ts'
import { needFlag, readCreated, readNewName } from './create-object.ts'
import { createFromFiles, refuseManifest } from './manifest.ts'
import { resourceFor } from './objects.ts'
import { readRaw } from './raw.ts'

/** The resource and the required flags of each `kubectl create …`, except those for roles and bindings. */
const CREATED: ReadonlyMap<string, { readonly resource: string; readonly needs: readonly string[] }> = new Map([
  ['configmap', { resource: 'configmaps', needs: [] }],
  ['cronjob', { resource: 'cronjobs', needs: ['image', 'schedule'] }],
  ['deployment', { resource: 'deployments', needs: ['image'] }],
  ['ingress', { resource: 'ingresses', needs: [] }],
  ['job', { resource: 'jobs', needs: [] }],
  ['namespace', { resource: 'namespaces', needs: [] }],
  ['poddisruptionbudget', { resource: 'poddisruptionbudgets', needs: [] }],
  ['priorityclass', { resource: 'priorityclasses', needs: [] }],
  ['quota', { resource: 'resourcequotas', needs: [] }],
  ['secret docker-registry', { resource: 'secrets', needs: [] }],
  ['secret generic', { resource: 'secrets', needs: [] }],
  ['secret tls', { resource: 'secrets', needs: [] }],
  ['service clusterip', { resource: 'services', needs: [] }],
  ['service externalname', { resource: 'services', needs: ['external-name'] }],
  ['service loadbalancer', { resource: 'services', needs: [] }],
  ['service nodeport', { resource: 'services', needs: [] }],
  ['serviceaccount', { resource: 'serviceaccounts', needs: [] }],
])

const ROLES = ['clusterrole', 'clusterrolebinding', 'role', 'rolebinding']

/** Reads `kubectl create …` of everything except roles and bindings. */
function readCreate(call: KubectlCall): RequestDraft | undefined {
  const what = call.invocation.command.slice('create '.length)
  if (what === '') return readCreateFromFile(call)
  if (what === 'token') return readToken(call)
  const created = CREATED.get(what)
  if (created === undefined) return undefined
  for (const name of created.needs) needFlag(call, name)
  if (what === 'job' && (call.flag('image') === undefined) === (call.flag('from') === undefined)) {
    const message = 'A job needs an image or a cron job.'
    call.error('missing-flag', call.span, message, '--image=busybox', 'either --image or --from must be specified')
  }
  refuseIncomplete(call, what)
  if (what === 'job') readCronJob(call)
  return readCreated(call, created.resource, () => (what === 'namespace' || what === 'serviceaccount' ? {} : undefined))
}

/** Checks `--from`, which names the cron job of a job. */
function readCronJob(call: KubectlCall): void {
  const use = call.flag('from')
  if (use === undefined) return
  const [type = '', name = ''] = use.value.split('/')
  const resource = resourceFor(call, type, use.span)
  if (resource !== undefined && (name === '' || resource.resource !== 'cronjobs')) {
    const message = `Expected a cron job after --from, found ${quoted(use.value)}.`
    call.error('only-cron-jobs', use.span, message, '--from=cronjob/NAME')
  }
  if (resource !== undefined && name !== '') call.send(call.draft('GET', { resource, name }), 'always')
}

/** Reports missing flags that kubectl requires in addition to those that it marks as required. */
function refuseIncomplete(call: KubectlCall, what: string): void {
  const missing = (message: string, fix: string, detail: string): void => {
    call.error('missing-flag', call.span, message, fix, detail)
  }
  const none = (...names: readonly string[]): boolean =>
    names.every((name) => (call.invocation.flags.get(name) ?? []).every(({ value }) => value === ''))
  if (what === 'ingress' && call.flag('rule') === undefined && none('default-backend')) {
    missing(
      'An ingress has a rule or a default backend.',
      '--rule=example.com/=svc:80',
      'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
    )
  } else if (what === 'service clusterip' && none('tcp') && call.value('clusterip') !== 'None') {
    missing('Expected a port.', '--tcp=80:8080', 'at least one tcp port specifier must be provided')
  } else if (/^service (?:nodeport|loadbalancer)$/.test(what) && none('tcp')) {
    missing('Expected a port.', '--tcp=80:8080', 'at least one tcp port specifier must be provided')
  } else if (what === 'poddisruptionbudget') {
    if (none('selector')) missing('Expected a selector of pods.', '--selector=app=web', 'a selector must be specified')
    else if (none('min-available', 'max-unavailable')) {
      const detail = 'one of min-available or max-unavailable must be specified'
      missing('Expected the number of pods that must be available.', '--min-available=1', detail)
    } else if (!none('min-available') && !none('max-unavailable')) {
      const detail = 'min-available and max-unavailable cannot be both specified'
      const message = '--min-available and --max-unavailable say the same in two ways.'
      call.error('two-limits', call.span, message, 'Leave out the one or the other.', detail)
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

function readCreateFromFile(call: KubectlCall): RequestDraft | undefined {
  if (call.flag('raw') !== undefined) return readRaw(call, 'POST')
  const [word] = call.words
  if (word === undefined) {
    if (call.files !== undefined) return createFromFiles(call, call.files)
    refuseManifest(call)
    return undefined
  }
  const names = [...CREATED.keys(), ...ROLES, 'token'].sort()
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

/** Reads `kubectl create token`, which sends a TokenRequest. */
function readToken(call: KubectlCall): RequestDraft | undefined {
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

/** Reports a bound object without a kind or a name. A UID needs both. */
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

/** The commands that create objects other than roles and bindings. */
export const CREATE_COMMANDS: KubectlCommands = {
  ...readBy((call) => readCreate(call), {
    create: `${CREATE} ${FILES} ${RECORD} edit! raw selector,l windows-line-endings!`,
    'create configmap': `${CREATE} append-hash! from-env-file=list from-file=list from-literal`,
    'create cronjob': `${CREATE} image restart schedule`,
    'create deployment': `${CREATE} image=list port=int32 replicas,r=int32`,
    'create ingress': `${CREATE} annotation class default-backend=backend rule=rule`,
    'create job': `${CREATE} from image`,
    'create namespace': CREATE,
    'create poddisruptionbudget': `${CREATE} max-unavailable=max-unavailable min-available=min-available selector`,
    'create priorityclass': `${CREATE} description global-default! preemption-policy value=int32`,
    'create quota': `${CREATE} hard=limits scopes`,
    'create secret docker-registry': `${CREATE} append-hash! docker-email docker-password docker-server docker-username from-file=list`,
    'create secret generic': `${CREATE} append-hash! from-env-file=list from-file=list from-literal type`,
    'create secret tls': `${CREATE} append-hash! cert key`,
    'create service clusterip': `${CREATE} clusterip tcp=ports`,
    'create service externalname': `${CREATE} external-name=external-name tcp=ports`,
    'create service loadbalancer': `${CREATE} tcp=ports`,
    'create service nodeport': `${CREATE} node-port=int tcp=ports`,
    'create serviceaccount': CREATE,
    'create token': `${PRINT} audience bound-object-kind bound-object-name bound-object-uid duration=lifetime`,
  }),
}
