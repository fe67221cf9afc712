import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWebhook } from './read-webhook.ts'

describe('a table of reviews and answers', () => {
  it('has entries with a part of a SubjectAccessReview’s spec', () => {
    const table = readWebhook(`- match:
    user: deputy
    groups: [agents]
    resourceAttributes: {verb: impersonate, group: "", resource: users}
  answer: Deny
  reason: not today
---
- match: {nonResourceAttributes: {path: /healthz}}
  answer: Error
- answer: NoOpinion
`)
    expect(table.diagnostics).toEqual([])
    expect(table.entries.map(({ answer, reason }) => [answer, reason])).toEqual([
      ['Deny', 'not today'],
      ['Error', ''],
      ['NoOpinion', ''],
    ])
    expect(table.entries[0]?.match).toEqual({
      user: new Map([['user', 'deputy']]),
      groups: ['agents'],
      resourceAttributes: new Map([
        ['verb', 'impersonate'],
        ['group', ''],
        ['resource', 'users'],
      ]),
    })
  })

  it.each([
    ['a mapping', 'match: {}\nanswer: Allow\n', 'not-a-table', 1],
    ['an entry that is a text', '- Allow\n', 'not-an-entry', 1],
    ['an unknown field', '- match: {verb: get}\n  answer: Allow\n', 'unknown-field', 1],
    ['an answer in small letters', '- match: {}\n  answer: allow\n', 'wrong-answer', 2],
    ['no answer', '- match: {}\n', 'wrong-answer', 1],
    ['a number for a text', '- match: {user: 1}\n  answer: Allow\n', 'number-not-string', 1],
    [
      'a resource and another path',
      '- match: {resourceAttributes: {}, nonResourceAttributes: {}}\n  answer: Allow\n',
      'both-attributes',
      1,
    ],
  ])('is refused with %s', (_, text, code, line) => {
    const { diagnostics, entries } = readWebhook(text)
    expect(diagnostics).toMatchObject([{ severity: 'error', code, range: { source: 'webhook', line } }])
    expect(entries).toEqual([])
  })

  it('may be empty', () => expect(readWebhook('# nothing yet\n')).toMatchObject({ entries: [], diagnostics: [] }))

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(readWebhook(text).text).toBe(text)
      }),
      { numRuns: 200 },
    )
  })
})
