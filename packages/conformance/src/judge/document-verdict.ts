import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Difference } from '@authz-playground/engine/internal/vectors'
import type { Cluster } from '../cluster/start.ts'
import type { DocumentVector } from '../documents/document-vector.ts'
import type { ClusterStage, StoredRbacObject } from './stage.ts'

/** The name of the text in the vectors, and so in kubectl's messages. */
const FILE = 'policy.yaml'

/**
 * Applies the text of a vector with kubectl, and compares its output and the objects afterwards with the vector:
 * `kubectl apply -f policy.yaml` in a cluster that has every namespace, no roles, and no controller that aggregates
 * them.
 */
export async function documentVerdict(
  cluster: Cluster,
  stage: ClusterStage,
  { text, documents, applied = {} }: DocumentVector,
): Promise<readonly Difference[]> {
  const objects = documents.flatMap(({ object }) => (object === undefined ? [] : [apiPathOf(object)]))
  await stage.withoutOwn(objects)
  try {
    writeFileSync(join(cluster.folder, FILE), text)
    const { stderr } = await cluster.adminKubectl(['apply', '-f', FILE])
    const found: Difference[] = []
    const note = (field: string, expected: unknown, was: unknown): void => {
      if (JSON.stringify(expected) !== JSON.stringify(was)) found.push({ field, expected, found: was })
    }
    note('kubectl prints', labelsInOrder((applied.prints ?? '').trimEnd()), labelsInOrder(withoutWarnings(stderr)))
    note('objects', inOrder(applied.left ?? []), inOrder(await stage.made()))
    return found
  } finally {
    await stage.clear()
  }
}

/** The output of kubectl without warnings. */
export function withoutWarnings(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !line.startsWith('Warning: '))
    .join('\n')
    .trimEnd()
}

/** A message whose causes about labels are sorted: they are a Go map, which has another order each time. The other causes stay. */
export function labelsInOrder(prints: string): string {
  return prints.replaceAll(/ is invalid: \[(.*)\]$/gm, (_, all: string) => {
    const runs: string[][] = []
    for (const cause of all.split(/, (?=[\w.[\]]+: [A-Z][a-z]+ )/)) {
      const isLabel = cause.startsWith('metadata.labels: ')
      if (isLabel && runs.at(-1)?.[0]?.startsWith('metadata.labels: ')) runs.at(-1)?.push(cause)
      else runs.push([cause])
    }
    return ` is invalid: [${runs.flatMap((run) => run.toSorted()).join(', ')}]`
  })
}

/** The path in the RBAC API of an object that a vector calls `ClusterRole a` or `Role prod/a`. */
export function apiPathOf(object: string): string {
  const [, kind = '', namespace = '', name = ''] = /^(\S+) (?:([^/]*)\/)?(.*)$/s.exec(object) ?? []
  const folder = namespace === '' ? '' : `namespaces/${encodeURIComponent(namespace)}/`
  return `${folder}${kind.toLowerCase()}s/${encodeURIComponent(name)}`
}

type Noted = Pick<StoredRbacObject, 'metadata'>

/** Metadata that the server and kubectl add, with times and identifiers that only they know. */
const NOTES = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'generation']
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

function withoutNotes({ metadata, ...content }: Noted): object {
  const { annotations = {}, ...rest } = metadata
  const own = Object.entries(annotations).filter(([key]) => key !== LAST_APPLIED)
  const kept = Object.entries(rest).filter(([key]) => !NOTES.includes(key))
  return {
    ...content,
    metadata: { ...Object.fromEntries(kept), ...(own.length > 0 && { annotations: Object.fromEntries(own) }) },
  }
}

/** Objects as sorted texts, independent of the order of keys and of the presence of a kind. */
function inOrder(objects: readonly Noted[]): readonly string[] {
  return objects.map((object) => JSON.stringify(sorted(withoutNotes(object), true))).sort()
}

function sorted(value: unknown, top = false): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item))
  if (typeof value !== 'object' || value === null) return value
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  return Object.fromEntries(
    entries
      .filter(([key]) => !top || (key !== 'kind' && key !== 'apiVersion'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
