import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../yaml/index.ts'
import { copied, same } from './json.ts'
import { mergePatched } from './patched-object.ts'
import { type PatchType, POD, patch, paths, readChangeOf } from './testing.ts'

const STORED = { storedObject: POD }

/** The diagnostics of a patch of the pod. */
function refused(type: PatchType, body: string) {
  const { change, diagnostics } = readChangeOf(patch(type, body), STORED)
  expect(change).toEqual({ kind: 'unknown' })
  return diagnostics
}

describe('a JSON merge patch', () => {
  // RFC 7396, appendix A.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('makes of %s with %s %s', (before, change, after) => {
    const json = (text: string) => copied(JSON.parse(text) as JsonValue)
    expect(same(mergePatched(json(before), json(change)), json(after))).toBe(true)
  })
})

describe('a JSON patch', () => {
  const operations = (...list: readonly object[]): string => JSON.stringify(list)

  it('adds, removes, replaces, moves and copies', () => {
    const body = operations(
      { op: 'test', path: '/metadata/labels/app', value: 'web' },
      { op: 'add', path: '/metadata/labels/a.io~1x', value: '1' },
      { op: 'replace', path: '/spec/containers/1/image', value: 'log:2' },
      { op: 'remove', path: '/metadata/finalizers/0' },
      { op: 'copy', from: '/metadata/labels/app', path: '/metadata/labels/copied' },
      { op: 'move', from: '/metadata/labels/app', path: '/metadata/labels/moved' },
      { op: 'add', path: '/spec/containers/-', value: { name: 'more' } },
    )
    expect(paths(patch('json-patch+json', body), STORED)).toEqual([
      'metadata.labels[app]',
      'metadata.labels[a.io/x]',
      'metadata.labels[copied]',
      'metadata.labels[moved]',
      'metadata.finalizers[example.com/keep]',
      'spec.containers[name=log].image',
      'spec.containers[name=more].name',
    ])
  })

  it('takes a value that is left out for null, and null for what is not there', () => {
    const body = operations({ op: 'test', path: '/nowhere' }, { op: 'replace', path: '/metadata/labels/app' })
    expect(paths(patch('json-patch+json', body), STORED)).toEqual(['metadata.labels[app]'])
  })

  it.each([
    ['a place that is not there', { op: 'remove', path: '/spec/nowhere' }, 'There is nothing at “nowhere”.'],
    [
      'a parent that is not there',
      { op: 'add', path: '/a/b', value: 1 },
      'The parent of /a/b is not an object or a list.',
    ],
    [
      'a field of a text',
      { op: 'add', path: '/kind/b', value: 1 },
      'The parent of /kind/b is not an object or a list.',
    ],
    [
      'a position past the end',
      { op: 'add', path: '/spec/containers/9', value: 1 },
      'is not a position in the list, which has 2 items.',
    ],
    ['a field of a list', { op: 'replace', path: '/spec/containers/x', value: 1 }, 'There is nothing at'],
    ['a test that fails', { op: 'test', path: '/kind', value: 'Node' }, 'expects Node at /kind, but found Pod.'],
    ['an operation that is none', { op: 'merge', path: '/kind' }, '“merge” is not an operation'],
    ['a path that is none', { op: 'remove', path: 3 }, '“path” must be a JSON pointer'],
    ['a test of what is not there', { op: 'test', path: '/x', value: 1 }, 'expects 1 at /x, but found null.'],
    ['nowhere to copy from', { op: 'copy', path: '/x' }, '“from” must be a JSON pointer'],
    ['nothing to move', { op: 'move', from: '/y', path: '/x' }, 'There is nothing at “y”.'],
    [
      'a move into itself',
      { op: 'move', from: '/spec', path: '/spec/x' },
      'The parent of /spec/x is not an object or a list.',
    ],
  ])('is refused at the operation for %s', (_, operation, message) => {
    const [diagnostic, ...others] = refused(
      'json-patch+json',
      `[\n{"op": "test", "path": "/kind", "value": "Pod"},\n${JSON.stringify(operation)}]`,
    )
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({ code: 'patch-does-not-apply', range: { source: 'request', line: 6, column: 1 } })
    expect(diagnostic?.message).toContain(message)
  })

  it('is a list of at most ten thousand operations, and cannot grow without end', () => {
    expect(refused('json-patch+json', '{}')).toMatchObject([{ code: 'no-json-patch' }])
    const many = Array.from({ length: 10_001 }, () => ({ op: 'add', path: '/a', value: 1 }))
    expect(refused('json-patch+json', operations(...many))).toMatchObject([{ code: 'patch-too-large' }])
    const doubling = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '/metadata', path: `/metadata/x${i}` }))
    expect(refused('json-patch+json', operations(...doubling))[0]?.message).toContain('copies more than')
  })
})

describe('a strategic merge patch', () => {
  const smp = (body: string, stored = POD) => paths(patch('strategic-merge-patch+json', body), { storedObject: stored })

  it('merges lists by their keys, and sets by their values', () => {
    expect(smp('spec: {containers: [{name: log, image: "log:2"}, {name: new}]}')).toEqual([
      'spec.containers[name=log].image',
      'spec.containers[name=new].name',
    ])
    expect(smp('metadata: {finalizers: [example.com/keep, a.io/b]}')).toEqual(['metadata.finalizers[a.io/b]'])
  })

  it('knows its directives', () => {
    expect(smp('spec: {containers: [{name: log, $patch: delete}]}')).toEqual([
      'spec.containers[name=log].name',
      'spec.containers[name=log].image',
    ])
    expect(smp('spec: {containers: [{$patch: replace}, {name: app, image: "app:1"}]}')).toHaveLength(2)
    expect(smp('metadata: {$deleteFromPrimitiveList/finalizers: [example.com/keep]}')).toEqual([
      'metadata.finalizers[example.com/keep]',
    ])
    expect(smp('metadata: {labels: {$patch: replace, x: y}}')).toEqual(['metadata.labels[app]', 'metadata.labels[x]'])
    expect(smp('metadata: {labels: {$retainKeys: [x], x: y}}')).toEqual(['metadata.labels[app]', 'metadata.labels[x]'])
    expect(smp('metadata: {labels: {app: null}}')).toEqual(['metadata.labels[app]'])
    expect(smp('spec: {$setElementOrder/containers: [{name: log}, {name: app}]}')).toEqual([])
  })

  it('replaces lists without keys', () => {
    const stored = 'spec: {containers: [{name: a, args: [x, "y"]}]}'
    expect(smp('spec: {containers: [{name: a, args: [x]}]}', stored)).toEqual(['spec.containers[name=a].args[1]'])
  })

  it('is refused at an entry without its key, and at a directive that is none', () => {
    expect(refused('strategic-merge-patch+json', 'spec:\n  containers:\n  - image: x')).toMatchObject([
      { code: 'patch-does-not-apply', range: { line: 6, column: 5 } },
    ])
    expect(refused('strategic-merge-patch+json', 'spec: {$patch: destroy}')[0]?.message).toContain('$patch is replace')
  })
})

describe('a server-side apply', () => {
  const apply = (body: string, query: string) =>
    patch('apply-patch+yaml', body, `/api/v1/namespaces/prod/pods/web?${query}`)
  const owned = (manager: string, fields: string, operation = 'Apply') =>
    `  - {manager: ${manager}, operation: ${operation}, fieldsV1: ${fields}}\n`
  const managed = (...entries: readonly string[]): string =>
    POD.replace(
      '  finalizers: [example.com/keep]\n',
      `  finalizers: [example.com/keep]\n  managedFields:\n${entries.join('')}`,
    )
  const LABELS = '{"f:metadata": {"f:labels": {"f:app": {}}, "f:finalizers": {"v:\\"example.com/keep\\"": {}}}}'

  it('takes away what the manager applied before and does not any more', () => {
    const storedObject = managed(owned('me', LABELS))
    expect(paths(apply('metadata: {labels: {app: web}}', 'fieldManager=me'), { storedObject })).toEqual([
      'metadata.finalizers[example.com/keep]',
    ])
    expect(paths(apply('metadata: {labels: {app: web}}', 'fieldManager=you'), { storedObject })).toEqual([])
  })

  it('leaves what another manager owns too', () => {
    const both = managed(owned('me', LABELS), owned('you', LABELS, 'Update'))
    expect(paths(apply('{}', 'fieldManager=me'), { storedObject: both })).toEqual([])
  })

  it('takes away entries of lists by their keys', () => {
    const log = '{"f:spec": {"f:containers": {"k:{\\"name\\":\\"log\\"}": {".": {}, "f:name": {}, "f:image": {}}}}}'
    const storedObject = managed(owned('me', log))
    expect(paths(apply('{}', 'fieldManager=me'), { storedObject })).toEqual([
      'spec.containers[name=log].name',
      'spec.containers[name=log].image',
    ])
  })

  it('conflicts with the owner of a field that it changes, unless forced', () => {
    const storedObject = managed(owned('you', LABELS, 'Update'))
    const body = 'metadata:\n  labels:\n    app: db'
    expect(readChangeOf(apply(body, 'fieldManager=me'), { storedObject }).diagnostics).toMatchObject([
      { code: 'apply-conflict', detail: '409 Conflict', range: { line: 6, column: 10 } },
    ])
    expect(paths(apply(body, 'fieldManager=me&force=true'), { storedObject })).toEqual(['metadata.labels[app]'])
    expect(readChangeOf(apply(body, 'fieldManager=me&force=false'), { storedObject }).change.kind).toBe('unknown')
    expect(paths(apply('metadata: {labels: {app: web}}', 'fieldManager=me'), { storedObject })).toEqual([])
  })

  it('needs a manager', () => {
    expect(readChangeOf(apply('{}', ''), STORED).diagnostics).toMatchObject([{ code: 'no-field-manager' }])
  })
})
