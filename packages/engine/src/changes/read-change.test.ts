import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POD, patch, paths, put, readChangeOf, sent } from './testing.ts'

const STORED = { storedObject: POD }
const STATUS = '/api/v1/namespaces/prod/pods/web/status'

describe('an update', () => {
  it('changes the fields in which it differs from what is stored, and no others', () => {
    expect(paths(put(POD), STORED)).toEqual([])
    expect(paths(put(POD.replace('app:1', 'app:2').replace('app: web', 'app: web, tier: a')), STORED)).toEqual([
      'metadata.labels[tier]',
      'spec.containers[name=app].image',
    ])
  })

  it('changes a field that it leaves out, and the order of containers is none', () => {
    expect(paths(put(POD.replace('  labels: {app: web}\n', '')), STORED)).toEqual(['metadata.labels[app]'])
    const other = POD.replace('name: app\n    image: app:1', 'name: x').replace(
      'name: log\n    image: log:1',
      'name: app\n    image: app:1',
    )
    const turned = other.replace('name: x', 'name: log\n    image: log:1')
    expect(paths(put(turned), STORED)).toEqual([])
  })

  it('leaves the status alone, which its subresource alone changes', () => {
    expect(paths(put(POD.replace('"False"', '"True"')), STORED)).toEqual([])
    const both = POD.replace('"False"', '"True"').replace('app: web', 'app: db')
    expect(paths(put(both, STATUS), STORED)).toEqual(['status.conditions[type=SuperSafe].status'])
  })

  it('does not count what the server writes', () => {
    const body = POD.replace('  name: web\n', '  name: web\n  resourceVersion: "7"\n  uid: x\n  managedFields: []\n')
    expect(paths(put(body), STORED)).toEqual([])
  })

  it('tells whole numbers apart that a double does not', () => {
    const stored = 'spec: {replicas: 9007199254740993}\n'
    const body = '{"spec":{"replicas":9007199254740992}}'
    const path = '/apis/apps/v1/namespaces/prod/deployments/web'
    expect(paths(put(body, path), { storedObject: stored })).toEqual(['spec.replicas'])
  })
})

describe('a create', () => {
  it('changes every field of the object, against the empty one', () => {
    const text = `POST /api/v1/namespaces/prod/pods HTTP/1.1\n\n${POD}`
    expect(paths(text, STORED)).toEqual([
      'metadata.name',
      'metadata.labels[app]',
      'metadata.finalizers[example.com/keep]',
      'spec.containers[name=app].name',
      'spec.containers[name=app].image',
      'spec.containers[name=log].name',
      'spec.containers[name=log].image',
    ])
  })
})

describe('requests that send no object', () => {
  it.each([
    'GET /api/v1/namespaces/prod/pods/web',
    'DELETE /api/v1/namespaces/prod/pods/web',
    'POST /api/v1/namespaces/prod/pods/web/exec',
    'POST /healthz',
  ])('%s changes no field', (line) => {
    expect(readChangeOf(`${line} HTTP/1.1`, STORED)).toEqual({ change: { kind: 'none' }, diagnostics: [] })
  })
})

describe('each kind of patch', () => {
  it('comes to the same change', () => {
    const all = [
      patch('json-patch+json', '[{"op":"replace","path":"/spec/containers/0/image","value":"app:2"}]'),
      patch('strategic-merge-patch+json', 'spec: {containers: [{name: app, image: "app:2"}]}'),
      patch('apply-patch+yaml', 'spec: {containers: [{name: app, image: "app:2"}]}').replace(
        'web ',
        'web?fieldManager=m ',
      ),
    ]
    for (const text of all) expect(paths(text, STORED)).toEqual(['spec.containers[name=app].image'])
    // A merge patch knows no list keys.
    const merge = patch('merge-patch+json', 'spec: {containers: [{name: app, image: "app:2"}]}')
    expect(paths(merge, STORED)).toEqual([
      'spec.containers[name=app].image',
      'spec.containers[name=log].name',
      'spec.containers[name=log].image',
    ])
  })

  it('applies to something stored, but for an apply, which may create', () => {
    expect(readChangeOf(patch('merge-patch+json', '{}')).diagnostics).toMatchObject([{ code: 'no-stored-object' }])
    const apply = patch('apply-patch+yaml', 'spec: {nodeName: n1}').replace('web ', 'web?fieldManager=m ')
    expect(paths(apply)).toEqual(['spec.nodeName'])
  })

  it('is named in Content-Type', () => {
    const text = patch('merge-patch+json', '{}')
    const none = readChangeOf(text.replace(/Content-Type.*\n/, ''), STORED)
    expect(none.change).toEqual({ kind: 'unknown' })
    expect(none.diagnostics).toMatchObject([{ code: 'unsupported-patch', range: { source: 'request', line: 1 } }])
    expect(readChangeOf(text.replace('merge-patch', 'cbor'), STORED).diagnostics).toMatchObject([
      { range: { line: 2 } },
    ])
  })

  it('is no strategic merge patch for custom resources', () => {
    const text = patch('strategic-merge-patch+json', '{}', '/apis/acme.io/v1/widgets/w')
    expect(readChangeOf(text, { storedObject: '{}' }).diagnostics).toMatchObject([
      { code: 'unsupported-patch', detail: '415 Unsupported Media Type' },
    ])
  })
})

describe('what webhooks change', () => {
  const body = patch('merge-patch+json', 'metadata: {labels: {a: b}}')
  it('is told apart from what the client sends, as a JSON patch or a merge patch', () => {
    for (const webhookChanges of [
      '[{"op": "add", "path": "/metadata/labels/mesh", "value": "on"}]',
      'metadata: {labels: {mesh: "on"}}',
    ]) {
      const { change } = readChangeOf(body, { ...STORED, webhookChanges })
      expect(change.kind === 'fields' && change.sent.map(({ path }) => path)).toEqual(['metadata.labels[a]'])
      expect(change.kind === 'fields' && change.withWebhooks.map(({ path }) => path)).toEqual([
        'metadata.labels[a]',
        'metadata.labels[mesh]',
      ])
    }
  })

  it('is refused at its place where it does not apply', () => {
    const webhookChanges = '[{"op": "add", "path": "/spec", "value": {}},\n {"op": "remove", "path": "/nowhere"}]'
    expect(readChangeOf(body, { ...STORED, webhookChanges }).diagnostics).toMatchObject([
      { code: 'patch-does-not-apply', range: { source: 'webhookChanges', line: 2, column: 2 } },
    ])
  })
})

describe('a text that cannot be read', () => {
  it('is an error at its line and column, in the body as in the other texts', () => {
    const { change, diagnostics } = readChangeOf(put('metadata:\n  labels: {a: b\nspec: {}'), STORED)
    expect(change).toEqual({ kind: 'unknown' })
    expect(diagnostics[0]).toMatchObject({ severity: 'error', range: { source: 'request' } })
    expect(diagnostics[0]?.range.line).toBeGreaterThan(4)
    expect(readChangeOf(put(POD), { storedObject: 'a: [' }).diagnostics).toMatchObject([
      { severity: 'error', range: { source: 'storedObject', line: 1 } },
    ])
    expect(readChangeOf(put(POD), { storedObject: 'a: 1\n---\nb: 2' }).diagnostics).toMatchObject([
      { code: 'several-objects' },
    ])
  })

  it('says so of an empty body, and of one that is no object', () => {
    expect(readChangeOf('PUT /api/v1/namespaces/prod/pods/web HTTP/1.1', STORED).diagnostics).toMatchObject([
      { code: 'empty-body' },
    ])
    expect(readChangeOf(put('[1]'), STORED).diagnostics).toMatchObject([
      { code: 'no-object', range: { line: 4, column: 1 } },
    ])
  })

  it('is an object of more than a million characters', () => {
    const big = `a: ${'x'.repeat(1_000_000)}`
    expect(readChangeOf(put(big), STORED).diagnostics).toMatchObject([{ code: 'object-too-large', range: { line: 4 } }])
    expect(readChangeOf(put(POD), { storedObject: big }).diagnostics).toMatchObject([
      { code: 'object-too-large', range: { source: 'storedObject' } },
    ])
  })

  it('is answered without an exception, whatever stands in it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom(
        '{"__proto__": {"a": 1}}',
        'constructor: {prototype: 1}',
        '- - - -',
        '&a [*a]',
        '<<: {a: 1}',
        POD,
      ),
    )
    const type = fc.constantFrom(
      'json-patch+json' as const,
      'merge-patch+json' as const,
      'strategic-merge-patch+json' as const,
      'apply-patch+yaml' as const,
    )
    fc.assert(
      fc.property(text, text, text, text, type, (body, storedObject, webhookChanges, schema, type) => {
        for (const request of [put(body), patch(type, body).replace('web ', 'web?fieldManager=m ')]) {
          const { change, diagnostics } = readChangeOf(request, { storedObject, webhookChanges, schema })
          const failed = diagnostics.some(({ severity }) => severity === 'error')
          expect(failed).toBe(change.kind === 'unknown')
        }
      }),
    )
  })
})

describe('keys that JavaScript gives a meaning', () => {
  it('are labels like any other', () => {
    const labels = '{"metadata":{"labels":{"__proto__":"a","constructor":"b"}}}'
    expect(paths(patch('merge-patch+json', labels), STORED)).toEqual([
      'metadata.labels[__proto__]',
      'metadata.labels[constructor]',
    ])
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })
})

describe('changed fields', () => {
  const value = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(1, 'a', true, 'b'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('spec', 'metadata', 'labels', 'status', 'x', 'containers'), tie('json')),
    ),
  })).json
  const object = fc.dictionary(fc.constantFrom('spec', 'metadata', 'data'), value)

  it('are none exactly where nothing differs, and as many in both directions', () => {
    const path = '/api/v1/namespaces/prod/configmaps/c'
    fc.assert(
      fc.property(object, object, (a, b) => {
        const [before, after] = [JSON.stringify(a), JSON.stringify(b)]
        expect(paths(put(before, path), { storedObject: before })).toEqual([])
        const forth = paths(put(after, path), { storedObject: before })
        const back = paths(put(before, path), { storedObject: after })
        expect([...forth].sort()).toEqual([...back].sort())
      }),
    )
  })

  it('carry what covers them, from general to specific', () => {
    const body = patch('merge-patch+json', 'metadata: {labels: {super.safe.com/a: b}}')
    expect(sent(body, STORED)[0]?.permissions).toMatchObject([
      { name: 'metadata' },
      { name: 'labels' },
      { name: 'label', parameter: { value: 'super.safe.com/a', treatment: 'slash-delimited-prefix' } },
    ])
  })
})
