import type { Trace } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import type { ChangesView, FieldView } from '../../worker/answer.ts'
import { changesGlance, changesInWords, figuresOf, firstFields, promise } from './changed-fields.ts'

type Checks = NonNullable<Trace['fieldChecks']>

function changesOf(total: number, fieldChecks?: Checks, rest: Partial<ChangesView> = {}) {
  const changes: ChangesView = { sendsObject: true, fields: [], total, most: 0, steps: new Map(), ...rest }
  return { changes, trace: { ...(fieldChecks && { fieldChecks }) } as Trace }
}

const checks = (changed: number, toCover: number, made: number, missing?: string): Checks => ({
  changed,
  toCover,
  checks: made,
  ...(missing !== undefined && { missing }),
})

describe('what a request changes', () => {
  it.each([
    ['The request sends no object, so it changes no field.', changesOf(0, undefined, { sendsObject: false })],
    ['The object stays as it is: no field changes.', changesOf(0, checks(0, 0, 0))],
    ['1 field changes, and the request was decided before it was checked.', changesOf(1)],
    ['3 fields change, and each is covered by a verb for fields.', changesOf(3, checks(3, 3, 7))],
    ['1 field changes, and it is covered by a verb for fields.', changesOf(1, checks(1, 1, 3))],
    ['1 field changes, and nothing covers it.', changesOf(1, checks(1, 1, 3, 'x'))],
    ['40 fields change, and the first that nothing covers ends the request.', changesOf(40, checks(40, 40, 3, 'x'))],
    ['2 fields change, and no verb for fields has to be held for that.', changesOf(2, checks(2, 0, 0))],
    ['2 fields change, of which 1 has to be covered by verbs for fields, and is.', changesOf(2, checks(2, 1, 2))],
    [
      '1 field changes, and it is covered by a verb for fields. Webhooks change 1 more, after the checks.',
      changesOf(2, checks(1, 1, 3)),
    ],
  ])('is said: %s', (words, changes) => expect(changesInWords(changes)).toBe(words))

  it('is counted at a glance', () => {
    expect(changesGlance(changesOf(1, checks(1, 1, 3)))).toBe('1 field, 3 checks')
    expect(changesGlance(changesOf(40))).toBe('40 fields')
  })
})

describe('its cost', () => {
  it('is in numbers beside each other, and absent where no field was checked', () => {
    const figures = figuresOf(changesOf(2, checks(2, 1, 2), { most: 2 })).map(({ name, value }) => `${value} ${name}`)
    expect(figures).toEqual(['2 Fields', '1 To cover', '2 Checks for them', '2 At most'])
    expect(figuresOf(changesOf(2))).toEqual([])
  })

  it('is compared with what the KEP promises, from a few fields on', () => {
    expect(promise(changesOf(3, checks(3, 3, 7)))).toBeUndefined()
    expect(promise(changesOf(40, checks(40, 40, 1), { most: 42 }))).toMatch(
      /log₂ of 40 is 5\.3\. Whoever held each specific verb and no general one would cost 42\.$/,
    )
    expect(promise(changesOf(40, checks(40, 40, 42), { most: 42 }))).toMatch(/one by one cost a check each\.$/)
    expect(promise(changesOf(40, checks(40, 40, 3, 'x'), { most: 42 }))).toMatch(/what its sender holds, and the depth/)
  })
})

describe('the first fields of many', () => {
  const fields = ['a', 'b', 'c', 'd'].map((path): FieldView => {
    const coverage = path === 'd' ? 'missing' : 'verb'
    return { path, byWebhook: false, coverage, verbs: [] }
  })

  it('have the one among them that ended the request', () => {
    expect(firstFields(fields, 2).map(({ path }) => path)).toEqual(['a', 'd'])
    expect(firstFields(fields, 4)).toEqual(fields)
    expect(firstFields(fields.slice(0, 3), 2).map(({ path }) => path)).toEqual(['a', 'b'])
  })
})
