import type { Parameters } from '../../go/index.ts'
import { type APIResource, type FoundResource, guessedPlural } from '../../kube/index.ts'
import { quoted } from '../../text/index.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJsonTexts } from '../../yaml/index.ts'
import { type FileObject, type KubectlCall, pathSegmentProblem, type RequestDraft } from './call.ts'
import { generatedName } from './objects.ts'

/** Reports that a command gets its objects from files that are not here. */
export function refuseManifest(call: KubectlCall): void {
  const kustomize = call.flag('kustomize')
  const file = call.flag('filename') ?? kustomize
  const { command } = call.invocation
  if (file === undefined) {
    const message = `Expected a file with objects after "kubectl ${command}".`
    call.error('manifest', call.span, message, "-f - <<'EOF'", 'must specify one of -f and -k')
    return
  }
  const message = `"kubectl ${command}" reads ${quoted(file.value)}, which is not part of this text.`
  const source = kustomize === undefined ? 'the objects' : `the output of kubectl kustomize ${kustomize.value}`
  call.error(
    'manifest',
    file.span,
    message,
    `Drop the file on the request, or write -f - <<'EOF' with ${source} below it, and EOF on the last line.`,
  )
}

/**
 * Reads the objects of `-f -` from the here-document or here-string. Undefined where the command reads no objects from
 * files; empty, with an error, where they are not in this text.
 */
export function readManifest(call: KubectlCall): readonly FileObject[] | undefined {
  const files = call.invocation.flags.get('filename') ?? []
  const kustomize = call.flag('kustomize')
  if (call.flag('raw') !== undefined || (files.length === 0 && kustomize === undefined)) return undefined
  const { stdin } = call.invocation
  const [file] = files
  if (
    file === undefined ||
    kustomize !== undefined ||
    stdin === undefined ||
    files.some(({ value }) => value !== '-')
  ) {
    refuseManifest(call)
    return []
  }
  const { documents, diagnostics } = readJsonTexts(stdin.value, 'request')
  for (const { severity, code, message, range, fix, detail } of diagnostics) {
    const placed = `In the objects, line ${range.line}, column ${range.column}: ${message}`
    call.problems.push({
      severity,
      code,
      message: placed,
      span: stdin.span,
      ...(fix && { fix }),
      ...(detail && { detail }),
    })
  }
  if (diagnostics.some(({ severity }) => severity === 'error')) return []
  const objects = documents.flatMap(({ value }) => objectsIn(call, value))
  if (objects.length === 0 && !call.problems.some(({ code }) => code === 'not-an-object')) {
    const command = call.invocation.command === 'create' ? 'create' : call.invocation.command
    call.error(
      'no-objects',
      file.span,
      'There are no objects to read.',
      'Write an object.',
      `no objects passed to ${command}`,
    )
  }
  return objects
}

function objectsIn(call: KubectlCall, value: JsonValue): readonly FileObject[] {
  if (value === null) return []
  const { items, kind } = isJsonObject(value) ? value : {}
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item: JsonValue) => objectsIn(call, item))
  }
  const object = isJsonObject(value) ? objectOf(call, value) : undefined
  if (object !== undefined) return [object]
  const span = call.flag('filename')?.span ?? call.span
  const message = 'A document is not an object with apiVersion, kind and metadata.name.'
  call.error('not-an-object', span, message, 'Write all three.')
  return []
}

function objectOf(call: KubectlCall, value: JsonObject): FileObject | undefined {
  const { apiVersion, kind, metadata } = value
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isJsonObject(metadata)) return undefined
  const { name = '', namespace = '', generateName } = metadata
  if (typeof name !== 'string' || typeof namespace !== 'string') return undefined
  const generates = name === '' && typeof generateName === 'string' && call.invocation.command === 'create'
  const span = call.flag('filename')?.span ?? call.span
  if (!generates && pathSegmentProblem(name) !== undefined) return undefined
  const resource = resourceOfKind(call, apiVersion, kind)
  const own = call.value('namespace')
  if (namespace !== '' && own !== '' && own !== namespace && resource.known?.namespaced !== false) {
    const message = `The object ${quoted(name)} is in namespace ${quoted(namespace)}, and the command in ${quoted(own)}.`
    const detail = `the namespace from the provided object "${namespace}" does not match the namespace "${own}".`
    call.error('other-namespace', span, message, `-n ${namespace}`, detail)
  }
  const place = resource.known?.namespaced === false ? '' : namespace === '' ? call.namespace() : namespace
  return { resource, name, namespace: place, span, value }
}

/** The resource of a kind. Of an unknown kind the plural is guessed, as clients do. */
function resourceOfKind(call: KubectlCall, groupVersion: string, kind: string): FoundResource {
  const [first = '', second] = groupVersion.split('/')
  const [apiGroup, apiVersion] = second === undefined ? ['', first] : [first, second]
  const known: APIResource | undefined = call.discovery.resources.find(
    (one) => one.kind === kind && one.apiGroup === apiGroup,
  )
  if (known !== undefined) return { apiGroup, apiVersion, resource: known.resource, known, versionAssumed: false }
  const resource = guessedPlural(kind)
  const message = `The kind ${quoted(kind)} of ${quoted(groupVersion)} is not built in: its resource is assumed to be ${resource}, and namespaced.`
  call.note('custom-resource', call.flag('filename')?.span ?? call.span, message)
  return { apiGroup, apiVersion, resource, versionAssumed: false }
}

/** The object as JSON. The command names its namespace where the object does not. */
function bodyOf({ value, namespace }: FileObject): string {
  const metadata = isJsonObject(value.metadata) ? value.metadata : {}
  const placed = namespace === '' ? metadata : { ...metadata, namespace }
  const whole: JsonObject = { ...value, metadata: placed }
  return JSON.stringify(whole, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
}

const JSON_BODY = 'application/json'

/** Reads `kubectl create -f`: a POST for each object. */
export function createFromFiles(call: KubectlCall, objects: readonly FileObject[]): RequestDraft | undefined {
  const parameters = [...call.dryRun(), ...call.fieldManager('kubectl-create'), ...call.fieldValidation()]
  return eachOf(call, objects, (object) => created(call, object, parameters))
}

function created(call: KubectlCall, object: FileObject, parameters: Parameters): RequestDraft {
  const { resource, namespace } = object
  return { ...call.draft('POST', { resource, namespace }, parameters), contentType: JSON_BODY, body: bodyOf(object) }
}

/** Reads `kubectl replace -f`: a GET for the version of each object, and a PUT whatever the answer. */
export function replaceFromFiles(call: KubectlCall, objects: readonly FileObject[]): RequestDraft | undefined {
  const parameters = [...call.dryRun(), ...call.fieldManager('kubectl-replace'), ...call.fieldValidation()]
  if (call.isOn('force')) {
    const force = call.flag('force')
    call.error(
      'several-requests',
      force?.span ?? call.span,
      'With --force kubectl deletes and creates.',
      'Leave it out.',
    )
  }
  return eachOf(call, objects, (object) => {
    call.send(call.draft('GET', object), 'always')
    return { ...call.draft('PUT', object, parameters), contentType: JSON_BODY, body: bodyOf(object) }
  })
}

/**
 * Reads `kubectl apply -f`. With `--server-side` it patches each object at once. Without it gets each object, and creates it
 * where there is none, which is assumed; else it patches it.
 */
export function applyFromFiles(call: KubectlCall, objects: readonly FileObject[]): RequestDraft | undefined {
  const serverSide = call.isOn('server-side')
  const manager = serverSide ? 'kubectl' : 'kubectl-client-side-apply'
  const parameters = [...call.dryRun(), ...call.fieldManager(manager), ...call.fieldValidation()]
  const force: Parameters = [['force', String(call.isOn('force-conflicts'))]]
  if (serverSide) {
    return eachOf(call, objects, (object) => {
      const contentType = 'application/apply-patch+yaml'
      return { ...call.draft('PATCH', object, [...parameters, ...force]), contentType, body: bodyOf(object) }
    })
  }
  const [first] = objects
  if (first !== undefined) {
    const found = 'kubectl gets each object, creates it where there is none, and else patches it'
    call.assume(first.span, found, 'none of the objects exists, so that “create” is needed and “patch” is not')
  }
  const drafts = objects.map((object) => {
    const index = call.send(call.draft('GET', object), 'always')
    const draft = created(call, object, parameters)
    call.send(draft, { index, answer: 'success' })
    return draft
  })
  return drafts[0]
}

/** Adds a request for each object, whatever the answers to the others, and returns the first. */
function eachOf(
  call: KubectlCall,
  objects: readonly FileObject[],
  draftFor: (object: FileObject) => RequestDraft,
): RequestDraft | undefined {
  const drafts = objects.map((object) => {
    const draft = draftFor(object.name === '' ? { ...object, name: generatedName(object) } : object)
    call.send(draft, 'always')
    return draft
  })
  return drafts[0]
}
