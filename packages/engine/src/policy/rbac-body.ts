import { RBAC_GROUP } from '../kube/index.ts'
import type { Span } from '../text/index.ts'
import { isError, type Problem, type ReportProblem } from '../text/index.ts'
import type { MappingNode, TreeNode } from '../yaml/index.ts'
import { explainSyntax, lineCounter, parseTree, scalarValue, withoutAlias, YamlProblem } from '../yaml/index.ts'
import { decodeObject } from './decode.ts'
import { type DecodedValue, List, StringMap, Struct } from './decoded.ts'
import { groupVersion, type HeaderField, readHeader } from './header.ts'
import { type RbacObject, rbacObject } from './rbac-objects.ts'
import type { ReadingContext } from './reading-context.ts'
import { isRbacKind, KINDS, type RbacKind } from './schema.ts'
import { type Undecoded, undecodedHeader, undecodedObject, undecodedType, undecodedYAML } from './undecoded.ts'
import { validateObject } from './validate.ts'

/** A role or binding as the body of a request has it, valid or not. */
export interface RbacBody {
  /** As written; empty where it is left out. */
  readonly apiVersion: string
  readonly kind: string
  /** Of the kind that was asked for: what was decoded, without defaults for what is missing but the API group's. */
  readonly object: RbacObject
  /** Of a binding: the API group of the role that it names. */
  readonly roleGroup: string
  readonly metadata: Readonly<Record<BodyMetadata, string>>
  /** A text that is the same for two objects in which nothing differs that the garbage collector does not write. */
  readonly identity: string
  /** What strict decoding refuses, and what validation does, each in the order of the API server. */
  readonly strict: readonly Problem[]
  readonly invalid: readonly Problem[]
}

type BodyMetadata = 'name' | 'generateName' | 'namespace' | 'uid' | 'resourceVersion' | 'creationTimestamp'

/** What was read of a body, and what is wrong with it where it could not be decoded at all. */
export interface ReadRbacBody {
  readonly body?: RbacBody
  /** Errors of syntax and of types. What is only strict or only invalid is not among them. */
  readonly problems: readonly Problem[]
  /** What the API server says of a body that it cannot decode; absent where that is not known. */
  readonly undecoded?: Undecoded
}

/** Where the body stands in a text, and what Content-Type says that it is. */
interface BodyPlace extends Span {
  readonly syntax: 'yaml' | 'json'
  readonly lineOf: (offset: number) => number
}

/**
 * Reads a body as the handler of a write reads it (Go: `Decode` with the kind of the URL as its default): `apiVersion`
 * and `kind` may be left out, unknown and repeated fields are told apart from what is wrong with the object.
 */
export function readRbacBody(text: string, wanted: RbacKind, place: BodyPlace): ReadRbacBody {
  const problems: Problem[] = []
  const report: ReportProblem = (problem) => problems.push(problem)
  const notDecoded = (undecoded: Undecoded | undefined): ReadRbacBody => ({
    problems,
    ...(undecoded && { undecoded }),
  })
  let root: TreeNode | undefined
  let atEnd = false
  try {
    root = parseTree(place, text, report)
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error
    const source = text.slice(place.start, place.end)
    atEnd = error.at >= source.trimEnd().length
    report(explainSyntax(error, source, place.start))
  }
  // A line break is put at the end where there is none: of what is wrong there upstream says another line.
  const known = !atEnd || text.charAt(place.end - 1) === '\n'
  if (problems.some(isError)) return notDecoded(known ? undecodedYAML(problems) : undefined)
  const value = root && withoutAlias(root)
  // Nothing at all is null, and null an object without fields.
  const node = value === undefined || isNull(value) ? emptyObject(value ?? place) : value
  if (node.kind !== 'mapping') {
    report({
      severity: 'error',
      code: 'no-object',
      message: `A ${wanted} is expected here, as an object.`,
      span: node,
    })
    return notDecoded(undecodedObject(node))
  }
  const context: ReadingContext = { ...place, report, lineInDocument: lineCounter(text, place.start) }
  const read = readHeader(node, context)
  if (read.notStrings.length > 0) return notDecoded(undecodedHeader(read.notStrings, place.syntax))
  const header = { ...read, ...read.server }
  const kind = header.kind?.value ?? ''
  const apiVersion = header.apiVersion?.value ?? ''
  const decodedKind = isRbacKind(kind) ? kind : wanted
  reportOtherKind(header.apiVersion, header.kind, wanted, node, report)
  if (groupVersion(apiVersion) === undefined) {
    return notDecoded({ words: `unexpected GroupVersion string: ${apiVersion}` })
  }
  const strict: Problem[] = []
  const decoded = decodeObject(node, KINDS[decodedKind], {
    ...context,
    ignoresUnknown: true,
    report: (problem) => (isStrict(problem) ? strict.push(problem) : report(problem)),
  })
  if (problems.some(isError)) {
    return notDecoded(undecodedType(problems, place.syntax, decodedKind, { apiVersion, kind }))
  }
  const invalid: Problem[] = []
  validateObject(decodedKind, decoded, node, (problem) => {
    if (isError(problem)) invalid.push(problem)
  })
  const metadata = decoded.struct('metadata')
  const field = (name: BodyMetadata): string => metadata?.text(name) ?? ''
  return {
    body: {
      apiVersion,
      kind,
      object: withOwnReference(rbacObject(decodedKind, decoded), decoded),
      roleGroup: decoded.struct('roleRef')?.text('apiGroup') || RBAC_GROUP,
      metadata: {
        name: field('name'),
        generateName: field('generateName'),
        namespace: field('namespace'),
        uid: field('uid'),
        resourceVersion: field('resourceVersion'),
        creationTimestamp: field('creationTimestamp'),
      },
      identity: identityOf(decoded),
      strict,
      invalid,
    },
    problems,
  }
}

function isNull(node: TreeNode): boolean {
  return node.kind === 'scalar' && scalarValue(node).type === 'null'
}

function emptyObject({ start, end }: Span): MappingNode {
  return { kind: 'mapping', tag: '', pairs: [], start, end }
}

function isStrict({ code, severity }: Problem): boolean {
  return severity === 'error' && (code === 'unknown-field' || code === 'duplicate-key')
}

const VERSIONS: ReadonlySet<string> = new Set([
  '',
  ...['v1', 'v1beta1', 'v1alpha1'].map((one) => `${RBAC_GROUP}/${one}`),
])

/** What the API server answers to other kinds names its table of all kinds, so that is not played. */
function reportOtherKind(
  apiVersion: HeaderField | undefined,
  kind: HeaderField | undefined,
  wanted: RbacKind,
  node: Span,
  report: ReportProblem,
): void {
  const isVersion = VERSIONS.has(apiVersion?.value ?? '')
  if (isVersion && (kind === undefined || kind.value === '' || isRbacKind(kind.value))) return
  report({
    severity: 'error',
    code: 'another-kind',
    message: `The path of this request is that of a ${wanted}, but its body is not a ${wanted}.`,
    fix: isVersion ? `Write kind: ${wanted}.` : `Write apiVersion: ${RBAC_GROUP}/v1 and kind: ${wanted}.`,
    span: (isVersion ? kind : apiVersion)?.node ?? node,
    path: isVersion ? 'kind' : 'apiVersion',
  })
}

/** A binding without `roleRef` names no role at all. */
function withOwnReference(object: RbacObject, decoded: Struct): RbacObject {
  if ('role' in object || decoded.struct('roleRef') !== undefined) return object
  const { span } = object.binding.roleRef
  const nobody = { kind: '', name: '', span } as unknown as typeof object.binding.roleRef
  return { ...object, binding: { ...object.binding, roleRef: nobody } }
}

/** What the garbage collector writes (Go: `IsOnlyMutatingGCFields`). */
const COLLECTED: ReadonlySet<string> = new Set(['ownerReferences', 'finalizers', 'managedFields', 'selfLink'])
/** What the request's path says of every object that is sent to it. */
const IN_PATH: ReadonlySet<string> = new Set(['apiVersion', 'kind'])

type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical }

function identityOf(object: Struct): string {
  return JSON.stringify(canonicalStruct(object, IN_PATH))
}

/** A value with its defaults and without what is empty, which is the same as absent but for `aggregationRule`. */
function canonical(value: DecodedValue): Canonical {
  if (value instanceof List) return value.items.length === 0 ? null : value.items.map((item) => canonical(item.value))
  if (value instanceof StringMap) return sorted(value.entries.map(({ name, value }) => [name, value]))
  if (value instanceof Struct) return canonicalStruct(value, NOTHING)
  // Values of any type stand in managedFields alone.
  return value === '' || typeof value === 'object' ? null : value
}

const NOTHING: ReadonlySet<string> = new Set()

function canonicalStruct(struct: Struct, left: ReadonlySet<string>): Canonical {
  const isMetadata = struct.type.name === 'ObjectMeta'
  const fields = struct.fields
    .filter(({ name }) => !left.has(name) && !(isMetadata && (name === 'namespace' || COLLECTED.has(name))))
    .map(({ name, value }): readonly [string, Canonical] => [name, canonical(value)])
    .filter(([name, value]) => value !== null || name === 'aggregationRule')
  const group = defaultGroup(struct)
  return sorted(group === undefined ? fields : [...fields, ['apiGroup', group]])
}

function sorted(entries: readonly (readonly [string, Canonical])[]): Canonical {
  return entries.length === 0 ? null : Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Go: `SetDefaults_RoleBinding` and `SetDefaults_Subject`. */
function defaultGroup(struct: Struct): string | undefined {
  const { name } = struct.type
  if ((name !== 'RoleRef' && name !== 'Subject') || struct.text('apiGroup') !== '') return undefined
  return name === 'RoleRef' || NAMED.has(struct.text('kind')) ? RBAC_GROUP : undefined
}

const NAMED: ReadonlySet<string> = new Set(['User', 'Group'])
