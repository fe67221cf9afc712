import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { edited } from '../../text/index.ts'
import { addDocuments } from '../index.ts'

const role = (name: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name },
  rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
})
const ROLE = (name: string, lists = (texts: string) => ` ["${texts}"]`) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: ${name}\nrules:\n- apiGroups:${lists('')}\n  resources:${lists('pods')}\n  verbs:${lists('get')}\n`

function added(text: string, ...names: readonly string[]): string {
  return edited(text, [addDocuments(text, names.map(role))])
}

describe('a document', () => {
  it('begins an empty text', () => {
    expect(added('', 'a')).toBe(ROLE('a'))
    expect(added('\n', 'a')).toBe(`\n${ROLE('a')}`)
  })

  it('follows a line of ---, which is added where the text does not end with one', () => {
    expect(added(ROLE('a'), 'b', 'c')).toBe(`${ROLE('a')}---\n${ROLE('b')}---\n${ROLE('c')}`)
    expect(added(ROLE('a').trimEnd(), 'b')).toBe(`${ROLE('a')}---\n${ROLE('b')}`)
    expect(added(`${ROLE('a')}---\n`, 'b')).toBe(`${ROLE('a')}---\n${ROLE('b')}`)
    expect(added(`${ROLE('a')}---`, 'b')).toBe(`${ROLE('a')}---\n${ROLE('b')}`)
    expect(added(`${ROLE('a')}--- # more\n\n`, 'b')).toBe(`${ROLE('a')}--- # more\n\n${ROLE('b')}`)
    expect(added(`${ROLE('a')}...\n`, 'b')).toBe(`${ROLE('a')}...\n---\n${ROLE('b')}`)
    expect(added('# nothing yet\n', 'a')).toBe(`# nothing yet\n---\n${ROLE('a')}`)
  })

  it('has the line breaks and lists of the text', () => {
    const crlf = ROLE('a').replaceAll('\n', '\r\n')
    expect(added(crlf, 'b')).toBe(`${crlf}---\r\n${ROLE('b').replaceAll('\n', '\r\n')}`)
    const plain = (text: string) => (text === '' ? ' [""]' : ` [${text}]`)
    expect(added(ROLE('a', plain), 'b')).toBe(`${ROLE('a', plain)}---\n${ROLE('b', plain)}`)
    const block = (text: string) => (text === '' ? '\n  - ""' : `\n  - ${text}`)
    expect(added(ROLE('a', block), 'b')).toBe(`${ROLE('a', block)}---\n${ROLE('b', block)}`)
  })

  it('is a JSON object after JSON objects, since kubectl reads no YAML after two of them', () => {
    const one = JSON.stringify(role('a'))
    const b = JSON.stringify(role('b'), undefined, 2)
    expect(added(one, 'b')).toBe(`${one}\n${b}\n`)
    expect(added(`${one}\n${one}\n`, 'b')).toBe(`${one}\n${one}\n${b}\n`)
    expect(added(`${one}\n---\n${ROLE('b')}`, 'c')).toBe(`${one}\n---\n${ROLE('b')}---\n${ROLE('c')}`)
  })

  const kept = fc.array(
    fc.constantFrom(
      ROLE('a'),
      ROLE('b').trimEnd(),
      '# c\n',
      '...\n',
      '---\n',
      '\n',
      '\r\n',
      '--- # c\r\n',
      'x: |\n  y\n\n',
    ),
    { maxLength: 6 },
  )
  it('is read after all that was read before', () => {
    const names = (text: string) => readPolicy(text).roles.map(({ name }) => name)
    fc.assert(
      fc.property(kept, fc.boolean(), (pieces, json) => {
        const begin = json ? `${JSON.stringify(role('j'))}\n` : ''
        const text = begin + pieces.join(pieces.length > 3 ? '---\n' : '\n---\n')
        fc.pre(readPolicy(text).diagnostics.every(({ severity }) => severity !== 'error'))
        expect(names(added(text, 'new', 'newer'))).toEqual([...names(text), 'new', 'newer'])
        expect(added(text, 'new').startsWith(text)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
