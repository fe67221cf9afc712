import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LibraryEntry } from '../../worker/library-entry.ts'
import { duplicated, type Making, merged, removed, renamed, restored, saved } from './changes.ts'

function making(now = 100): Making {
  let last = 0
  return { now, newId: () => `new-${++last}` }
}

const entry = (name: string, text = `${name}’s`, rest: Partial<LibraryEntry> = {}): LibraryEntry => ({
  id: `id of ${name}`,
  name,
  text,
  changed: 1,
  revision: 1,
  ...rest,
})
const shown = (entries: readonly LibraryEntry[]) => entries.map(({ name, text }) => `${name}: ${text}`)

describe('saving', () => {
  it('keeps a scenario under a new name', () => {
    const { entries, result } = saved([entry('a')], { name: 'b', text: 'x' }, undefined, making())
    expect(shown(entries)).toEqual(['a: a’s', 'b: x'])
    expect(result).toMatchObject({ kind: 'kept', entry: { name: 'b', changed: 100, revision: 1 } })
  })

  it('changes nothing where it is there already', () => {
    const before = [entry('a', 'x')]
    const { entries, result } = saved(before, { name: 'a', text: 'x' }, undefined, making())
    expect(entries).toBe(before)
    expect(result).toEqual({ kind: 'same', entry: before[0] })
  })

  it('replaces nothing that the person has not seen', () => {
    const there = entry('a', 'theirs', { revision: 4 })
    for (const seen of [undefined, { ...there, revision: 3 }, { ...there, id: 'another' }]) {
      const { entries, result } = saved([there], { name: 'a', text: 'mine' }, seen, making())
      expect(entries).toEqual([there])
      expect(result).toEqual({ kind: 'taken', entry: there })
    }
  })

  it('replaces what the person has seen, and says what that was', () => {
    const there = entry('a', 'old', { revision: 4 })
    const { entries, result } = saved([there], { name: 'a', text: 'new' }, there, making())
    expect(entries).toEqual([{ ...there, text: 'new', changed: 100, revision: 5 }])
    expect(result).toMatchObject({ kind: 'kept', before: there })
  })
})

describe('renaming', () => {
  it('gives another name, and none that is taken', () => {
    const all = [entry('a'), entry('b')]
    expect(renamed(all, entry('a'), 'c', making())).toMatchObject({ entries: [{ name: 'c' }, { name: 'b' }] })
    expect(renamed(all, entry('a'), 'b', making())).toEqual({ entries: all, result: 'taken' })
    expect(renamed(all, entry('z'), 'c', making())).toEqual({ entries: all, result: 'gone' })
  })

  it('to its own name changes nothing', () => {
    const all = [entry('a')]
    expect(renamed(all, entry('a'), 'a', making())).toEqual({ entries: all, result: 'renamed' })
  })
})

it('a duplicate has the next free name', () => {
  const { entries } = duplicated([entry('a'), entry('a (2)')], entry('a'), making())
  expect(shown(entries)).toEqual(['a: a’s', 'a (2): a (2)’s', 'a (3): a’s'])
})

describe('a deleted entry', () => {
  it('comes back as another page has left it', () => {
    const changed = entry('a', 'newer', { revision: 7 })
    expect(removed([changed], entry('a')).result).toBe(changed)
    expect(removed([], entry('a')).result).toBeUndefined()
  })

  it('comes back beside what has taken its name', () => {
    const { entries } = restored([entry('a', 'other', { id: 'x' })], entry('a'), undefined, making())
    expect(shown(entries)).toEqual(['a: other', 'a (2): a’s'])
  })

  it('comes back beside itself where it was changed since, and in place of its replacement where not', () => {
    const old = entry('a', 'old')
    const replacement = entry('a', 'new', { revision: 2 })
    expect(shown(restored([replacement], old, replacement, making()).entries)).toEqual(['a: old'])
    const changedSince = entry('a', 'newest', { revision: 3 })
    expect(shown(restored([changedSince], old, replacement, making()).entries)).toEqual(['a: newest', 'a (2): old'])
  })
})

describe('importing', () => {
  it('keeps both where a name is taken by something else, and nothing twice', () => {
    const incoming = [
      { name: 'a', text: 'other' },
      { name: 'b', text: 'b’s' },
      { name: 'c', text: 'c’s' },
    ]
    const once = merged([entry('a'), entry('b')], incoming, making())
    expect(shown(once.entries)).toEqual(['a: a’s', 'b: b’s', 'a (2): other', 'c: c’s'])
    expect(once.result).toEqual({ added: ['c'], renamed: [{ from: 'a', to: 'a (2)' }], same: ['b'] })
    const twice = merged(once.entries, incoming, making())
    expect(twice.entries).toEqual(once.entries)
    expect(twice.result).toEqual({ added: [], renamed: [], same: ['a (2)', 'b', 'c'] })
  })

  it('leaves everything that is there as it is, and has all that comes', () => {
    const one = fc.record({ name: fc.constantFrom('a', 'a (2)', 'b', 'c'), text: fc.constantFrom('x', 'y', 'z') })
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ name }) => name }), fc.array(one), (own, incoming) => {
        const before = own.map(({ name, text }) => entry(name, text))
        const { entries } = merged(before, incoming, making())
        expect(entries.slice(0, before.length)).toEqual(before)
        expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length)
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
        for (const { text } of incoming) expect(entries.map((kept) => kept.text)).toContain(text)
      }),
    )
  })
})
