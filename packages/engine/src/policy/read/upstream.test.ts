import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Binding, Role } from '../../kube/index.ts'
import type { Diagnostic } from '../../text/index.ts'
import type { TreeNode } from '../../yaml/index.ts'
import { entriesOf, parseYaml, scalarValue, withoutAlias, YamlProblem } from '../../yaml/index.ts'
import { readPolicy } from './read-policy.ts'

interface UpstreamDocument {
  /** How far the API server gets with it: `ok`, or the stage that refuses it. */
  readonly stage: 'ok' | 'yaml' | 'kind' | 'notRegistered' | 'decode' | 'strict' | 'invalid'
  readonly errors?: readonly string[]
  readonly object?: UpstreamObject
}

interface UpstreamObject {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly rules?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly aggregationRule?: { readonly clusterRoleSelectors: readonly object[] }
  readonly roleRef?: { readonly kind: string; readonly name: string }
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[]
}

type Case =
  | { readonly made: string; readonly kind?: never }
  | {
      readonly kind: 'policy'
      readonly text: string
      readonly split?: string
      readonly documents: readonly UpstreamDocument[]
    }
  | ({ readonly kind: 'yaml'; readonly text: string } & ({ readonly error: string } | { readonly json: unknown }))

const CASES = readFileSync(new URL('./testdata/kubernetes-1.36.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

function casesOf<K extends 'policy' | 'yaml'>(kind: K) {
  return CASES.filter((one): one is Extract<Case, { kind: K }> => one.kind === kind)
}

describe('like kube-apiserver 1.36', () => {
  it('reads YAML, and reports errors in the same words', () => {
    expect(casesOf('yaml').length).toBeGreaterThan(200)
    for (const { kind: _, text, ...answer } of casesOf('yaml'))
      expect({ text, ...readYaml(text) }).toEqual({ text, ...answer })
  })

  it('takes and refuses the same documents', () => {
    expect(casesOf('policy').length).toBeGreaterThan(400)
    for (const { text, split, documents } of casesOf('policy')) {
      // The handlers take what the strategies would refuse, since they work out managed fields before.
      if (text.includes('managedFields')) continue
      const refused = split !== undefined || documents.some(({ stage }) => stage !== 'ok')
      expect({ text, refused: errorsOf(text).length > 0 }).toEqual({ text, refused })
    }
  })

  it('finds the same errors, in the same words', () => {
    const oneDocument = casesOf('policy').filter(
      ({ split, documents }) => split === undefined && documents.length === 1,
    )
    expect(oneDocument.length).toBeGreaterThan(350)
    for (const { text, documents } of oneDocument) {
      const [{ stage, errors = [] }] = documents as [UpstreamDocument]
      const ours = errorsOf(text).map(({ detail = '' }) => detail)
      // Unlike there, reading goes on after an error, so more than theirs may be found; of the stage itself, not more.
      const missing = theirWords(stage, errors).filter(
        (words) => !ours.some((one) => one !== '' && words.startsWith(one)),
      )
      expect({ text, missing }).toEqual({ text, missing: [] })
      if (stage === 'invalid')
        expect({ text, ours: ours.toSorted() }).toEqual({ text, ours: theirWords(stage, errors).toSorted() })
    }
  })

  it('reads the same objects', () => {
    const taken = casesOf('policy').filter(
      ({ split, documents }) => split === undefined && documents.every(({ stage }) => stage === 'ok'),
    )
    expect(taken.length).toBeGreaterThan(20)
    for (const { text, documents } of taken) {
      const { roles, bindings } = readPolicy(text)
      const theirs = documents.flatMap(({ object }) => (object === undefined ? [] : [normalUpstream(object)]))
      const ours = [...roles.map(normalRole), ...bindings.map(normalBinding)]
      expect({ text, objects: ours }).toEqual({ text, objects: theirs })
    }
  })
})

function errorsOf(text: string): readonly Diagnostic[] {
  return readPolicy(text, { version: '1.36' }).diagnostics.filter(({ severity }) => severity === 'error')
}

function theirWords(stage: UpstreamDocument['stage'], errors: readonly string[]): readonly string[] {
  switch (stage) {
    case 'strict':
      return errors.flatMap((error) => {
        const [first = '', ...lines] = error.split('\n')
        return (lines.length === 0 ? [first] : lines.map((line) => `${first}\n${line}`)).map(
          (one) => `strict decoding error: ${one}`,
        )
      })
    case 'invalid':
      // The API server reports the errors of a prefix for the generated name, too. It computes managed fields before it validates.
      return errors.filter((error) => !error.includes('xxxxx') && !error.startsWith('metadata.managedFields['))
    case 'kind':
    case 'notRegistered':
      // kubectl finds no such kind before the API server is asked.
      return []
    default:
      // What an object is kubectl looks at first, and then at its metadata, with a type of its own.
      return errors
        .filter((error) => !error.startsWith("couldn't get version/kind"))
        .map((error) => error.replace(/ \w+\.metadata of/, ' metadataOnlyObject.metadata of'))
  }
}

const RULE_LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const

function sorted(labels: Iterable<readonly [string, string]>) {
  return [...labels].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function normalUpstream({ metadata, rules, aggregationRule, roleRef, subjects }: UpstreamObject) {
  const { name, namespace = '', labels = {} } = metadata
  if (roleRef !== undefined) {
    const { kind, name: role } = roleRef
    const who = (subjects ?? []).map((subject) => ({
      kind: subject.kind,
      name: subject.name,
      namespace: subject.kind === 'ServiceAccount' ? (subject.namespace ?? '') : '',
    }))
    return { name, namespace, roleRef: { kind, name: role }, subjects: who }
  }
  const lists = (rules ?? []).map((rule) => RULE_LISTS.map((list) => rule[list] ?? []))
  const selectors = aggregationRule?.clusterRoleSelectors.length
  return { name, namespace, labels: sorted(Object.entries(labels)), rules: lists, selectors }
}

function normalRole({ name, namespace, labels, rules, aggregationRule }: Role) {
  const lists = rules.map((rule) => RULE_LISTS.map((list) => rule[list]))
  return {
    name,
    namespace,
    labels: sorted(labels),
    rules: lists,
    selectors: aggregationRule?.clusterRoleSelectors.length,
  }
}

function normalBinding({ name, namespace, roleRef, subjects }: Binding) {
  const who = subjects.map((subject) => ({ kind: subject.kind, name: subject.name, namespace: subject.namespace }))
  return { name, namespace, roleRef: { kind: roleRef.kind, name: roleRef.name }, subjects: who }
}

function readYaml(text: string): { readonly error: string } | { readonly json: unknown } {
  try {
    const { root } = parseYaml(text, 0)
    return { json: root === undefined ? null : jsonOf(root) }
  } catch (error) {
    if (error instanceof YamlProblem) return { error: error.detail ?? '' }
    if (error instanceof NoJSON) return { error: error.message }
    throw error
  }
}

class NoJSON extends Error {}

function jsonOf(node: TreeNode): unknown {
  const target = withoutAlias(node)
  switch (target.kind) {
    case 'sequence':
      return target.items.map(jsonOf)
    case 'mapping': {
      const report = ({ detail }: { readonly detail?: string }) => {
        throw new NoJSON(detail)
      }
      const entries = entriesOf(target, undefined, { syntax: 'yaml', report, lineOf: () => 1, lineInDocument: () => 1 })
      return Object.fromEntries(entries.map(({ name, value }) => [name, jsonOf(value)]))
    }
    case 'scalar': {
      const value = scalarValue(target)
      if (value.type === 'invalid') throw new NoJSON(value.problem)
      if (value.type === 'number') return Number(value.json)
      return value.type === 'null' ? null : value.value
    }
  }
}
