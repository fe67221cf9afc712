import { RBAC_GROUP } from '../../kube/index.ts'
import type { Span } from '../../text/index.ts'
import { isError, type Problem, type ReportProblem } from '../../text/index.ts'
import type { MappingNode, TreeNode } from '../../yaml/index.ts'
import { explainSyntax, lineCounter, parseTree, scalarValue, withoutAlias, YamlProblem } from '../../yaml/index.ts'
import { decodeObject } from '../decode/decode.ts'
import { type DecodedValue, List, StringMap, Struct } from '../decode/decoded-value.ts'
import {
  type DecodingError,
  headerDecodingError,
  noObjectError,
  typeDecodingError,
  yamlDecodingError,
} from '../decode/decoding-error.ts'
import { groupVersion, type HeaderField, readHeader } from '../decode/header.ts'
import type { ReadingContext } from '../decode/reading-context.ts'
import { isRbacKind, KINDS, type RbacKind } from '../schema/rbac-schema.ts'
import { validateObject } from '../validate/validate.ts'
import { type RbacObject, rbacObject } from './rbac-objects.ts'

/** A role or binding from the body of a request, valid or not. */
export interface RbacBody {
  /** As written; empty when it is missing. */
  readonly apiVersion: string
  readonly kind: string
  /** The decoded object, of the wanted kind. The only default in it is the API group. */
  readonly object: RbacObject
  /** For a binding, the API group of the role that it names. */
  readonly roleGroup: string
  readonly metadata: Readonly<Record<BodyMetadata, string>>
  /** The same text for two objects that differ at most in the fields that the garbage collector writes. */
  readonly identity: string
  /** The errors of strict decoding, and those of validation, each in the order of the API server. */
  readonly strict: readonly Problem[]
  readonly invalid: readonly Problem[]
}

type BodyMetadata = 'name' | 'generateName' | 'namespace' | 'uid' | 'resourceVersion' | 'creationTimestamp'

/** The result of reading a body: the object, or the errors that made decoding impossible. */
export interface ReadRbacBody {
  readonly body?: RbacBody
  /** Errors of syntax and of types. Errors of strict decoding and of validation are in the body. */
  readonly problems: readonly Problem[]
  /** The API server's error for a body that it cannot decode; absent when the playground does not know it. */
  readonly undecoded?: DecodingError
}

/** The span of the body in a text, and its syntax by the Content-Type. */
interface BodyPlace extends Span {
  readonly syntax: 'yaml' | 'json'
  readonly lineOf: (offset: number) => number
}

/**
 * Reads a body as the handler of a write does (Go: `Decode` with the kind of the URL as its default): `apiVersion` and
 * `kind` may be missing; unknown and repeated fields are reported separately from the other errors.
 */
export function readRbacBody(text: string, wanted: RbacKind, place: BodyPlace): ReadRbacBody {
  const problems: Problem[] = []
  const report: ReportProblem = (problem) => problems.push(problem)
  const notDecoded = (undecoded: DecodingError | undefined): ReadRbacBody => ({
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
  // `parseTree` adds a missing line break at the end. For an error there, upstream prints another line number.
  const known = !atEnd || text.charAt(place.end - 1) === '\n'
  if (problems.some(isError)) return notDecoded(known ? yamlDecodingError(problems) : undefined)
  const value = root && withoutAlias(root)
  // An empty body and null are read as an object without fields.
  const node = value === undefined || isNull(value) ? emptyObject(value ?? place) : value
  if (node.kind !== 'mapping') {
    report({
      severity: 'error',
      code: 'no-object',
      message: `A ${wanted} is expected here, as an object.`,
      span: node,
    })
    return notDecoded(noObjectError(node))
  }
  const context: ReadingContext = { ...place, report, lineInDocument: lineCounter(text, place.start) }
  const read = readHeader(node, context)
  if (read.notStrings.length > 0) return notDecoded(headerDecodingError(read.notStrings, place.syntax))
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
    return notDecoded(typeDecodingError(problems, place.syntax, decodedKind, { apiVersion, kind }))
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

/** Reports a body of another kind. The API server's answer depends on all kinds that it knows, so the playground has none. */
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

/** Gives a binding without `roleRef` a reference to no role. */
function withOwnReference(object: RbacObject, decoded: Struct): RbacObject {
  if ('role' in object || decoded.struct('roleRef') !== undefined) return object
  const { span } = object.binding.roleRef
  const nobody = { kind: '', name: '', span } as unknown as typeof object.binding.roleRef
  return { ...object, binding: { ...object.binding, roleRef: nobody } }
}

/** The fields that the garbage collector writes (Go: `IsOnlyMutatingGCFields`). */
const COLLECTED: ReadonlySet<string> = new Set(['ownerReferences', 'finalizers', 'managedFields', 'selfLink'])
/** Fields that the path of the request determines. */
const IN_PATH: ReadonlySet<string> = new Set(['apiVersion', 'kind'])

type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical }

function identityOf(object: Struct): string {
  return JSON.stringify(canonicalStruct(object, IN_PATH))
}

/** A value with defaults and without empty fields. An empty field equals an absent one, except `aggregationRule`. */
function canonical(value: DecodedValue): Canonical {
  if (value instanceof List) return value.items.length === 0 ? null : value.items.map((item) => canonical(item.value))
  if (value instanceof StringMap) return sorted(value.entries.map(({ name, value }) => [name, value]))
  if (value instanceof Struct) return canonicalStruct(value, NOTHING)
  // Only managedFields, which do not count, have values of any type.
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
