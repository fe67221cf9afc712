import { describe, expect, it } from 'vitest'
import type { ParameterLanguage } from './schema.ts'
import { patch, put, readChangeOf, sent } from './testing.ts'

const PATH = '/apis/acme.io/v1/namespaces/prod/widgets/w'

/** A CRD whose spec has these properties, one a line. */
function crd(...properties: readonly string[]): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: acme.io
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          spec:
            properties:
${properties.map((line) => `              ${line}`).join('\n')}
`
}

const VERB = 'x-kubernetes-permission-verb'

/** The verbs, parameters and exclusions that an object’s changes need, field by field. */
function needs(schema: string, object: string, storedObject = '{}') {
  return Object.fromEntries(
    sent(put(object, PATH), { schema, storedObject }).map(({ path, permissions }) => [
      path,
      permissions.map(({ name, parameter, excluded }) =>
        [name, ...(parameter ? [parameter.value] : []), ...(excluded === 'never' ? [] : [excluded])].join(' '),
      ),
    ]),
  )
}

describe('a definition with markers', () => {
  it('names the verbs of fields; metadata has those of every object', () => {
    const schema = crd(`a: {type: string, ${VERB}: alpha}`, 'b: {type: string}')
    expect(needs(schema, '{"spec":{"a":"1","b":"2"},"metadata":{"labels":{"x":"y"}}}')).toEqual({
      'spec.a': ['alpha'],
      'spec.b': [],
      'metadata.labels[x]': ['metadata', 'labels', 'label x'],
    })
  })

  it('takes parameters from keys of maps, from a field of an entry, and from the value itself', () => {
    const by = 'x-kubernetes-permission-parameterized-by'
    const source = 'x-kubernetes-permission-parameter-source'
    const schema = crd(
      `quotas: {type: object, ${source}: quota, additionalProperties: {type: integer, ${VERB}: quota, ${by}: quota}}`,
      `ports: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port], items: {${VERB}: port, ${by}: port, properties: {port: {type: integer, ${source}: port}, open: {type: boolean}}}}`,
      `hosts: {type: array, x-kubernetes-list-type: set, items: {type: string, ${VERB}: host, ${by}: host, ${source}: host}}`,
    )
    const object = '{"spec":{"quotas":{"cpu":1},"ports":[{"port":80,"open":true}],"hosts":["a.io"]}}'
    expect(needs(schema, object)).toEqual({
      'spec.quotas[cpu]': ['quota cpu'],
      'spec.ports[port=80].port': ['port 80'],
      'spec.ports[port=80].open': ['port 80'],
      'spec.hosts[a.io]': ['host a.io'],
    })
  })

  it('counts both parameters where an entry at the same position becomes another', () => {
    const schema = crd(
      `rules: {type: array, items: {${VERB}: rule, x-kubernetes-permission-parameterized-by: kind, properties: {kind: {type: string, x-kubernetes-permission-parameter-source: kind}}}}`,
    )
    const changes = sent(put('spec: {rules: [{kind: b}]}', PATH), {
      schema,
      storedObject: 'spec: {rules: [{kind: a}]}',
    })
    expect(changes.map(({ permissions }) => permissions[0]?.parameter?.value)).toEqual(['a', 'b'])
  })

  it('excludes fields or values, in entries of lists without keys too', () => {
    const excluded = 'x-kubernetes-permission-excluded'
    const schema = crd(
      `a: {type: string, ${VERB}: alpha, ${excluded}: true}`,
      `b: {type: boolean, ${VERB}: beta, ${excluded}: [true]}`,
      `list: {type: array, items: {properties: {c: {type: string, ${VERB}: gamma, ${excluded}: true}}}}`,
    )
    expect(needs(schema, '{"spec":{"a":"1","b":true,"list":[{"c":"x"}]}}')).toEqual({
      'spec.a': ['alpha always'],
      'spec.b': ['beta this-value'],
      'spec.list[0].c': ['gamma always'],
    })
    expect(needs(schema, '{"spec":{"b":false}}')).toEqual({ 'spec.b': ['beta other-values'] })
    expect(needs(schema, '{"spec":{}}', '{"spec":{"b":true}}')).toEqual({ 'spec.b': ['beta other-values'] })
    // Whatever stood there, what comes is looked at in full.
    expect(needs(schema, '{"spec":{"list":[{"c":"x"}]}}', '{"spec":{"list":"none"}}')).toMatchObject({
      'spec.list[0].c': ['gamma always'],
    })
  })

  it('gives embedded objects the verbs of their metadata', () => {
    const schema = crd('template: {type: object, x-kubernetes-embedded-resource: true, properties: {}}')
    expect(needs(schema, '{"spec":{"template":{"metadata":{"labels":{"a":"b"}}}}}')).toEqual({
      'spec.template.metadata.labels[a]': ['metadata', 'labels', 'label a'],
    })
  })

  it('says whether the status is written apart', () => {
    const schema = crd('a: {type: string}')
    const body = 'status: {ready: true}'
    expect(Object.keys(needs(schema, body))).toEqual(['status.ready'])
    expect(needs(schema.replace('  - name: v1\n', '  - name: v1\n    subresources: {status: {}}\n'), body)).toEqual({})
  })
})

describe('a parameter that an expression processes', () => {
  const EXPRESSION = 'x-kubernetes-permission-parameter-expression'
  const hosts = (expression: string): string =>
    crd(
      `hosts: {type: object, x-kubernetes-permission-parameter-source: host, additionalProperties: {${VERB}: host, x-kubernetes-permission-parameterized-by: host, ${EXPRESSION}: ${expression}}}`,
    )
  /** A language of two words. */
  const language: ParameterLanguage = {
    parameter: (text) =>
      text === 'upper'
        ? { process: (value) => (value === 'none' ? { error: 'no such host' } : { text: value.toUpperCase() }) }
        : { problems: [{ code: 'no-word', message: `“${text}” is no word.`, fix: 'upper' }] },
  }
  const withHost = (host: string): string => put(`spec: {hosts: {${host}: x}}`, PATH)

  it('is what comes of it, beside the value that was given', () => {
    const parameter = (host: string) => {
      const { change } = readChangeOf(withHost(host), { schema: hosts('upper'), storedObject: '{}' }, language)
      return change.kind === 'fields' ? change.sent[0]?.permissions.at(-1)?.parameter : undefined
    }
    expect(parameter('web')).toEqual({ value: 'web', treatment: 'verbatim', processed: { text: 'WEB' } })
    expect(parameter('none')).toMatchObject({ value: 'none', processed: { error: 'no such host' } })
  })

  it('says what is wrong with it where it stands', () => {
    const { change, diagnostics } = readChangeOf(
      withHost('web'),
      { schema: hosts('lower'), storedObject: '{}' },
      language,
    )
    expect(change).toEqual({ kind: 'unknown' })
    expect(diagnostics).toMatchObject([
      { severity: 'error', code: 'no-word', fix: 'upper', range: { source: 'schema', line: 13 } },
    ])
  })

  it('needs a language', () => {
    expect(() => readChangeOf(withHost('web'), { schema: hosts('upper'), storedObject: '{}' })).toThrow(
      'needs a language',
    )
  })
})

describe('a definition that cannot be used', () => {
  const complaints = (schema: string) =>
    readChangeOf(patch('merge-patch+json', '{}', PATH), { schema, storedObject: '{}' }).diagnostics.map(
      ({ code, range: { source, line, column } }) => `${code} ${source} ${line}:${column}`,
    )

  const upTo = (line: string): string => crd('a: {}').split(line)[0] ?? ''

  it.each([
    ['no definition', 'kind: Widget', 'no-crd schema 1:7'],
    ['no version', upTo('  versions:'), 'incomplete-crd schema 4:3'],
    ['no schema', upTo('    schema:'), 'no-schema schema 7:5'],
    ['a name that is none', crd(`a: {${VERB}: not.this}`), 'bad-permission-name schema 13:49'],
    ['a name that is no text', crd(`a: {${VERB}: 3}`), 'bad-marker schema 13:49'],
    ['a marker that is none', crd('a: {x-kubernetes-permission-verbs: x}'), 'unknown-marker schema 13:50'],
    ['a marker without a verb', crd('a: {x-kubernetes-permission-excluded: true}'), 'marker-without-verb schema 13:53'],
    [
      'a parameter that nothing supplies',
      crd(`a: {${VERB}: x, x-kubernetes-permission-parameterized-by: key}`),
      'no-parameter-source schema 13:94',
    ],
    [
      'a treatment that is none',
      crd(`a: {${VERB}: x, x-kubernetes-permission-parameter-treatment: upper}`),
      'unknown-treatment schema 13:97',
    ],
    [
      'an exclusion that is neither',
      crd(`a: {${VERB}: x, x-kubernetes-permission-excluded: no way}`),
      'bad-excluded schema 13:86',
    ],
  ])('for %s is an error at its place', (_, schema, complaint) => {
    expect(complaints(schema)).toEqual([complaint])
  })

  it('is a warning where it is another resource’s', () => {
    expect(complaints(crd('a: {}').replace('widgets', 'gadgets'))).toEqual(['another-resource schema 5:19'])
  })
})
