import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPolicy } from '../read/read-policy.ts'
import { documentTree, fieldSchemaAt, placeAt } from './place.ts'

const HEAD = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: a\n'

/** The place of the `|` in a text: its role, path, and the text that it spans. */
function placeIn(marked: string) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const place = placeAt(readPolicy(text), offset)
  if (place === undefined) return undefined
  const { role, path, span, object } = place
  return {
    role,
    path: path.join('.'),
    text: text.slice(span.start, span.end),
    kind: object?.kind,
    field: fieldSchemaAt(place)?.name,
  }
}

describe('places in valid YAML', () => {
  it.each([
    ['rules:\n- ver|bs: [get]\n', 'key', 'rules.0.verbs', 'verbs'],
    ['rules:\n- verbs: [get, "li|st"]\n', 'value', 'rules.0.verbs.1', '"list"'],
    ['rules:\n- verbs: [get, |]\n', 'value', 'rules.0.verbs.1', ''],
    ['rules:\n- verbs: [|]\n', 'value', 'rules.0.verbs.0', ''],
    ['rules:\n- verbs:\n  - get\n  - |\n', 'value', 'rules.0.verbs.1', ''],
    ['rules:\n- verbs: |\n', 'value', 'rules.0.verbs', ''],
    ['rules:\n- verbs: [get]\n  |\n', 'gap', 'rules.0', ''],
    ['rules:\n- verbs: [get]\n|\n', 'gap', '', ''],
    ['rules:\n- verbs: [get]\n\n  |\n\n  resources: [a]\n', 'gap', 'rules.0', ''],
    ['rules:\n  |\n', 'gap', 'rules', ''],
    ['rules:\n- |\n', 'value', 'rules.0', ''],
    ['  |\n', 'gap', 'metadata', ''],
    ['rules: [{verbs: [ge|t], resources: []}]\n', 'value', 'rules.0.verbs.0', 'get'],
    ['rules: [{verbs: [get], |}]\n', 'gap', 'rules.0', ''],
    ['rules:\n- verbs: [get]   |\n', 'gap', 'rules.0', ''],
  ])('%j', (text, role, path, at) => {
    expect(placeIn(HEAD + text)).toMatchObject({ role, path, text: at, kind: 'ClusterRole' })
  })

  it('names the field by the schema', () => {
    expect(placeIn(`${HEAD}rules:\n- verbs: [ge|t]\n`)?.field).toBe('verbs')
    expect(placeIn('apiVersion: v1\nkind: Pod\nspec: {a: |b}\n')).toMatchObject({ kind: 'Pod', field: undefined })
  })

  it('knows the object around it in a list', () => {
    const list =
      'apiVersion: v1\nkind: List\nitems:\n- kind: Pod\n- kind: Role\n  apiVersion: rbac.authorization.k8s.io/v1\n  rules:\n  - verbs: [ge|t]\n'
    expect(placeIn(list)).toMatchObject({ path: 'items.1.rules.0.verbs.0', kind: 'Role', field: 'verbs' })
    expect(
      placeIn(list.replace('kind: Li|st', 'kind: List').replace('|', '').replace('items:', 'it|ems:')),
    ).toMatchObject({ kind: 'List' })
    const typed = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleList\nitems:\n- rules:\n  - verbs: [ge|t]\n'
    expect(placeIn(typed)).toMatchObject({ kind: 'Role', field: 'verbs' })
  })

  it('is in the document that the offset is in', () => {
    expect(placeIn('kind: Role\n---\nki|nd: ClusterRole\n')).toMatchObject({ role: 'key', kind: 'ClusterRole' })
    expect(placeIn('kind: Role\n-|--\nkind: ClusterRole\n')).toBeUndefined()
    expect(placeIn('|')).toMatchObject({ role: 'gap', path: '', kind: undefined })
    expect(placeIn('{"kind": "Role", "rules": [{"ver|bs": []}]}')).toMatchObject({
      path: 'rules.0.verbs',
      field: 'verbs',
    })
    expect(placeAt(readPolicy('a: b'), 99)).toBeUndefined()
  })
})

describe('the tree of a document', () => {
  it('has the target of an alias at its place in the text, also after other documents', () => {
    const text = `${HEAD}---\n${HEAD}rules:\n- verbs: &all [get]\n- verbs: *all\n`
    const policy = readPolicy(text)
    const [, second] = policy.documents
    const tree = second && documentTree(policy, second)
    const rules = tree?.kind === 'mapping' ? tree.pairs.at(-1)?.value : undefined
    const verbs = rules?.kind === 'sequence' ? rules.items.map((rule) => rule.kind === 'mapping' && rule.pairs[0]) : []
    const [anchored, alias] = verbs.map((pair) => (pair ? pair.value : undefined))
    expect(anchored && text.slice(anchored.start, anchored.end)).toBe('[get]')
    expect(alias?.kind === 'alias' && alias.target).toBe(anchored)
  })
})

describe('places in text that is not YAML yet', () => {
  it.each([
    ['a key that is being typed', 'rules:\n- verbs: [get]\n  res|\n', 'key', 'rules.0.res', 'res'],
    ['a bracket that is open', 'rules:\n- verbs: [get, |\n  resources: [a]\n', 'value', 'rules.0.verbs.1', ''],
    ['a quote that is open', 'rules:\n- verbs: [get, "li|\n  resources: [a]\n', 'value', 'rules.0.verbs.1', '"li'],
    [
      'a quote that the next one closes',
      'rules:\n- verbs: ["impersonate-on:|\n  apiGroups: [""]\n',
      'value',
      'rules.0.verbs.0',
      '"impersonate-on:',
    ],
    ['a tab', 'rules:\n\t- verbs: [ge|t]\n', 'value', 'rules.0.verbs.0', 'get'],
    ['an asterisk', 'rules:\n- verbs: [*|]\n', 'value', 'rules.0.verbs.0', '*'],
    [
      'a line that is broken further down',
      'rules:\n- verbs: [ge|t]\n- verbs\nfoo: ]\n',
      'value',
      'rules.0.verbs.0',
      'get',
    ],
  ])('%s', (_, text, role, path, at) => {
    expect(placeIn(HEAD + text)).toMatchObject({ role, path, text: at, kind: 'ClusterRole' })
  })

  it('answers at every offset of any text', () => {
    const fragment = fc.constantFrom(
      'a',
      'kind: ',
      ': ',
      '- ',
      '\n',
      '\n  ',
      '\n- ',
      '[',
      ']',
      '{',
      '}',
      ', ',
      '"',
      "'",
      '|\n',
      '*',
      '\t',
      '# ',
      '---\n',
      'é😀',
    )
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
        const text = fragments.join('')
        const policy = readPolicy(text)
        for (let offset = 0; offset <= text.length; offset++) {
          const place = placeAt(policy, offset)
          if (place === undefined) continue
          expect(place.span.start).toBeLessThanOrEqual(offset)
          expect(place.span.end).toBeGreaterThanOrEqual(offset)
          expect(place.span.end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('gives up on a large document that nothing mends', () => {
    const text = `${'[a\n'.repeat(400_000)}`
    expect(placeAt(readPolicy(text), 10)).toMatchObject({ role: 'gap', path: [] })
  })
})
