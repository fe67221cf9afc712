import { DESIGN_LIST } from '@authz-playground/engine'
import type { DesignRow } from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'
import { byAnswer } from './groups.ts'

describe('groups of designs', () => {
  it('put those with the answer of the design on the page first, and those that do not decide last', () => {
    const designs = DESIGN_LIST.slice(0, 4)
    const [a = '', b = '', c = '', d = ''] = designs.map(({ id }) => id)
    const row = (design: string, outcome?: DesignRow['outcome']): DesignRow => ({
      design,
      checks: 1,
      message: '',
      constraint: '',
      ...(outcome && { outcome }),
    })
    const rows = [
      row(a, { kind: 'allowed', code: 200 }),
      row(b),
      row(c, { kind: 'forbidden', code: 403 }),
      row(d, { kind: 'allowed', code: 200 }),
    ]
    const seen = (here: string) =>
      byAnswer(designs, rows, here).map(({ title, entries }) => [title, entries.map(({ id }) => id)])
    expect(seen(a)).toEqual([
      ['2 designs answer 200', [a, d]],
      ['1 design answers 403', [c]],
      ['Not decided', [b]],
    ])
    expect(seen(c).map(([title]) => title)).toEqual(['1 design answers 403', '2 designs answer 200', 'Not decided'])
  })
})
