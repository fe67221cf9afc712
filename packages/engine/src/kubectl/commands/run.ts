import type { Parameters } from '../../go/index.ts'
import { METHOD_OF_VERB } from '../../http/index.ts'
import { type FoundResource, findResource } from '../../kube/index.ts'
import { quoteWord } from '../../shell/index.ts'
import { quoted } from '../../text/index.ts'
import { CHANGE, DELETION, PRINT } from '../command-line/flags.ts'
import { STRATEGIC_PATCH } from '../patch-types.ts'
import { type KubectlCall, type KubectlCommands, pathSegmentProblem, type RequestDraft } from './call.ts'
import { bodyLeftOut, needFlag } from './create-object.ts'
import { generatedName, oneObject, readObjectArguments } from './objects.ts'
import { rawTarget } from './raw.ts'

/** Reads `kubectl run`. */
function readRun(call: KubectlCall): RequestDraft | undefined {
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

/** Reads `kubectl expose` and `kubectl autoscale`, which create an object for the one that they name. */
function readBeside(call: KubectlCall): RequestDraft | undefined {
  const { command } = call.invocation
  const objects = readObjectArguments(call, call.words)
  if (objects === undefined) return undefined
  if (command === 'autoscale') needMost(call)
  const object = oneObject(call, objects)
  if (object === undefined) {
    const { resource } = objects.kind === 'type' ? objects.resource : objects.first.resource
    call.error(
      'missing-name',
      call.span,
      `Expected the name of one of the ${resource}.`,
      `kubectl ${command} ${resource} NAME`,
    )
  }
  if (object !== undefined) call.send(call.draft('GET', object), 'always')
  call.alsoSends('kubectl builds the new object from the one that it gets; the create is shown without its body.')
  const created = command === 'expose' ? 'services' : 'horizontalpodautoscalers'
  return createBeside(call, created, [...call.dryRun(), ...call.fieldManager(`kubectl-${command}`)])
}

/** Checks `--max`, which `kubectl autoscale` requires. */
function needMost(call: KubectlCall): void {
  needFlag(call, 'max')
  const most = call.flag('max')
  if (most === undefined || /^[1-9][0-9]{0,9}$/.test(most.value)) return
  const detail = '--max=MAXPODS is required and must be at least 1'
  call.error('invalid-number', most.span, `Expected a number of pods, found ${quoted(most.value)}.`, '--max=3', detail)
}

function createBeside(call: KubectlCall, type: string, parameters: Parameters): RequestDraft | undefined {
  const resource = findResource(type)
  return resource === undefined ? undefined : call.draft('POST', { resource }, parameters)
}

/** Reads `kubectl debug`: it adds an ephemeral container to a pod, copies a pod, or creates a pod on a node. */
function readDebug(call: KubectlCall): RequestDraft | undefined {
  const object = oneObject(call, readObjectArguments(call, call.words, 'pods'))
  if (object === undefined) return undefined
  const copies = call.flag('copy-to') !== undefined || object.resource.resource === 'nodes'
  const { afterDashes = [] } = call.invocation
  const changesCopy = call.flag('set-image') !== undefined || afterDashes.length > 0
  if (call.flag('image') === undefined && call.flag('copy-to') !== undefined && !changesCopy) {
    const detail = 'you must specify --image, --set-image or command arguments.'
    call.error('missing-flag', call.span, 'Expected a change for the copy.', '--image=busybox', detail)
  }
  if (call.flag('image') === undefined && call.flag('copy-to') === undefined) {
    const detail = 'you must specify --image when not using --copy-to.'
    call.error('missing-flag', call.span, 'Expected the image to debug with.', '--image=busybox', detail)
  }
  call.send(call.draft('GET', object), 'always')
  call.alsoSends('kubectl attaches afterwards, unless told not to; the change is shown without its body.')
  if (copies) return createBeside(call, 'pods', [])
  return { ...call.draft('PATCH', { ...object, subresource: 'ephemeralcontainers' }), contentType: STRATEGIC_PATCH }
}

const AUTHORIZATION = 'authorization.k8s.io/v1'

/** Reads `kubectl auth whoami`. */
function readWhoAmI(call: KubectlCall): RequestDraft | undefined {
  call.ignoreWords(call.words)
  const object = { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {} }
  return review(call, 'selfsubjectreviews', object)
}

function review(call: KubectlCall, type: string, object: object): RequestDraft | undefined {
  const resource = findResource(type)
  return resource === undefined ? undefined : call.draftWith('POST', { resource }, [], object)
}

const ANYBODY = 'the default role system:basic-user lets everybody create it who is authenticated'

/**
 * Reads `kubectl auth can-i` as the request that it asks about. The SelfSubjectAccessReview that kubectl sends is in the fix
 * of a note; it is the request where no request has the verb that is asked about.
 */
function readCanI(call: KubectlCall): RequestDraft | undefined {
  const list = call.flag('list')
  if (list !== undefined && call.isOn('list')) {
    call.refuseWords(call.words, 'list option must be specified with no arguments')
    const message = `With --list kubectl prints the rules that the API server finds. Decided here is only whether this SelfSubjectRulesReview may be created: ${ANYBODY}.`
    call.note('asks-for-a-list', list.span, message)
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
  const subresource = call.flag('subresource')
  if (what.value.startsWith('/') && subresource !== undefined && subresource.value !== '') {
    const detail = '--subresource can not be used with NonResourceURL'
    call.error('subresource-of-path', subresource.span, 'A path has no subresources.', 'Leave it out.', detail)
  }
  const spec = what.value.startsWith('/')
    ? { nonResourceAttributes: { path: what.value, verb: verb.value } }
    : { resourceAttributes: resourceAttributes(call, verb.value, what) }
  const object = { kind: 'SelfSubjectAccessReview', apiVersion: AUTHORIZATION, metadata: {}, spec }
  const outer = review(call, 'selfsubjectaccessreviews', object)
  const inner = requestAskedAbout(call, verb.value, what)
  if (inner === undefined) {
    const message = `No request has the verb ${quoted(verb.value)} on ${quoted(what.value)}. Decided is whether this SelfSubjectAccessReview may be created, not its answer: ${ANYBODY}.`
    call.note('asks-a-question', call.span, message)
    return outer
  }
  const as = call.flag('as') === undefined ? '' : ', and the impersonation is for that review'
  const message = `The answer is that to the question, whether this request is allowed. kubectl itself creates a SelfSubjectAccessReview${as}: ${ANYBODY}. The command that creates the review:`
  call.note('asks-a-question', call.span, message, outer && outerCommand(call, outer))
  return inner
}

/** The command for the review itself, with the impersonation of the question. */
function outerCommand(call: KubectlCall, { target, body = '' }: RequestDraft): string {
  const flags = ['as', 'as-group', 'as-uid', 'as-user-extra'].flatMap((name) => {
    return (call.invocation.flags.get(name) ?? []).map(({ value }) => ` --${name}=${quoteWord(value)}`)
  })
  return `kubectl create --raw ${quoteWord(target)}${flags.join('')} -f - <<< ${quoteWord(body)}`
}

/** Verbs about one object: a question without a name is about any object, so a name is made up for the request. */
const WITH_NAME: ReadonlySet<string> = new Set(['delete', 'get', 'patch', 'update'])

/** The request whose authorization the question is. Undefined where no request is authorized by such attributes. */
function requestAskedAbout(
  call: KubectlCall,
  verb: string,
  what: KubectlCall['words'][number],
): RequestDraft | undefined {
  if (what.value.startsWith('/')) {
    const path = rawTarget(what.value)
    return /^(?:get|post|put|patch|delete|head|options)$/.test(verb) && path !== undefined && !isResourcePath(path)
      ? { method: verb.toUpperCase(), target: path }
      : undefined
  }
  const method = METHOD_OF_VERB.get(verb)
  const [type = '', named = '', ...more] = what.value.split('/')
  const resource = type === '*' ? undefined : findResource(type, call.custom)
  const subresource = call.value('subresource')
  if (method === undefined || resource === undefined || more.length > 0 || subresource.includes('/')) return undefined
  if (named !== '' && pathSegmentProblem(named) !== undefined) return undefined
  const needsName = WITH_NAME.has(verb) || subresource !== ''
  if (needsName && named === '') {
    const message = `The question names no object, and such a request does: ${quoted(generatedName({ resource }))} is made up. Rules with resourceNames do not grant it.`
    call.note('name-made-up', what.span, message, `${type}/NAME`)
  }
  const name = named === '' && needsName ? generatedName({ resource }) : named
  const options: Parameters = verb === 'watch' ? [['watch', 'true']] : []
  return call.draft(method, { resource, name, subresource }, options)
}

/** Whether the API server reads a path as that of a resource. */
function isResourcePath(target: string): boolean {
  return /^\/(?:api\/[^/]+\/|apis\/[^/]+\/[^/]+\/)[^/?]/.test(target)
}

function resourceAttributes(call: KubectlCall, verb: string, { value, span }: KubectlCall['words'][number]): object {
  const slash = value.indexOf('/')
  const type = slash === -1 ? value : value.slice(0, slash)
  const name = slash === -1 ? '' : value.slice(slash + 1)
  const found: FoundResource | undefined = type === '*' ? undefined : findResource(type, call.custom)
  if (type !== '*' && found?.known === undefined) {
    // kubectl then uses the whole word, including the group, as the name of a resource in the core group.
    const asked = found === undefined ? type : `${found.resource} of ${found.apiGroup}`
    const message = `If the API server does not serve ${asked}, kubectl asks about a resource named ${quoted(type)} in the core group.`
    call.problems.push({ severity: 'warning', code: 'unknown-resource', message, span })
  }
  const subresource = call.value('subresource')
  // kubectl does not validate the namespace of a question.
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

/** The commands that run something, ask a question, or create an object for another one. */
export const RUN_COMMANDS: KubectlCommands = {
  'auth can-i': { flags: 'all-namespaces,A! list! no-headers! quiet,q! subresource', read: readCanI },
  'auth whoami': { flags: PRINT, read: readWhoAmI },
  autoscale: { flags: `${CHANGE} cpu cpu-percent max memory min name save-config!`, read: readBeside },
  debug: {
    flags:
      'arguments-only! attach! container,c copy-to custom env filename,f image image-pull-policy keep-annotations! ' +
      'keep-init-containers! keep-labels! keep-liveness! keep-readiness! keep-startup! profile quiet,q! replace! ' +
      'same-node! set-image share-processes! stdin,i! target tty,t!',
    read: readDebug,
  },
  expose: {
    flags:
      `${CHANGE} cluster-ip external-ip labels,l load-balancer-ip name override-type overrides port protocol save-config! ` +
      'selector session-affinity target-port type',
    read: readBeside,
  },
  run: {
    flags:
      `${CHANGE} ${DELETION} annotations attach! command! detach-keys env expose! image image-pull-policy labels,l ` +
      'leave-stdin-open! override-type overrides pod-running-timeout port privileged! quiet,q! restart rm! save-config! stdin,i! tty,t!',
    read: readRun,
  },
}
