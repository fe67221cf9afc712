import { labelValueProblems } from '../../go/index.ts'
import { findResource } from '../../kube/index.ts'
import type { Word } from '../../shell/index.ts'
import { isJSON, quoted } from '../../text/index.ts'
import { CHANGE, CREATE, DELETION, FILES, MARK, PRINT, RECORD } from '../command-line/flags.ts'
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from '../patch-types.ts'
import { type KubectlCall, type KubectlCommands, type RequestDraft, readBy } from './call.ts'
import { refuseManifest } from './manifest.ts'
import { type NamedObject, type Objects, objectToChange, readObjectArguments } from './objects.ts'
import { readRaw } from './raw.ts'
import { objectNamespace, refuseSelectors, selectorsOf } from './selectors.ts'

/** The note for most commands that change an object. */
export const GETS_FIRST = 'kubectl gets the object first and then sends the change; the change is shown.'

/** The request that changes the named object, or the list request if the command names none. */
export function change(
  call: KubectlCall,
  objects: Objects | undefined,
  draftFor: (object: NamedObject & { readonly namespace: string }) => RequestDraft,
): RequestDraft | undefined {
  const local = call.flag('local')
  if (local !== undefined && call.isOn('local')) {
    const marks = /^(?:label|annotate)$/.test(call.invocation.command)
    const detail = marks
      ? 'can only use local files by -f pod.yaml or --filename=pod.json when --local=true is set'
      : 'you must specify resources by --filename when --local is set'
    call.error(
      'no-request',
      local.span,
      'With --local kubectl changes a file and sends no request.',
      'Leave it out.',
      detail,
    )
  }
  const object = objectToChange(call, objects)
  if (object !== undefined) {
    refuseSelectors(call)
    return draftFor({ ...object, namespace: objectNamespace(call, object) })
  }
  return objects?.kind === 'type' ? call.draft('GET', objects, selectorsOf(call)) : undefined
}

/** Reads `kubectl delete`. kubectl deletes each object with a separate request, and never sends deletecollection. */
function readDelete(call: KubectlCall): RequestDraft | undefined {
  if (call.flag('raw') !== undefined) return readRaw(call, 'DELETE')
  const dryRun = call.dryRun()
  const [grace, propagationPolicy] = [graceOf(call), propagationOf(call)]
  const objects = readObjectArguments(call, call.words)
  return change(call, objects, (object) => {
    // kubectl sends all options of a deletion in the body, also `dryRun`.
    const options = { ...grace, propagationPolicy, ...(dryRun.length > 0 && { dryRun: ['All'] }) }
    return call.draftWith('DELETE', object, [], options)
  })
}

const CASCADES = new Map([
  ['background', 'Background'],
  ['foreground', 'Foreground'],
  ['orphan', 'Orphan'],
  ['true', 'Background'],
  ['false', 'Orphan'],
])

/** The propagation policy from `--cascade`: how the garbage collector handles dependents. */
function propagationOf(call: KubectlCall): string {
  const use = call.flag('cascade')
  const policy = CASCADES.get(use?.value ?? 'background')
  if (policy !== undefined || use === undefined) return policy ?? 'Background'
  const message = `--cascade is background, foreground or orphan, found ${quoted(use.value)}.`
  const detail = `invalid cascade value (${use.value}). Must be "background", "foreground", or "orphan"`
  call.error('invalid-cascade', use.span, message, '--cascade=background', detail)
  return 'Background'
}

/** The grace period from `--grace-period`, `--now` or `--force`. */
function graceOf(call: KubectlCall): { readonly gracePeriodSeconds?: number } {
  const [period, now] = [call.flag('grace-period'), call.isOn('now')]
  if (now && period !== undefined && period.value !== '-1') {
    const detail = '--now and --grace-period cannot be specified together'
    call.error(
      'two-grace-periods',
      period.span,
      '--now already means a grace period of 1 second.',
      'Leave it out.',
      detail,
    )
  }
  const seconds = now ? 1 : period === undefined ? -1 : Number(period.value)
  const force = call.flag('force')
  if (force !== undefined && call.isOn('force')) {
    if (seconds > 0) {
      const detail = '--force and --grace-period greater than 0 cannot be specified together'
      call.error('two-grace-periods', force.span, '--force already means a grace period of 0.', 'Leave it out.', detail)
    }
    return { gracePeriodSeconds: 0 }
  }
  // Without --force, kubectl's least grace period is 1 second.
  return Number.isInteger(seconds) && seconds >= 0 ? { gracePeriodSeconds: Math.max(1, seconds) } : {}
}

const PATCH_TYPES = new Map([
  ['json', JSON_PATCH],
  ['merge', MERGE_PATCH],
  ['strategic', STRATEGIC_PATCH],
])

/** Reads `kubectl patch`. */
function readPatch(call: KubectlCall): RequestDraft | undefined {
  const type = call.flag('type')
  const contentType = PATCH_TYPES.get(type?.value ?? 'strategic')
  if (type !== undefined && contentType === undefined) {
    const detail = `--type must be one of [json merge strategic], not ${quoted(type.value)}`
    const message = `--type is json, merge or strategic, found ${quoted(type.value)}.`
    call.error('invalid-patch-type', type.span, message, '--type=merge', detail)
  }
  const parameters = [...call.dryRun(), ...call.fieldManager('kubectl-patch')]
  const body = patchBody(call)
  return change(call, readObjectArguments(call, call.words), (object) => {
    call.alsoSends(GETS_FIRST)
    const place = { ...object, subresource: call.value('subresource') }
    const draft = { ...call.draft('PATCH', place, parameters), contentType: contentType ?? STRATEGIC_PATCH }
    return body === '' ? draft : { ...draft, body }
  })
}

function patchBody(call: KubectlCall): string {
  const patch = call.value('patch')
  const file = call.flag('patch-file')
  if (patch === '' && file === undefined) {
    const detail = 'must specify --patch or --patch-file containing the contents of the patch'
    call.error('missing-patch', call.span, 'Expected the patch.', "-p '{}'", detail)
  } else if (patch === '' && file !== undefined) {
    call.note(
      'body-not-here',
      file.span,
      'The playground has no files, so the patch is empty. No check reads it.',
      "-p '{}'",
    )
  } else if (!isJSON(patch)) {
    const use = call.flag('patch')
    if (use !== undefined)
      call.note('patch-not-json', use.span, 'kubectl sends a patch in YAML as JSON; the request shows it as typed.')
  }
  return patch
}

/** Splits words into names of objects, and changes after them (Go: `GetResourcesAndPairs`). */
export function resourcesAndPairs(
  call: KubectlCall,
  isPair: (word: string) => boolean,
): [readonly Word[], readonly Word[]] {
  const from = call.words.findIndex(({ value }) => isPair(value))
  if (from === -1) return [call.words, []]
  const pairs = call.words.slice(from)
  for (const { value, span } of pairs) {
    if (isPair(value)) continue
    const message = `The object ${quoted(value)} follows the changes; objects come before them.`
    call.error('object-after-changes', span, message, 'Put it before the changes.')
  }
  return [call.words.slice(0, from), pairs.filter(({ value }) => isPair(value))]
}

/** Whether a word is a change: `key=value` sets, `key-` removes. */
export function isKeyValue(word: string): boolean {
  return word.indexOf('=') > 0 || (word.endsWith('-') && word !== '-')
}

/** Reads `kubectl label` and `kubectl annotate`. */
function readMark(call: KubectlCall, field: 'labels' | 'annotations'): RequestDraft | undefined {
  const { command } = call.invocation
  const [resources, pairs] = resourcesAndPairs(call, isKeyValue)
  const objects = readObjectArguments(call, resources)
  const list = call.isOn('list')
  if (pairs.length === 0 && !list && objects !== undefined) {
    const detail = `at least one ${field.slice(0, -1)} update is required`
    call.error('missing-changes', call.span, `Expected ${field} to set.`, 'app=web', detail)
  }
  for (const { value, span } of pairs) {
    if (field === 'annotations') continue
    refuseLabel(call, value, span)
    if (value.split('=').length < 3) continue
    const message = 'The value of a label has no "=" in it.'
    call.error('invalid-label', span, message, 'app=web', `invalid label spec: ${value}`)
  }
  const dryRun = call.dryRun()
  return change(call, objects, (object) => {
    if (list) return call.draft('GET', object)
    call.alsoSends(GETS_FIRST)
    const version = call.value('resource-version')
    const metadata = { [field]: marksOf(pairs), ...(version === '' ? {} : { resourceVersion: version }) }
    const parameters = [...dryRun, ...call.fieldManager(`kubectl-${command}`)]
    return call.draftWith('PATCH', object, parameters, { metadata }, MERGE_PATCH)
  })
}

/** Reports a label that the API server would refuse; kubectl refuses it before. */
function refuseLabel(call: KubectlCall, pair: string, span: Word['span']): void {
  const equals = pair.indexOf('=')
  const value = equals > 0 ? pair.slice(equals + 1) : ''
  const [problem] = value.includes('=') ? [] : labelValueProblems(value)
  if (problem === undefined) return
  const detail = `invalid label value: ${quoted(pair)}: ${problem}`
  call.error('invalid-label', span, `${quoted(value)} is not a valid label value.`, 'app=web', detail)
}

/** The fields of a merge patch: `key=value` sets a key; `key-` removes it, as null. */
function marksOf(pairs: readonly Word[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    pairs.map(({ value }) => {
      const equals = value.indexOf('=')
      return equals > 0 ? [value.slice(0, equals), value.slice(equals + 1)] : [value.slice(0, -1), null]
    }),
  )
}

/** Reads `kubectl scale`, which writes the scale subresource. */
function readScale(call: KubectlCall): RequestDraft | undefined {
  const replicas = call.flag('replicas')
  const count = replicas !== undefined && /^[0-9]{1,10}$/.test(replicas.value) ? Number(replicas.value) : undefined
  if (count === undefined) {
    const found = replicas === undefined ? '' : `, found ${quoted(replicas.value)}`
    const detail = replicas === undefined ? 'required flag(s) "replicas" not set' : undefined
    call.error(
      'missing-replicas',
      replicas?.span ?? call.span,
      `Expected a number of replicas${found}.`,
      '--replicas=3',
      detail,
    )
  }
  const dryRun = call.dryRun()
  return change(call, readObjectArguments(call, call.words), (object) => {
    const place = { ...object, subresource: 'scale' }
    const precondition = ['current-replicas', 'resource-version'].some((name) => call.flag(name) !== undefined)
    if (precondition) {
      call.alsoSends(
        'With a precondition kubectl gets the object and its scale, and then updates the scale; the update is shown without its body.',
      )
      return call.draft('PUT', place, dryRun)
    }
    call.alsoSends(GETS_FIRST)
    return call.draftWith('PATCH', place, dryRun, { spec: { replicas: count } }, MERGE_PATCH)
  })
}

/** Reads `kubectl cordon` and `uncordon`, and `drain` as its first request. */
function readCordon(call: KubectlCall): RequestDraft | undefined {
  const { command } = call.invocation
  const dryRun = call.dryRun()
  const nodes = call.flag('selector')
  const [first] = call.words
  if (first === undefined && nodes !== undefined) {
    const resource = findResource('nodes')
    const message = 'kubectl lists the nodes and then sends a request for each one found; the list is shown.'
    call.several(nodes.span, message, `kubectl ${command} NODE`)
    return resource && call.draft('GET', { resource }, [...selectorsOf(call), ['limit', '500']])
  }
  const objects = readObjectArguments(call, call.words, 'nodes')
  if (command === 'drain' && objects !== undefined) {
    const message = 'kubectl cordons the node, lists its pods and evicts each of them; the cordon is shown.'
    call.several(
      call.span,
      message,
      'kubectl cordon NODE, or kubectl create --raw /api/v1/namespaces/NS/pods/POD/eviction -f -',
    )
  }
  return change(call, objects, (object) => {
    call.alsoSends(
      'kubectl gets the node first, and sends the change only if it changes something; the change is shown.',
    )
    const unschedulable = command === 'uncordon' ? null : true
    return call.draftWith('PATCH', object, dryRun, { spec: { unschedulable } }, STRATEGIC_PATCH)
  })
}

/** Reads `kubectl certificate approve` and `deny`, which write the approval subresource. */
function readCertificate(call: KubectlCall): RequestDraft | undefined {
  const objects = readObjectArguments(call, call.words, 'certificatesigningrequests')
  return change(call, objects, (object) => {
    call.alsoSends(
      'kubectl gets the signing request first and updates it with a condition; the update is shown without its body.',
    )
    return call.draft('PUT', { ...object, subresource: 'approval' })
  })
}

/** Reads `kubectl replace`. Without `--raw` it needs a file. */
function readReplace(call: KubectlCall): RequestDraft | undefined {
  if (call.flag('raw') !== undefined) return readRaw(call, 'PUT')
  refuseManifest(call, 'PUT')
  return undefined
}

/** Reads `kubectl apply`, which needs a file. */
function readApply(call: KubectlCall): undefined {
  const args = call.words.map(({ value }) => value)
  if (args.length > 0) call.refuseWords(call.words, `Unexpected args: [${args.join(' ')}]`)
  refuseManifest(call, call.isOn('server-side') ? 'PATCH' : 'PATCH (or POST where there is none yet)')
}

/** The commands that change or delete objects, except those whose patch kubectl computes. */
export const PATCH_COMMANDS: KubectlCommands = {
  annotate: { flags: MARK, read: (call) => readMark(call, 'annotations') },
  apply: {
    flags: `${CHANGE} ${DELETION} all! force-conflicts! openapi-patch! overwrite! prune! prune-allowlist selector,l server-side! subresource validate?`,
    read: readApply,
  },
  ...readBy(readCertificate, {
    'certificate approve': `${PRINT} ${FILES} force!`,
    'certificate deny': `${PRINT} ${FILES} force!`,
  }),
  cordon: { flags: 'dry-run? selector,l', read: readCordon },
  delete: {
    flags: `${FILES} ${DELETION} all! all-namespaces,A! dry-run? field-selector ignore-not-found! interactive,i! now! output,o raw selector,l`,
    read: readDelete,
  },
  drain: {
    flags:
      'chunk-size delete-emptydir-data! disable-eviction! dry-run? force! grace-period ignore-daemonsets! pod-selector ' +
      'selector,l skip-wait-for-delete-timeout timeout',
    read: readCordon,
  },
  label: { flags: MARK, read: (call) => readMark(call, 'labels') },
  patch: { flags: `${CHANGE} local! patch,p patch-file subresource type`, read: readPatch },
  replace: { flags: `${CREATE} ${FILES} ${DELETION} raw subresource`, read: readReplace },
  scale: {
    flags: `${PRINT} ${FILES} ${RECORD} dry-run? all! current-replicas replicas resource-version selector,l timeout`,
    read: readScale,
  },
  uncordon: { flags: 'dry-run? selector,l', read: readCordon },
}
