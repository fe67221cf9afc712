import { cleanPath, durationSeconds, type Parameters } from '../../go/index.ts'
import { findResource } from '../../kube/index.ts'
import type { KubectlCall, KubectlCommands, RequestDraft } from './call.ts'
import { generatedName, type NamedObject, oneObject, readObjectArguments } from './objects.ts'
import { refuseSelectors, selectorsOf } from './selectors.ts'

const PODS = findResource('pods')

/** The resources whose pods kubectl finds by their selectors (Go: polymorphichelpers' `SelectorsForObject`). */
const SELECTING: ReadonlySet<string> = new Set([
  'daemonsets',
  'deployments',
  'jobs',
  'replicasets',
  'replicationcontrollers',
  'services',
  'statefulsets',
])

/**
 * The pod that a command connects to, after the requests with which kubectl finds it. For another object, or for a
 * selector, kubectl lists pods: one is assumed.
 */
function readPod(call: KubectlCall, words: KubectlCall['words']): NamedObject | undefined {
  const selector = call.flag('selector')
  if (PODS === undefined) return undefined
  if (words.length === 0 && selector !== undefined) {
    call.send(call.draft('GET', { resource: PODS }, selectorsOf(call)), 'always')
    const name = generatedName({ resource: PODS })
    call.assume(selector.span, 'kubectl lists the pods and sends a request for each one found', `one pod, ${name}`)
    return { resource: PODS, name, span: selector.span }
  }
  refuseSelectors(call)
  const object = oneObject(call, readObjectArguments(call, words, 'pods'))
  if (object === undefined) return undefined
  const { resource, name, span } = object
  const get = call.draft('GET', object)
  call.send(get, 'always')
  if (resource.resource === 'pods' && resource.apiGroup === '') return object
  if (!SELECTING.has(resource.resource)) {
    const message = `kubectl knows no pods of ${resource.resource}/${name}.`
    call.error('pod-not-known', span, message, `kubectl ${call.invocation.command} POD`)
  }
  const pod = { resource: PODS, name: generatedName(object), span }
  call.send(call.draft('GET', { resource: PODS }, [['labelSelector', `app=${name}`]]))
  const found = `kubectl lists the pods with the selector of ${resource.resource}/${name} and uses one of them`
  call.assume(span, found, `the selector app=${name}, and the pod ${pod.name}`)
  if (call.invocation.command === 'port-forward') call.send(call.draft('GET', pod))
  return pod
}

/** Reads `kubectl logs`. */
function readLogs(call: KubectlCall): RequestDraft | undefined {
  const [target, container, ...others] = call.words
  call.refuseWords(others)
  const flag = call.flag('container')
  if (container !== undefined && flag !== undefined) {
    const detail = 'only one of -c or an inline [CONTAINER] arg is allowed'
    call.error('container-twice', container.span, 'The container is named twice.', 'Leave it out.', detail)
  }
  refuseTwoBeginnings(call)
  const pod = readPod(call, target === undefined ? [] : [target])
  if (pod === undefined) return undefined
  return call.draft('GET', { ...pod, subresource: 'log' }, [
    ...(container === undefined ? text(call, 'container') : [['container', container.value] as const]),
    ...switched(call, 'follow'),
    ...whole(call, 'limit-bytes', 'limitBytes', 0n),
    ...switched(call, 'previous'),
    ...since(call),
    ...text(call, 'since-time', 'sinceTime'),
    ...tail(call),
    ...switched(call, 'timestamps'),
    ...switched(call, 'insecure-skip-tls-verify-backend', 'insecureSkipTLSVerifyBackend'),
  ])
}

/** Reports `--since` together with `--since-time`. */
function refuseTwoBeginnings(call: KubectlCall): void {
  const [since, time] = [call.flag('since'), call.flag('since-time')]
  if (since !== undefined && time !== undefined) {
    const detail = 'at most one of `sinceTime` or `sinceSeconds` may be specified'
    call.error(
      'two-beginnings',
      time.span,
      '--since and --since-time both say where to begin.',
      'Leave out the one or the other.',
      detail,
    )
  }
}

function text(call: KubectlCall, flag: string, parameter = flag): Parameters {
  const value = call.value(flag)
  return value === '' ? [] : [[parameter, value]]
}

function switched(call: KubectlCall, flag: string, parameter = flag): Parameters {
  return call.isOn(flag) ? [[parameter, 'true']] : []
}

/** The query for a flag with a whole number; empty if the number is `none`. */
function whole(call: KubectlCall, flag: string, parameter: string, none: bigint): Parameters {
  const number = call.wholeNumber(flag)
  return number === undefined || number === none ? [] : [[parameter, String(number)]]
}

/** The query for `--tail`. With a selector kubectl shows ten lines of each pod unless told otherwise. */
function tail(call: KubectlCall): Parameters {
  const selected = call.words.length === 0 && call.flag('tail') === undefined && call.flag('selector') !== undefined
  return selected ? [['tailLines', '10']] : whole(call, 'tail', 'tailLines', -1n)
}

/** The query for `--since`, in whole seconds: 0 for half a second, and none for zero. */
function since(call: KubectlCall): Parameters {
  const seconds = call.seconds('since')
  const isZero = durationSeconds(call.value('since').replace(/^[+-]/, '')) === 0
  return seconds === undefined || isZero ? [] : [['sinceSeconds', String(Math.abs(seconds))]]
}

/** Reads `kubectl exec`. The command to run comes after `--`. */
function readExec(call: KubectlCall): RequestDraft | undefined {
  const { afterDashes = [] } = call.invocation
  const [target, ...others] = call.words
  for (const { span } of others.slice(0, 1)) {
    const end = others.at(-1)?.span.end ?? span.end
    const detail = 'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead'
    const message = 'The command to run in the container comes after two hyphens.'
    call.error(
      'command-without-dashes',
      { start: span.start, end },
      message,
      `-- ${others.map(({ value }) => value).join(' ')}`,
      detail,
    )
  }
  const command = [...others, ...afterDashes]
  if (command.length === 0 && target !== undefined) {
    const detail = 'you must specify at least one command for the container'
    call.error('missing-container-command', call.span, 'Expected a command to run in the container.', '-- sh', detail)
  }
  const pod = readPod(call, target === undefined ? [] : [target])
  if (pod === undefined) return undefined
  const commands = command.map(({ value }) => ['command', value] as const)
  return upgraded(call, pod, 'exec', [...commands, ...text(call, 'container'), ...streams(call)])
}

/** Reads `kubectl attach`. */
function readAttach(call: KubectlCall): RequestDraft | undefined {
  const [target, ...others] = call.words
  call.refuseWords(others)
  const pod = readPod(call, target === undefined ? [] : [target])
  if (pod === undefined) return undefined
  return upgraded(call, pod, 'attach', [...text(call, 'container'), ...streams(call)])
}

/** The query for the streams. A terminal needs stdin, and has no separate stderr. */
function streams(call: KubectlCall): Parameters {
  const stdin = call.isOn('stdin')
  const tty = stdin && call.isOn('tty')
  return [
    ...(tty ? [] : [['stderr', 'true'] as const]),
    ...(stdin ? [['stdin', 'true'] as const] : []),
    ['stdout', 'true'],
    ...(tty ? [['tty', 'true'] as const] : []),
  ]
}

/** Reads `kubectl port-forward`. The ports are sent inside the connection, not in the request. */
function readPortForward(call: KubectlCall): RequestDraft | undefined {
  const [target, ...ports] = call.words
  if (target !== undefined && ports.length === 0) {
    const detail = 'TYPE/NAME and list of ports are required for port-forward'
    call.error('missing-ports', call.span, 'Expected a port after the pod.', '8080:80', detail)
  }
  const pod = readPod(call, target === undefined ? [] : [target])
  if (pod === undefined) return undefined
  return upgraded(call, pod, 'portforward', [])
}

/** Reads `kubectl cp`, which runs tar in the container. */
function readCopy(call: KubectlCall): RequestDraft | undefined {
  const [from, to, ...others] = call.words
  call.refuseWords(others)
  const remote = [from, to].map((word) =>
    word === undefined ? undefined : /^(?:([^/:]+)\/)?([^/:]+):(.+)$/s.exec(word.value),
  )
  const [source, destination] = remote
  const inPod = source ?? destination
  if (from === undefined || to === undefined || inPod === null || inPod === undefined || PODS === undefined) {
    const detail =
      to === undefined
        ? 'source and destination are required'
        : 'one of src or dest must be a remote file specification'
    const message = 'Expected a source and a destination, one of them in a pod.'
    call.error('missing-path-in-pod', call.span, message, 'kubectl cp default/web:/tmp/file file', detail)
    return undefined
  }
  if (source && destination) {
    call.error('two-paths-in-pods', to.span, 'kubectl copies from a pod or to one, not between two.', 'file')
  }
  const [, namespace, name = '', path = ''] = inPod
  const command = source ? ['tar', 'cf', '-', path] : ['tar', '-xmf', '-', '-C', directoryOf(path)]
  if (!source) call.alsoSends('kubectl also tests by an exec of its own whether the destination is a directory.')
  const pod = { resource: PODS, name, span: from.span, ...(namespace === undefined ? {} : { namespace }) }
  call.send(call.draft('GET', pod), 'always')
  return upgraded(call, pod, 'exec', [
    ...command.map((word) => ['command', word] as const),
    ...text(call, 'container'),
    ['stderr', 'true'],
    ...(source ? [] : [['stdin', 'true'] as const]),
    ['stdout', 'true'],
  ])
}

/** The directory of a file (Go: `path.Dir`). */
function directoryOf(path: string): string {
  const cleaned = cleanPath(`/${path}`)
    .replace(/\/$/, '')
    .slice(path.startsWith('/') ? 0 : 1)
  const slash = cleaned.lastIndexOf('/')
  return slash > 0 ? cleaned.slice(0, slash) : slash === 0 ? '/' : '.'
}

/**
 * A connection with streams: kubectl opens a WebSocket, which is a GET request. It falls back to SPDY, a POST, on every
 * answer other than the switch of protocols, also on 403 (Go: client-go's `NewFallbackExecutor` with
 * `httpstream.IsUpgradeFailure`, and the `ErrBadHandshake` of `transport/websocket`).
 */
function upgraded(call: KubectlCall, pod: NamedObject, subresource: string, parameters: Parameters): RequestDraft {
  call.note(
    'websocket',
    call.span,
    `kubectl asks for a WebSocket first, a GET, and where that fails, also with 403, it sends a POST instead (create pods/${subresource}).`,
  )
  const get = call.draft('GET', { ...pod, subresource }, parameters)
  const index = call.send(get)
  call.send(call.draft('POST', { ...pod, subresource }, parameters), { index, answer: 'failure' })
  return get
}

/** The commands that connect to a pod. */
export const EXEC_COMMANDS: KubectlCommands = {
  attach: { flags: 'container,c detach-keys pod-running-timeout=patience quiet,q! stdin,i! tty,t!', read: readAttach },
  cp: { flags: 'container,c no-preserve! retries=int', read: readCopy },
  exec: { flags: 'container,c filename,f=list pod-running-timeout=patience quiet,q! stdin,i! tty,t!', read: readExec },
  logs: {
    flags:
      'all-containers! all-pods! container,c follow,f! ignore-errors! insecure-skip-tls-verify-backend! limit-bytes=limit ' +
      'max-log-requests=int pod-running-timeout=patience prefix! previous,p! selector,l since=age since-time=time tail=tail timestamps!',
    read: readLogs,
  },
  'port-forward': { flags: 'address=list pod-running-timeout=patience', read: readPortForward },
}
