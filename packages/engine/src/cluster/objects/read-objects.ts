import type { StoredObject, StoredObjectFields, StoredObjects } from '../../authorizers/index.ts'
import { type KubernetesVersion, NEWEST_VERSION, objectKey, type UnreadObject } from '../../kube/index.ts'
import {
  decodeObject,
  fieldSpan,
  objectsOf,
  ownerOf,
  type ReadingContext,
  requiredField,
  type Struct,
  type StructType,
} from '../../policy/index.ts'
import {
  excerpt,
  LineIndex,
  nearest,
  ProblemCollector,
  type ReportProblem,
  type TextDocument,
  TooManyErrors,
} from '../../text/index.ts'
import { documentTrees, type JsonEntry, lineCounter, type Path, printPath } from '../../yaml/index.ts'
import { type ClassifiedObject, storedObjects } from './classify.ts'
import { hintAt } from './hints.ts'
import { STORED_KINDS, type StoredKind } from './kinds.ts'
import { persistentVolumeOf } from './persistent-volume.ts'
import { podOf } from './pod.ts'
import { referenceIn } from './reference.ts'

/**
 * Reads a text of stored objects as far as the Node authorizer of a version uses them: the fields of Pods,
 * PersistentVolumes, VolumeAttachments and ResourceSlices that connect objects to a node, and from 1.37 on of
 * PodCertificateRequests. Other fields and kinds are
 * ignored. The objects are those in storage, after admission, so nothing is defaulted except the namespace `default`.
 * Takes any text and never throws.
 */
export function readObjects(text: string, version: KubernetesVersion = NEWEST_VERSION): StoredObjects {
  const lines = new LineIndex('objects', text)
  const kinds = storedObjects(version)
  const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
  const problems = new ProblemCollector()
  const { report } = problems
  const documents: TextDocument[] = []
  const objects: StoredObject[] = []
  const notRead: UnreadObject[] = []
  try {
    for (const { document, root } of documentTrees(text, report)) {
      documents.push(document)
      if (root === undefined) continue
      const lineInDocument = lineCounter(text, document.start)
      const context = { syntax: document.syntax, report, lineOf, lineInDocument, onUnknownField: warnOfMisspelling }
      for (const object of objectsOf(root, kinds, context)) {
        if (object.is === 'other') {
          notRead.push(readOther(object, lines, report))
        } else {
          const stored = readStored(object, context)
          if (stored !== undefined) objects.push(stored)
        }
      }
    }
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  const last = withoutReplaced(objects, lineOf, report)
  return { text, lines, documents, objects: last, notRead, diagnostics: problems.resolve(lines, text.length) }
}

type Classified<Is> = Extract<ClassifiedObject, { is: Is }>

function readStored(
  { kind, type, node, head }: Classified<'stored'>,
  context: ReadingContext,
): StoredObject | undefined {
  let refused = false
  const report: ReportProblem = (problem) => {
    if (problem.severity === 'error') refused = true
    context.report(problem)
  }
  const struct = decodeObject(node, type, { ...context, report })
  const metadata = struct.struct('metadata')
  const name = metadata?.text('name') ?? ''
  if (name === '' && !refused) {
    report(
      requiredField('metadata.name', 'name or generateName is required', {
        code: 'missing-name',
        message: `This ${kind} has no name.`,
        fix: 'Write name: and a name under “metadata”.',
        span: fieldSpan(metadata, 'name', struct.field('metadata')?.key ?? head),
      }),
    )
  }
  if (refused) return undefined
  const given = metadata?.text('namespace') ?? ''
  const { start, end } = metadata?.field('name')?.node ?? node
  const named: StoredObjectFields = {
    namespace: !STORED_KINDS[kind].namespaced ? '' : given === '' ? 'default' : given,
    name,
    span: { start: node.start, end: node.end },
    nameSpan: { start, end },
  }
  const stored = storedObject(kind, struct, named)
  hintAt(stored, struct, context.report)
  return stored
}

function storedObject(kind: StoredKind, struct: Struct, named: StoredObjectFields): StoredObject {
  if (kind === 'Pod') return podOf(struct, named)
  if (kind === 'PersistentVolume') return persistentVolumeOf(struct, named)
  const node = referenceIn(struct.struct('spec'), 'nodeName', 'nodes', '')
  return { kind, ...named, ...(node === undefined ? {} : { node }) }
}

function readOther(object: Classified<'other'>, lines: LineIndex, report: ReportProblem): UnreadObject {
  const { apiVersion, kind, name, head, why } = object
  const what = name === '' ? excerpt(kind) : `${excerpt(kind)} “${excerpt(name)}”`
  report({
    severity: 'note',
    code: 'not-read',
    message: `${what} of ${excerpt(apiVersion)} ${why}, and was not read.`,
    span: head,
    path: 'kind',
  })
  return { apiVersion, kind, name, range: lines.range(head) }
}

/** Keeps the last of the objects with the same kind, namespace and name, as if they were applied in order. */
function withoutReplaced(
  objects: readonly StoredObject[],
  lineOf: (offset: number) => number,
  report: ReportProblem,
): readonly StoredObject[] {
  const last = new Map(objects.map((object) => [objectKey(object), object]))
  return objects.filter((object) => {
    const later = last.get(objectKey(object))
    if (later === undefined || later === object) return true
    report({
      severity: 'warning',
      code: 'duplicate-object',
      message: `This ${object.kind} “${excerpt(object.name)}” does not count: line ${lineOf(later.nameSpan.start)} has it again, and the last one counts.`,
      fix: 'Remove one of them, or give it another name.',
      span: object.nameSpan,
      path: 'metadata.name',
    })
    return false
  })
}

/** Warns of an unknown field that looks like a misspelling, and returns the intended field. */
function warnOfMisspelling(
  entry: JsonEntry,
  given: ReadonlySet<string>,
  type: StructType,
  path: Path | undefined,
  report: ReportProblem,
): string | undefined {
  const meant = nearest(
    entry.name,
    [...type.fields.keys()].filter((field) => !given.has(field)),
  )
  if (meant === undefined) return undefined
  report({
    severity: 'warning',
    code: 'misspelt-field',
    message: `“${excerpt(entry.name)}” is not a field of ${ownerOf(path, type)}, and is not read.`,
    fix: `Did you mean “${meant}”?`,
    span: entry.key,
    path: printPath({ parent: path, field: entry.name, owner: type }),
  })
  return meant
}
