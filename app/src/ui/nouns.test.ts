import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withNouns } from './nouns.ts'

describe('the nouns of a clause', () => {
  it('are verbs, modes, users, API groups, headers and gates', () => {
    expect(withNouns('the headers ask for system:node:n1, and ConstrainedImpersonation is on')).toEqual([
      'the headers ask for ',
      { code: 'system:node:n1' },
      ', and ',
      { code: 'ConstrainedImpersonation' },
      ' is on',
    ])
    expect(withNouns('the requestor does not hold impersonate for the whole target')).toEqual([
      'the requestor does not hold ',
      { code: 'impersonate' },
      ' for the whole target',
    ])
    expect(withNouns('the rules of Story 1 say authentication.k8s.io.')).toEqual([
      'the rules of Story 1 say ',
      { code: 'authentication.k8s.io' },
      '.',
    ])
    expect(withNouns('more than Impersonate-User is asked for')).toEqual([
      'more than ',
      { code: 'Impersonate-User' },
      ' is asked for',
    ])
  })

  it('are whatever is too long for an ordinary word', () => {
    const name = 'aA'.repeat(1_000_000)
    expect(withNouns(`${name}! is not a node`)).toEqual([{ code: `${name}!` }, ' is not a node'])
  })

  it('are not ordinary words', () => {
    const clause = 'the request has no opinion of RBAC, or so'
    expect(withNouns(clause)).toEqual([clause])
  })

  it('never change the clause', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.lorem({ mode: 'sentences' })), (clause) => {
        expect(
          withNouns(clause)
            .map((word) => (typeof word === 'string' ? word : word.code))
            .join(''),
        ).toBe(clause)
      }),
    )
  })
})
