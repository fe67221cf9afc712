import type { Parameters } from '../../go/index.ts'
import { labelKeyProblems } from '../../go/index.ts'
import type { Word } from '../../shell/index.ts'
import { quoted } from '../../text/index.ts'
import { DRY_RUN, FILES, OUTPUT_READ_LATE, PRINT, RECORD, ROLLOUT, SET } from '../command-line/flags.ts'
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from '../patch-types.ts'
import { type KubectlCall, type KubectlCommands, type RequestDraft, readBy } from './call.ts'
import { type Objects, readObjectArguments } from './objects.ts'
import { change, isKeyValue, resourcesAndPairs } from './patch.ts'

/** A patch without its body: kubectl computes it from the stored object. */
function computedPatch(
  call: KubectlCall,
  objects: Objects | undefined,
  parameters: Parameters,
): RequestDraft | undefined {
  return change(call, objects, (object) => {
    call.alsoSends('The body of the change follows from the stored object and is left out.')
    const undoes = call.invocation.command === 'rollout undo' && object.resource.resource === 'deployments'
    const contentType = undoes ? JSON_PATCH : object.resource.known?.builtIn !== true ? MERGE_PATCH : STRATEGIC_PATCH
    return { ...call.draft('PATCH', { ...object, subresource: call.value('subresource') }, parameters), contentType }
  })
}

/** Reads `kubectl edit` as the patch that it sends at the end. */
function readEdit(call: KubectlCall): RequestDraft | undefined {
  const parameters = [...call.fieldManager('kubectl-edit'), ...call.fieldValidation()]
  return computedPatch(call, readObjectArguments(call, call.words), parameters)
}

/** Reads `kubectl rollout restart`, `pause`, `resume` and `undo`. */
function readRollout(call: KubectlCall): RequestDraft | undefined {
  const undo = call.invocation.command === 'rollout undo'
  const parameters = undo ? call.dryRun() : call.fieldManager('kubectl-rollout')
  return computedPatch(call, readObjectArguments(call, call.words), parameters)
}

/** Reads `kubectl set …`, which patches the object. */
function readSet(call: KubectlCall): RequestDraft | undefined {
  const resources = resourcesOfSet(call)
  const objects = readObjectArguments(call, resources)
  if (call.isOn('list')) return change(call, objects, (object) => call.draft('GET', object), false)
  return computedPatch(call, objects, [...call.dryRun(), ...call.fieldManager('kubectl-set')])
}

const LIMITS = [['limits', 'requests'], 'you must specify an update to requests or limits'] as const
const SUBJECTS = [
  ['user', 'group', 'serviceaccount'],
  'you must specify at least one value of user, group or serviceaccount',
] as const

function resourcesOfSet(call: KubectlCall): readonly Word[] {
  const { command } = call.invocation
  if (command === 'set resources' || command === 'set subject') {
    const [needed, detail] = command === 'set resources' ? LIMITS : SUBJECTS
    if (needed.every((name) => call.flag(name) === undefined)) {
      call.error('missing-changes', call.span, 'Expected a change to set.', `--${needed[0]}=VALUE`, detail)
    }
    return call.words
  }
  if (command === 'set serviceaccount' || command === 'set selector') {
    if (call.words.length < 2) {
      const what = command === 'set selector' ? 'a selector' : 'the name of a service account'
      call.error(
        'missing-changes',
        call.span,
        `Expected ${what} at the end.`,
        command === 'set selector' ? 'app=web' : 'default',
      )
      return call.words
    }
    return call.words.slice(0, -1)
  }
  const [resources, pairs] = resourcesAndPairs(call, isKeyValue)
  if (pairs.length === 0 && !call.isOn('list') && call.flag('from') === undefined) {
    const example = command === 'set image' ? 'web=nginx' : 'LEVEL=debug'
    const detail =
      command === 'set image'
        ? 'at least one image update is required'
        : 'at least one environment variable must be provided'
    call.error('missing-changes', call.span, 'Expected a change to set.', example, detail)
  }
  return resources
}

/** Reads `kubectl taint`. */
function readTaint(call: KubectlCall): RequestDraft | undefined {
  const isTaint = (word: string) => word.includes('=') || word.includes(':') || word.endsWith('-')
  const [resources, taints] = resourcesAndPairs(call, isTaint)
  if (taints.length === 0 && resources.length > 0) {
    const detail = 'at least one taint update is required'
    call.error('missing-changes', call.span, 'Expected a taint.', 'key=value:NoSchedule', detail)
  }
  for (const { value, span } of taints) refuseTaint(call, value, span)
  const parameters = [...call.dryRun(), ...call.fieldManager('kubectl-taint'), ...call.fieldValidation()]
  const objects = readObjectArguments(call, resources)
  const all = call.flag('all')
  if (all !== undefined && objects?.kind === 'named' && call.isOn('all')) {
    const { resource } = objects.first
    call.several(all.span, 'kubectl lists all nodes and taints each of them; the list is shown.', 'Leave out --all.')
    return call.draft('GET', { resource })
  }
  const { resource } = objects === undefined ? {} : objects.kind === 'type' ? objects : objects.first
  if (resource !== undefined && resource.resource !== 'nodes') {
    const detail = `invalid resource type ${resource.resource}, only node types are supported`
    call.error(
      'only-nodes',
      call.span,
      'Only nodes have taints.',
      'kubectl taint nodes NAME key=value:NoSchedule',
      detail,
    )
  }
  return computedPatch(call, objects, parameters)
}

const EFFECTS: ReadonlySet<string> = new Set(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])

/** Checks a taint: `key=value:effect` and `key:effect` add it; `key:effect-` and `key-` remove it. */
function refuseTaint(call: KubectlCall, taint: string, span: Word['span']): void {
  const plain = taint.endsWith('-') ? taint.slice(0, -1) : taint
  const colon = plain.indexOf(':')
  const effect = colon === -1 ? '' : plain.slice(colon + 1)
  const key = plain
    .slice(0, colon === -1 ? plain.length : colon)
    .split('=', 1)
    .join()
  const wrong = labelKeyProblems(key)
  if (wrong.length > 0) {
    const detail = `invalid taint spec: ${taint}, ${wrong.join('; ')}`
    call.error('invalid-taint', span, `${quoted(key)} is not a valid key of a taint.`, 'key=value:NoSchedule', detail)
    return
  }
  if (EFFECTS.has(effect) || colon === -1) return
  const message = `The effect of a taint is NoSchedule, PreferNoSchedule or NoExecute, found ${quoted(effect)}.`
  call.error(
    'invalid-taint',
    span,
    message,
    'key=value:NoSchedule',
    `invalid taint effect: ${effect}, unsupported taint effect`,
  )
}

/** The commands whose patch kubectl computes from the stored object. */
export const EDIT_COMMANDS: KubectlCommands = {
  edit: {
    flags: `${PRINT} ${OUTPUT_READ_LATE} ${FILES} ${RECORD} field-manager output-patch! save-config! subresource validate? windows-line-endings!`,
    read: readEdit,
  },
  ...readBy(readRollout, {
    'rollout pause': `${ROLLOUT} ${OUTPUT_READ_LATE} field-manager`,
    'rollout restart': `${ROLLOUT} ${OUTPUT_READ_LATE} field-manager`,
    'rollout resume': `${ROLLOUT} ${OUTPUT_READ_LATE} field-manager`,
    'rollout undo': `${ROLLOUT} ${OUTPUT_READ_LATE} dry-run? to-revision=int`,
  }),
  ...readBy(readSet, {
    'set env': `${SET} containers,c env,e from keys=list kustomize,k list! overwrite! prefix resolve! selector,l`,
    'set image': `${SET} kustomize,k record! selector,l`,
    'set resources': `${SET} containers,c kustomize,k limits record! requests selector,l`,
    'set selector': `${SET} record! resource-version`,
    'set serviceaccount': `${SET} kustomize,k record!`,
    'set subject': `${SET} group kustomize,k selector,l serviceaccount user`,
  }),
  taint: { flags: `${PRINT} ${OUTPUT_READ_LATE} ${DRY_RUN} all! overwrite! selector,l validate?`, read: readTaint },
}
