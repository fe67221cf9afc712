import type { Parameters } from './go-url.ts'
import { type Draft, JSON_PATCH, type KubectlCall, MERGE_PATCH, STRATEGIC_PATCH } from './kubectl-call.ts'
import { change, GETS_FIRST, isKeyValue, resourcesAndPairs } from './kubectl-change-commands.ts'
import { type Objects, readObjects } from './kubectl-objects.ts'
import type { Word } from './shell-word.ts'

/** A patch whose content kubectl computes from the stored object, so that it cannot be shown. */
function computedPatch(call: KubectlCall, objects: Objects | undefined, parameters: Parameters): Draft | undefined {
  return change(call, objects, (object) => {
    call.alsoSends(`${GETS_FIRST} Its body follows from the stored object and is left out.`)
    const undoes = call.invocation.command === 'rollout undo' && object.resource.resource === 'deployments'
    const contentType = undoes ? JSON_PATCH : object.resource.known === undefined ? MERGE_PATCH : STRATEGIC_PATCH
    return { ...call.draft('PATCH', { ...object, subresource: call.value('subresource') }, parameters), contentType }
  })
}

/** `kubectl edit`, shown as the patch that it ends with. */
export function readEdit(call: KubectlCall): Draft | undefined {
  const parameters = [...call.fieldManager('kubectl-edit'), ...call.fieldValidation()]
  return computedPatch(call, readObjects(call, call.words), parameters)
}

/** `kubectl rollout restart`, `pause`, `resume` and `undo`. */
export function readRollout(call: KubectlCall): Draft | undefined {
  const undo = call.invocation.command === 'rollout undo'
  const parameters = undo ? call.dryRun() : call.fieldManager('kubectl-rollout')
  return computedPatch(call, readObjects(call, call.words), parameters)
}

/** `kubectl set …`, which patches the object. */
export function readSet(call: KubectlCall): Draft | undefined {
  const resources = resourcesOfSet(call)
  const objects = readObjects(call, resources)
  if (call.isOn('list')) return change(call, objects, (object) => call.draft('GET', object))
  return computedPatch(call, objects, [...call.dryRun(), ...call.fieldManager('kubectl-set')])
}

function resourcesOfSet(call: KubectlCall): readonly Word[] {
  const { command } = call.invocation
  if (command === 'set resources' || command === 'set subject') return call.words
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
    call.error('missing-changes', call.span, 'Expected what to set.', example)
  }
  return resources
}

/** `kubectl taint`. */
export function readTaint(call: KubectlCall): Draft | undefined {
  const isTaint = (word: string) => word.includes('=') || word.includes(':') || word.endsWith('-')
  const [resources, taints] = resourcesAndPairs(call, isTaint)
  if (taints.length === 0 && resources.length > 0) {
    const detail = 'at least one taint update is required'
    call.error('missing-changes', call.span, 'Expected a taint.', 'key=value:NoSchedule', detail)
  }
  const parameters = [...call.dryRun(), ...call.fieldManager('kubectl-taint'), ...call.fieldValidation()]
  return computedPatch(call, readObjects(call, resources), parameters)
}
