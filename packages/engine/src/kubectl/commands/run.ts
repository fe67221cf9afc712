import type { Parameters } from '../../go/index.ts'
import { findResource } from '../../kube/index.ts'
import { quoted } from '../../text/index.ts'
import { CHANGE, DELETION, OUTPUT_READ_LATE } from '../command-line/flags.ts'
import { STRATEGIC_PATCH } from '../patch-types.ts'
import type { KubectlCall, KubectlCommands, RequestDraft } from './call.ts'
import { bodyLeftOut, needFlag } from './create-object.ts'
import { oneObject, readObjectArguments } from './objects.ts'

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
  if (call.isOn('expose') && call.value('port') === '') {
    const detail = '--port must be set when exposing a service'
    call.error('missing-flag', call.span, 'Expected the port of the service.', '--port=80', detail)
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

/** Checks `--max`, which `kubectl autoscale` requires, and that `--min` is not above it. */
function needMost(call: KubectlCall): void {
  needFlag(call, 'max')
  const most = call.flag('max')
  if (most === undefined) return
  const [max = 1n, min = 0n] = [call.wholeNumber('max'), call.wholeNumber('min')]
  if (max >= 1n) {
    if (min <= max) return
    const detail = `--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`
    call.error('invalid-number', most.span, `--max is at least --min, found ${max} and ${min}.`, `--max=${min}`, detail)
    return
  }
  const detail = `--max=MAXPODS is required and must be at least 1, max: ${most.value}`
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

/** The commands that run something, or create an object for another one. */
export const RUN_COMMANDS: KubectlCommands = {
  autoscale: {
    flags: `${CHANGE} ${OUTPUT_READ_LATE} cpu=cpu cpu-percent=int32 max=int32 memory=memory min=int32 name save-config!`,
    read: readBeside,
  },
  debug: {
    flags:
      'arguments-only! attach! container,c copy-to custom env=variable filename,f=list image image-pull-policy keep-annotations! ' +
      'keep-init-containers! keep-labels! keep-liveness! keep-readiness! keep-startup! profile=debugging quiet,q! replace! ' +
      'same-node! set-image=variable share-processes! stdin,i! target tty,t!',
    read: readDebug,
  },
  expose: {
    flags:
      `${CHANGE} cluster-ip external-ip labels,l load-balancer-ip name override-type overrides port=exposed-ports protocol save-config! ` +
      'selector session-affinity target-port type',
    read: readBeside,
  },
  run: {
    flags:
      `${CHANGE} ${DELETION} annotations attach! command! detach-keys env expose! image image-pull-policy=pull labels,l ` +
      'leave-stdin-open! override-type overrides pod-running-timeout=patience port=port privileged! quiet,q! restart=restart rm! save-config! stdin,i! tty,t!',
    read: readRun,
  },
}
