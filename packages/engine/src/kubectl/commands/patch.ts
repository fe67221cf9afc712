import { labelValueProblems, type Parameters } from '../../go/index.ts'
import { findResource } from '../../kube/index.ts'
import type { Word } from '../../shell/index.ts'
import { isJSON, quoted } from '../../text/index.ts'
import { CHANGE, CREATE, DELETION, FILES, MARK, OUTPUT_READ_LATE, PRINT, RECORD } from '../command-line/flags.ts'
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from '../patch-types.ts'
import { type KubectlCall, type KubectlCommands, type RequestDraft, readBy } from './call.ts'
import { applyFromFiles, refuseManifest, replaceFromFiles } from './manifest.ts'
import {
  choosesObjects,
  generatedName,
  type NamedObject,
  namedObjects,
  type Objects,
  readObjectArguments,
} from './objects.ts'
import { readRaw } from './raw.ts'
import { objectNamespace, refuseSelectors, selectorsOf } from './selectors.ts'

/** An object with its namespace, or with none for the cluster scope. */
type PlacedObject = NamedObject & { readonly namespace: string }

/** The query of the list with which a command finds the objects to change. */
const LIST_OPTIONS: ReadonlyMap<string, Parameters> = new Map(
  ['cordon', 'drain', 'uncordon'].map((command) => [command, [['limit', '500']]]),
)

/**
 * Adds the requests that change objects, and returns the first change. Most commands get each named object first;
 * `delete` does not. For a whole type they list it, and change each object found: one is assumed.
 */
export function change(
  call: KubectlCall,
  objects: Objects | undefined,
  draftFor: (object: PlacedObject) => RequestDraft,
  getsFirst = true,
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
  if (objects === undefined) return undefined
  if (objects.kind === 'type') return changeOfType(call, objects, draftFor)
  refuseSelectors(call)
  const all = namedObjects(objects).map((one) => ({ ...one, namespace: objectNamespace(call, one) }))
  // patch and edit get the subresource that they write; scale and the others get the object.
  const subresource = call.value('subresource')
  const gets = getsFirst ? all.map((one) => call.send(call.draft('GET', { ...one, subresource }), 'always')) : []
  const drafts = all.map((one, position) => {
    const draft = draftFor(one)
    const get = gets[position]
    call.send(draft, get === undefined ? 'always' : { index: get, answer: 'success' })
    return draft
  })
  return drafts[0]
}

/** Lists the objects of each type, and changes one object of each, which is assumed to be found. */
function changeOfType(
  call: KubectlCall,
  objects: Objects & { readonly kind: 'type' },
  draftFor: (object: PlacedObject) => RequestDraft,
): RequestDraft | undefined {
  const { resource, others, span } = objects
  const options = [...selectorsOf(call), ...(LIST_OPTIONS.get(call.invocation.command) ?? [])]
  if (!choosesObjects(call, objects)) return call.draft('GET', { resource }, options)
  const [everything, fields] = [call.isOn('all'), call.flag('field-selector')]
  if (everything && fields !== undefined && call.invocation.command === 'delete') {
    const detail = "setting 'all' parameter but found a non empty selector."
    call.error('all-with-selector', fields.span, 'kubectl refuses --all with a selector.', 'Leave out --all.', detail)
  }
  const lists = [resource, ...others].map((one) => ({
    resource: one,
    list: call.send(call.draft('GET', { resource: one }, options), 'always'),
  }))
  const drafts = lists.map(({ resource: one, list }) => {
    const name = generatedName({ resource: one })
    const namespace =
      call.namespaceFor(one) === '' && one.known?.namespaced !== false ? 'default' : call.namespaceFor(one)
    const draft = draftFor({ resource: one, name, span, namespace })
    call.send(draft, { index: list, answer: 'success' })
    return draft
  })
  const names = lists.map(({ resource: one }) => `${one.resource}/${generatedName({ resource: one })}`)
  call.assume(span, 'kubectl lists the objects and sends a request for each one found', names.join(' and '))
  return drafts[0]
}

/** Reads `kubectl delete`. kubectl deletes each object with a separate request, and never sends deletecollection. */
function readDelete(call: KubectlCall): RequestDraft | undefined {
  if (call.flag('raw') !== undefined) return readRaw(call, 'DELETE')
  const dryRun = call.dryRun()
  const [grace, propagationPolicy] = [graceOf(call), propagationOf(call)]
  const objects = readObjectArguments(call, call.words)
  return change(
    call,
    objects,
    (object) => {
      // kubectl sends all options of a deletion in the body, also `dryRun`.
      const options = { ...grace, propagationPolicy, ...(dryRun.length > 0 && { dryRun: ['All'] }) }
      return call.draftWith('DELETE', object, [], options)
    },
    false,
  )
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
  if (now && period !== undefined && call.wholeNumber('grace-period') !== -1n) {
    const detail = '--now and --grace-period cannot be specified together'
    call.error(
      'two-grace-periods',
      period.span,
      '--now already means a grace period of 1 second.',
      'Leave it out.',
      detail,
    )
  }
  const seconds = now ? 1 : Number(call.wholeNumber('grace-period') ?? -1)
  const force = call.flag('force')
  if (force !== undefined && call.isOn('force')) {
    if (seconds > 0) {
      const detail = '--force and --grace-period greater than 0 cannot be specified together'
      call.error('two-grace-periods', force.span, '--force already means a grace period of 0.', 'Leave it out.', detail)
    }
    return { gracePeriodSeconds: 0 }
  }
  // Without --force, kubectl's least grace period is 1 second.
  return seconds >= 0 ? { gracePeriodSeconds: Math.max(1, seconds) } : {}
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
  if (list) return change(call, objects, (object) => call.draft('GET', object), false)
  return change(call, objects, (object) => {
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
  if (call.flag('replicas') === undefined) {
    const detail = 'required flag(s) "replicas" not set'
    call.error('missing-replicas', call.span, 'Expected a number of replicas.', '--replicas=3', detail)
  }
  const dryRun = call.dryRun()
  return change(call, readObjectArguments(call, call.words), (object) => {
    const place = { ...object, subresource: 'scale' }
    const precondition = ['current-replicas', 'resource-version'].some((name) => call.flag(name) !== undefined)
    if (precondition) {
      call.alsoSends(
        'With a precondition kubectl also gets the scale of the object before it updates it; the update is shown without its body.',
      )
      return call.draft('PUT', place, dryRun)
    }
    return call.draftWith(
      'PATCH',
      place,
      dryRun,
      { spec: { replicas: Number(call.wholeNumber('replicas')) } },
      MERGE_PATCH,
    )
  })
}

/** Reads `kubectl cordon`, `uncordon` and `drain`. */
function readCordon(call: KubectlCall): RequestDraft | undefined {
  const { command } = call.invocation
  const dryRun = call.dryRun()
  const nodes = call.flag('selector')
  const [first] = call.words
  if (first === undefined && nodes !== undefined) {
    const resource = findResource('nodes')
    if (resource === undefined) return undefined
    const type = { kind: 'type' as const, resource, others: [], span: nodes.span }
    return drained(call, dryRun, change(call, type, cordoned))
  }
  return drained(call, dryRun, change(call, readObjectArguments(call, call.words, 'nodes'), cordoned))

  function cordoned(object: PlacedObject): RequestDraft {
    call.alsoSends('kubectl sends the change only if it changes something.')
    const unschedulable = command === 'uncordon' ? null : true
    return call.draftWith('PATCH', object, dryRun, { spec: { unschedulable } }, STRATEGIC_PATCH)
  }
}

/** Adds what `drain` sends after cordoning: it lists the pods of the node and evicts each; one pod is assumed. */
function drained(call: KubectlCall, dryRun: Parameters, cordon: RequestDraft | undefined): RequestDraft | undefined {
  const resource = findResource('pods')
  if (call.invocation.command !== 'drain' || cordon === undefined || resource === undefined) return cordon
  const nodes = call.sent.flatMap(({ draft }, index) =>
    draft.method === 'PATCH' ? [{ index, target: draft.target }] : [],
  )
  for (const { index, target } of nodes) {
    const node = decodeURIComponent(/\/nodes\/([^?]*)/.exec(target)?.[1] ?? '')
    const selector: Parameters = [
      ['fieldSelector', `spec.nodeName=${node}`],
      ...(call.value('pod-selector') === '' ? [] : [['labelSelector', call.value('pod-selector')] as const]),
      ['limit', '500'],
    ]
    call.send(call.draft('GET', { resource, namespace: '' }, selector), { index, answer: 'success' })
    const pod = { resource, name: generatedName({ resource }), namespace: 'default' }
    const metadata = { name: pod.name, namespace: pod.namespace }
    const eviction = { kind: 'Eviction', apiVersion: 'policy/v1', metadata }
    call.send(
      call.isOn('disable-eviction')
        ? call.draftWith('DELETE', pod, [], dryRun.length > 0 ? { dryRun: ['All'] } : {})
        : call.draftWith('POST', { ...pod, subresource: 'eviction' }, [], eviction),
    )
  }
  const found = 'kubectl lists the pods of the node and evicts each of them; it also gets the daemon sets that own some'
  call.assume(call.span, found, `one pod, pods/${generatedName({ resource })} in namespace default`)
  return cordon
}

/** Go: `plugin/pkg/admission/certificates/approval` with `IsAuthorizedForSignerName` of `pkg/certauthorization`. */
const SIGNERS =
  'After the authorization shown here, the admission plugin CertificateApproval asks for the verb approve, also to deny, on signers.certificates.k8s.io cluster-wide, named as the spec.signerName of the signing request, and then named DOMAIN/*. The playground does not decide that check: it does not know the signer.'

/** Reads `kubectl certificate approve` and `deny`, which write the approval subresource. */
function readCertificate(call: KubectlCall): RequestDraft | undefined {
  const objects = readObjectArguments(call, call.words, 'certificatesigningrequests')
  return change(call, objects, (object) => {
    call.alsoSends('kubectl updates the signing request with a condition; the update is shown without its body.')
    call.note('admission', call.span, SIGNERS)
    return call.draft('PUT', { ...object, subresource: 'approval' })
  })
}

/** Reads `kubectl replace`. Without `--raw` it needs objects. */
function readReplace(call: KubectlCall): RequestDraft | undefined {
  if (call.flag('raw') !== undefined) return readRaw(call, 'PUT')
  if (call.files !== undefined) return replaceFromFiles(call, call.files)
  refuseManifest(call)
  return undefined
}

/** Reads `kubectl apply`, which needs objects. */
function readApply(call: KubectlCall): RequestDraft | undefined {
  const args = call.words.map(({ value }) => value)
  if (args.length > 0) call.refuseWords(call.words, `Unexpected args: [${args.join(' ')}]`)
  if (call.files !== undefined) return applyFromFiles(call, call.files)
  refuseManifest(call)
  return undefined
}

/** The commands that change or delete objects, except those whose patch kubectl computes. */
export const PATCH_COMMANDS: KubectlCommands = {
  annotate: { flags: MARK, read: (call) => readMark(call, 'annotations') },
  apply: {
    flags: `${CHANGE} ${OUTPUT_READ_LATE} ${DELETION} all! force-conflicts! openapi-patch! overwrite! prune! prune-allowlist selector,l server-side! subresource validate?`,
    read: readApply,
  },
  ...readBy(readCertificate, {
    'certificate approve': `${PRINT} ${FILES} force!`,
    'certificate deny': `${PRINT} ${FILES} force!`,
  }),
  cordon: { flags: 'dry-run? selector,l', read: readCordon },
  delete: {
    flags: `${FILES} ${DELETION} all! all-namespaces,A! dry-run? field-selector ignore-not-found! interactive,i! now! output,o=deletion-format raw selector,l`,
    read: readDelete,
  },
  drain: {
    flags:
      'chunk-size=int delete-emptydir-data! disable-eviction! dry-run? force! grace-period=int ignore-daemonsets! pod-selector ' +
      'selector,l skip-wait-for-delete-timeout=int timeout=duration',
    read: readCordon,
  },
  label: { flags: `${MARK} ${OUTPUT_READ_LATE}`, read: (call) => readMark(call, 'labels') },
  patch: { flags: `${CHANGE} ${OUTPUT_READ_LATE} local! patch,p patch-file subresource type`, read: readPatch },
  replace: { flags: `${CREATE} ${FILES} ${DELETION} raw subresource`, read: readReplace },
  scale: {
    flags: `${PRINT} ${FILES} ${RECORD} dry-run? all! current-replicas=precondition replicas=replicas resource-version selector,l timeout=duration`,
    read: readScale,
  },
  uncordon: { flags: 'dry-run? selector,l', read: readCordon },
}
