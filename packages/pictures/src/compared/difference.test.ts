import { plainText, userInfo } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import type { DesignRow } from './design-row.ts'
import { differenceInWords } from './difference.ts'

const row = (rest: Partial<DesignRow>): DesignRow => ({
  design: 'test',
  outcome: { kind: 'allowed', code: 200 },
  checks: 3,
  message: '',
  constraint: '',
  ...rest,
})
const refused = (checks: number): DesignRow =>
  row({
    outcome: { kind: 'forbidden', code: 403 },
    checks,
    decisive: { question: ['May ctl ', { code: 'impersonate' }, ' jane?'], decision: 'NoOpinion' },
    message: 'forbidden',
  })
const words = (left: DesignRow, right: DesignRow) =>
  plainText(
    differenceInWords([
      { title: 'One', row: left },
      { title: 'Other', row: right },
    ]),
  )

describe('what differs between two designs', () => {
  it('is the answer, with the check that refuses', () => {
    expect(words(row({}), refused(1))).toBe(
      '“One” answers 200 after 3 checks; “Other” answers 403 after 1 check: may ctl impersonate jane? NoOpinion.',
    )
    expect(words(row({ outcome: { kind: 'bad-request', code: 400 }, checks: 0 }), row({}))).toBe(
      '“One” answers 400 without a check; “Other” answers 200 after 3 checks.',
    )
  })

  it('is the number of checks where the answer is the same', () => {
    expect(words(row({}), row({}))).toBe('Both answer 200 after 3 checks.')
    expect(words(row({}), row({ checks: 5 }))).toBe('Both answer 200, “One” after 3 checks and “Other” after 5 checks.')
  })

  it('is what client, authorizers and audit log get to see beside it', () => {
    const jane = (groups: readonly string[]) => ({ impersonatedUser: userInfo({ username: 'jane', groups }) })
    expect(words(row(jane(['a'])), row(jane(['a'])))).toBe('Both answer 200 after 3 checks.')
    expect(words(row(jane(['a'])), row(jane(['a', 'b'])))).toMatch(
      / What differs: the user that the request goes on as\.$/,
    )
    expect(words(refused(2), { ...refused(2), message: 'other', constraint: 'x' })).toMatch(
      /What differs: the message that the client reads; what the audit event names as constraint\.$/,
    )
  })

  it('is nothing where one of them is not decided', () => {
    const { outcome: _, ...undecided } = row({})
    expect(words(row({}), undecided)).toBe('')
  })
})
