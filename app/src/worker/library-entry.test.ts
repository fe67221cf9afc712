import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeName, inOrder, isEntry, type LibraryEntry, matchingEntries, nameOf, stemOf } from './library-entry.ts'

const entry = (name: string, rest: Partial<LibraryEntry> = {}): LibraryEntry => ({
  id: name,
  name,
  text: 'version: 1\n',
  changed: 0,
  revision: 1,
  ...rest,
})

describe('a name', () => {
  it.each([
    ['  Jane ', 'Jane'],
    ['two\nlines\tand  blanks', 'two lines and blanks'],
    ['e\u0301', 'é'],
    ['権限 🦊', '権限 🦊'],
    ['\u0000', ''],
  ])('of %j is %j', (title, name) => expect(nameOf(title)).toBe(name))

  it('stays as it is once it is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        expect(nameOf(nameOf(title))).toBe(nameOf(title))
      }),
    )
  })

  it('that is taken gets the next free number', () => {
    expect(freeName('Jane', [])).toBe('Jane')
    expect(freeName('Jane', [entry('Jane')])).toBe('Jane (2)')
    expect(freeName('Jane', [entry('Jane'), entry('Jane (2)')])).toBe('Jane (3)')
    expect(freeName('Jane (2)', [entry('Jane (2)'), entry('Jane')])).toBe('Jane (3)')
    expect(freeName('(2)', [entry('(2)')])).toBe('(2) (2)')
  })

  it('that is free is unused, and has the same stem', () => {
    const name = fc.constantFrom('a', 'a (2)', 'a (3)', '(2)', 'b')
    fc.assert(
      fc.property(name, fc.array(name), (wanted, taken) => {
        const free = freeName(
          wanted,
          taken.map((one) => entry(one)),
        )
        expect(taken).not.toContain(free)
        expect(stemOf(free)).toBe(stemOf(wanted))
      }),
    )
  })
})

it('the last changed comes first, and of those changed at once the order is that of their names', () => {
  const all = [entry('b', { changed: 5 }), entry('new', { changed: 9 }), entry('a', { changed: 5 })]
  expect(inOrder(all).map(({ name }) => name)).toEqual(['new', 'a', 'b'])
})

describe('searching', () => {
  const all = [entry('Nodes', { text: 'request: kubectl get NODES' }), entry('Pods', { text: 'kubectl get pods' })]
  const found = (typed: string) => matchingEntries(all, typed).map(({ name }) => name)

  it('needs every word, in any case, in the name or in the text', () => {
    expect(found(' ')).toEqual(['Nodes', 'Pods'])
    expect(found('PODS')).toEqual(['Pods'])
    expect(found('get nodes')).toEqual(['Nodes'])
    expect(found('get zebra')).toEqual([])
  })
})

it('a value that a newer page has written differently is not an entry', () => {
  expect(isEntry(entry('a'))).toBe(true)
  for (const other of [null, 'a', {}, { ...entry('a'), text: 1 }, { ...entry('a'), changed: Number.NaN }]) {
    expect(isEntry(other)).toBe(false)
  }
})
