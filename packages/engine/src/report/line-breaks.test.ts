import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RichText } from '../trace/index.ts'
import { plainText } from '../words/index.ts'
import { brokenIntoLines } from './line-breaks.ts'

const lines = (label: RichText, width: number) => brokenIntoLines(label, width).map(plainText)

const word = fc.string({ unit: fc.constantFrom('a', 'b', '-', ':'), minLength: 1, maxLength: 12 })
const label: fc.Arbitrary<RichText> = fc.array(
  fc.oneof(
    fc.array(word).map((words) => words.join(' ')),
    word.map((code) => ({ code })),
  ),
)

describe('breaking a label into lines', () => {
  it('keeps a short label on one line', () => {
    expect(lines(['receive request'], 30)).toEqual(['receive request'])
  })

  it('makes lines of about equal length rather than a long and a short one', () => {
    expect(lines(['Requester is authorized to impersonate the target action'], 40)).toEqual([
      'Requester is authorized to',
      'impersonate the target action',
    ])
  })

  it('keeps a Kubernetes noun, and what sticks to it, in one piece', () => {
    expect(lines(['legacy ', { code: 'impersonate' }, '? (older filter)'], 14)).toEqual([
      'legacy',
      'impersonate?',
      '(older filter)',
    ])
  })

  it('may break between two nouns of which the first ends in a colon, and puts no space between them otherwise', () => {
    const verb: RichText = [{ code: 'impersonate-on:' }, { code: 'user-info:‹verb›' }, '?']
    expect(lines(verb, 20)).toEqual(['impersonate-on:', 'user-info:‹verb›?'])
    expect(lines(verb, 40)).toEqual(['impersonate-on:user-info:‹verb›?'])
  })

  it('lets a word that is longer than a line have a line of its own', () => {
    expect(lines([{ code: 'impersonate-on:associated-node:‹verb›' }, '?'], 10)).toEqual([
      'impersonate-on:associated-node:‹verb›?',
    ])
  })

  it('keeps every word, in order, and which of them are nouns', () => {
    fc.assert(
      fc.property(label, fc.integer({ min: 0, max: 40 }), (words, width) => {
        const broken = brokenIntoLines(words, width)
        const squeezed = (text: string) => text.replaceAll(/\s/g, '')
        expect(squeezed(broken.map(plainText).join(' '))).toBe(squeezed(plainText(words)))
        if (broken.length === 1)
          expect(broken.map(plainText).join('').split(' ')).toEqual(plainText(words).split(' ').filter(Boolean))
        const nouns = (all: RichText) => all.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.code]))
        expect(broken.flatMap(nouns)).toEqual(nouns(words))
      }),
    )
  })

  it('makes no line longer than the width unless a single piece is', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 12, max: 40 }), (words, width) => {
        for (const line of lines([words.join(' ')], width)) expect(line.length).toBeLessThanOrEqual(width)
      }),
    )
  })
})
