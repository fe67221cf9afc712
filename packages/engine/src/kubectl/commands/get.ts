import type { Parameters } from '../../go/index.ts'
import { type FoundResource, findResource } from '../../kube/index.ts'
import { quoted } from '../../text/index.ts'
import { FILES, OUTPUT_READ_LATE, PRINT, ROLLOUT } from '../command-line/flags.ts'
import type { KubectlCall, RequestDraft } from './call.ts'
import { type KubectlCommands, readBy } from './call.ts'
import { generatedName, namedObjects, type Objects, oneObject, readObjectArguments, resourceFor } from './objects.ts'
import { readRaw } from './raw.ts'
import { objectNamespace, refuseSelectors, selectorsOf } from './selectors.ts'

/** kubectl's default of `--chunk-size`: the number of objects in one list request. */
const CHUNK = '500'

/** Reads `kubectl get`: a request for each type or object; with `--watch` a list or a get, and then the watch. */
function readGet(call: KubectlCall): RequestDraft | undefined {
  if (call.value('raw') !== '') return readRaw(call, 'GET')
  const objects = readObjectArguments(call, call.words)
  if (objects === undefined) return undefined
  const watch = call.isOn('watch') || call.isOn('watch-only')
  refuseColumns(call)
  const { resource } = objects.kind === 'type' ? objects : objects.first
  const sorted = ['', 'wide'].includes(call.value('output')) && call.value('sort-by') !== ''
  const printing: Parameters = sorted ? [['includeObject', 'Object']] : []
  if (objects.kind === 'type') {
    const subresource = call.flag('subresource')
    if (subresource !== undefined && subresource.value !== '') {
      const detail = 'subresource cannot be used when bulk resources are specified'
      const message = 'A subresource belongs to one object.'
      call.error('subresource-of-type', subresource.span, message, `kubectl get ${resource.resource} NAME`, detail)
    }
    const selectors = selectorsOf(call)
    refuseSeveralToWatch(call, watch, objects)
    const lists = [resource, ...objects.others].map((one) => {
      return call.draft('GET', { resource: one }, [...selectors, ...limitOf(call, watch), ...printing])
    })
    for (const list of lists) call.send(list, 'always')
    if (!watch) return lists[0]
    return call.draft('GET', { resource }, [...selectors, ...printing, ['watch', 'true']])
  }
  refuseSelectors(call)
  const subresource = call.value('subresource')
  const gets = namedObjects(objects).map((one) => {
    return call.draft('GET', { ...one, subresource, namespace: objectNamespace(call, one) }, printing)
  })
  refuseSeveralToWatch(call, watch, objects)
  if (!watch) {
    for (const get of gets) call.send(get, 'always')
    return gets[0]
  }
  const { first } = objects
  const named: Parameters = [['fieldSelector', `metadata.name=${first.name}`]]
  const namespace = objectNamespace(call, first)
  const [get] = gets
  if (get !== undefined) call.send(get, 'always')
  return call.draft('GET', { resource, namespace }, [
    ...named,
    ['resourceVersion', '0'],
    ...printing,
    ['watch', 'true'],
  ])
}

/** Reports several types or objects in a command that watches (Go: `watch` of get). */
function refuseSeveralToWatch(call: KubectlCall, watch: boolean, { others, ...objects }: Objects): void {
  if (!watch || others.length === 0) return
  const span = objects.kind === 'type' ? objects.span : objects.first.span
  const detail =
    objects.kind === 'type'
      ? 'you may only specify a single resource type'
      : 'watch is only supported on individual resources and resource collections'
  call.error('several-to-watch', span, 'kubectl watches one type or one object at a time.', 'Leave one.', detail)
}

/** Reports `--show-labels` and `--label-columns` for output without columns (Go: `PrintFlags` of get). */
function refuseColumns(call: KubectlCall): void {
  const labels = call.flag('show-labels')
  const output = call.value('output')
  const format = output.split('=', 1).join()
  if (labels === undefined || !call.isOn('show-labels') || !['json', 'yaml', 'name'].includes(format)) return
  const message = `Labels are shown as a column, and -o ${format} prints none.`
  const detail = `--show-labels option cannot be used with ${format} printer`
  call.error('columns-without-table', labels.span, message, 'Leave out the one or the other.', detail)
}

/** The query for `--chunk-size`; empty with `--sort-by`, except before a watch. */
function limitOf(call: KubectlCall, watch = false): Parameters {
  const limit = call.flag('chunk-size') === undefined ? CHUNK : call.wholeNumber('chunk-size')
  return !limit || (call.value('sort-by') !== '' && !watch) ? [] : [['limit', String(limit)]]
}

/** Reads `kubectl describe` as the get or list that it sends first. */
function readDescribe(call: KubectlCall): RequestDraft | undefined {
  const objects = readObjectArguments(call, call.words)
  if (objects === undefined) return undefined
  if (objects.kind === 'type') {
    const lists = [objects.resource, ...objects.others].map((resource) => {
      const list = call.draft('GET', { resource }, [...selectorsOf(call), ...limitOf(call)])
      return { resource, list, index: call.send(list, 'always') }
    })
    for (const { resource, index } of lists) {
      const all = call.namespaceFor(resource) === '' && resource.known?.namespaced !== false
      const object = { resource, name: generatedName({ resource }), ...(all && { namespace: 'default' }) }
      call.send(call.draft('GET', object), { index, answer: 'success' })
    }
    const names = lists.map(({ resource }) => `${resource.resource}/${generatedName({ resource })}`)
    const found = 'kubectl lists the objects, and gets each one found and its events'
    call.assume(objects.span, found, `${names.join(' and ')}, without events`)
    return lists[0]?.list
  }
  refuseSelectors(call)
  call.alsoSends(
    'kubectl then requests related objects, usually the events; it does without those that it may not get.',
  )
  const gets = namedObjects(objects).map((one) => {
    return call.draft('GET', { ...one, namespace: objectNamespace(call, one) })
  })
  for (const get of gets) call.send(get, 'always')
  return gets[0]
}

/** Reads `kubectl events`. */
function readEvents(call: KubectlCall): RequestDraft | undefined {
  call.ignoreWords(call.words)
  const resource = findResource('events')
  if (resource === undefined) return undefined
  const watch: Parameters = call.isOn('watch') ? [['watch', 'true']] : []
  return call.draft('GET', { resource }, [...eventsFor(call), ['limit', CHUNK], ...watch])
}

function eventsFor(call: KubectlCall): Parameters {
  const use = call.flag('for')
  if (use === undefined || use.value === '') return []
  const [type = '', name = '', ...more] = use.value.split('/')
  const resource = type === '' ? undefined : resourceFor(call, type, use.span)
  const kind = resource?.known?.kind
  if (resource === undefined || kind === undefined || name === '' || more.length > 0) {
    const message = `Expected TYPE/NAME of a built-in type after --for, found ${quoted(use.value)}.`
    call.error('type-and-name', use.span, message, '--for=pod/web', '--for must be in resource/name form')
    return []
  }
  const apiVersion = resource.apiGroup === '' ? resource.apiVersion : `${resource.apiGroup}/${resource.apiVersion}`
  const object = [
    ['kind', kind],
    ['apiVersion', apiVersion],
    ['name', name],
  ]
  return [['fieldSelector', object.map(([field, value]) => `involvedObject.${field}=${value}`).join(',')]]
}

/** Reads `kubectl top pod` and `kubectl top node`, which ask metrics-server. */
function readTop(call: KubectlCall): RequestDraft | undefined {
  const type = call.invocation.command === 'top pod' ? 'pods.metrics.k8s.io' : 'nodes.metrics.k8s.io'
  const resource = findResource(type)
  if (resource === undefined) return undefined
  const [name, ...others] = call.words
  call.refuseWords(others)
  if (resource.resource === 'nodes') call.alsoSends('kubectl then also gets the nodes, for their capacity.')
  if (name === undefined) return call.draft('GET', { resource }, selectorsOf(call))
  refuseSelectors(call, 'only one of NAME or selector can be provided')
  return call.draft('GET', { resource, name: name.value })
}

/** Reads `kubectl wait` and `kubectl rollout status` as the watch on the object. */
function readWatchOfObject(call: KubectlCall): RequestDraft | undefined {
  if (call.invocation.command === 'wait' && call.flag('for') === undefined) {
    call.error('missing-flag', call.span, 'Expected a condition to wait for.', '--for=condition=Ready')
  }
  const objects = readObjectArguments(call, call.words)
  if (objects === undefined) return undefined
  if (objects.kind === 'type') {
    const { resource, span } = objects
    const index = call.send(call.draft('GET', { resource }, selectorsOf(call)), 'always')
    const all = call.namespaceFor(resource) === '' && resource.known?.namespaced !== false
    const name = generatedName({ resource })
    const watch = watchOf(call, { resource, name, namespace: all ? 'default' : call.namespaceFor(resource) })
    call.send(watch, { index, answer: 'success' })
    const found = 'kubectl lists the objects and watches each one found'
    call.assume(span, found, `${resource.resource}/${name}`)
    return watch
  }
  const waitsForCreation = /^create$/i.test(call.value('for'))
  if (waitsForCreation) call.alsoSends('kubectl gets the object repeatedly until it exists.')
  const drafts = namedObjects(objects).map((one) => {
    const object = { ...one, namespace: objectNamespace(call, one) }
    const get = call.draft('GET', object)
    const index = call.send(get, 'always')
    if (waitsForCreation) return get
    const watch = watchOf(call, object)
    call.send(watch, { index, answer: 'success' })
    return watch
  })
  return drafts[0]
}

function watchOf(
  call: KubectlCall,
  {
    resource,
    name,
    namespace,
  }: { readonly resource: FoundResource; readonly name: string; readonly namespace: string },
): RequestDraft {
  return call.draft('GET', { resource, namespace }, [
    ['fieldSelector', `metadata.name=${name}`],
    ['watch', 'true'],
  ])
}

/** Reads `kubectl rollout history` as the get of the object. */
function readHistory(call: KubectlCall): RequestDraft | undefined {
  const object = oneObject(call, readObjectArguments(call, call.words))
  if (object === undefined) return undefined
  call.alsoSends('kubectl gets the object and then lists the revisions that its labels select; the get is shown.')
  return call.draft('GET', object)
}

/** Reads commands about the API server itself: its version, its APIs, its schema. */
function readAboutServer(call: KubectlCall): RequestDraft | undefined {
  const { command } = call.invocation
  if (command === 'explain' && call.words.length === 0) {
    call.error('missing-resource', call.span, 'Expected a resource to explain.', 'kubectl explain pods')
  } else if (command !== 'explain') call.refuseWords(call.words)
  if (command === 'version') {
    const client = call.flag('client')
    if (client === undefined || !call.isOn('client')) return { method: 'GET', target: '/version?timeout=32s' }
    call.error('no-request', client.span, 'With --client kubectl sends no request.', 'Leave it out.')
    return undefined
  }
  if (command === 'explain') {
    const [type] = call.words
    if (type !== undefined) resourceFor(call, type.value.split('.', 1).join(), type.span)
    call.alsoSends('kubectl then requests the schema of one API group.')
    return { method: 'GET', target: '/openapi/v3?timeout=32s' }
  }
  if (command === 'cluster-info') {
    const target = '/api/v1/namespaces/kube-system/services?labelSelector=kubernetes.io%2Fcluster-service%3Dtrue'
    return { method: 'GET', target }
  }
  call.alsoSends('kubectl also requests /api; the request for /apis is shown.')
  return { method: 'GET', target: '/apis?timeout=32s' }
}

/** The commands that only read. */
export const GET_COMMANDS: KubectlCommands = {
  'api-resources': {
    flags:
      'api-group cached! categories=list namespaced! no-headers! output,o=resource-format show-managed-fields! sort-by=resource-order verbs=list',
    read: readAboutServer,
  },
  'api-versions': { flags: '', read: readAboutServer },
  'cluster-info': { flags: '', read: readAboutServer },
  describe: { flags: `${FILES} all-namespaces,A! chunk-size=int selector,l show-events!`, read: readDescribe },
  events: {
    flags: `${PRINT} all-namespaces,A! chunk-size=int for no-headers! types=event-types watch,w!`,
    read: readEvents,
  },
  explain: { flags: 'api-version output,o recursive,R!', read: readAboutServer },
  get: {
    flags:
      `${PRINT} ${FILES} all-namespaces,A! chunk-size=int field-selector ignore-not-found! label-columns,L=list no-headers! ` +
      `${OUTPUT_READ_LATE} output-watch-events! raw selector,l server-print! show-kind! show-labels! sort-by subresource watch,w! watch-only!`,
    read: readGet,
  },
  'rollout history': { flags: `${ROLLOUT} revision=revision`, read: readHistory },
  'rollout status': {
    flags: `${FILES} revision=revision selector,l timeout=duration watch,w!`,
    read: readWatchOfObject,
  },
  ...readBy(readTop, {
    'top node': 'no-headers! selector,l show-capacity! show-swap! sort-by=usage-order use-protocol-buffers!',
    'top pod':
      'all-namespaces,A! containers! field-selector no-headers! selector,l show-swap! sort-by=usage-order sum! use-protocol-buffers!',
  }),
  version: { flags: 'client! output,o=version-format', read: readAboutServer },
  wait: {
    flags: `${PRINT} filename,f=list recursive,R! all! all-namespaces,A! field-selector for=wait local! selector,l timeout=duration`,
    read: readWatchOfObject,
  },
}
