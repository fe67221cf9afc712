import { DESIGN_LIST } from '@authz-playground/engine'
import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import type { DesignRow } from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'
import { summaryOf } from './summary.ts'

const FORBIDDEN = { kind: 'forbidden', code: 403 } as const
const ALLOWED = { kind: 'allowed', code: 200 } as const

/** A row for each design: allowed, refused, or refused in words that the policy does not have. */
function rows(of: (design: string) => 'allowed' | 'refused' | 'words'): readonly DesignRow[] {
  return DESIGN_LIST.map(({ id: design }) => {
    const row = { design, checks: 1, message: '', constraint: '' }
    const as = of(design)
    return { ...row, outcome: as === 'allowed' ? ALLOWED : FORBIDDEN, ...(as === 'words' && { notInItsWords: true }) }
  })
}
const said = (of: Parameters<typeof rows>[0]): string => {
  const all = rows(of)
  return summaryOf(all, all[0])
}
const all = IMPERSONATION_DESIGNS.length

describe('the sentence of a comparison', () => {
  it('says that all answer alike', () => {
    expect(said(() => 'allowed')).toBe(`All ${all} designs of impersonation answer 200.`)
  })

  it('counts what is allowed, what is refused, and what the policy does not say in the words of a design', () => {
    const released = ['constrained', 'compiled', 'fine-grained']
    expect(said((design) => (released.includes(design) ? 'allowed' : design === 'legacy' ? 'refused' : 'words'))).toBe(
      `Of ${all} designs of impersonation, 2 answer 200 and 1 answers 403. In the words of the other ${all - 3} this policy grants the requestor nothing: their 403 is about the words, not about the permission. “Conditions as 1.37 has them” and “Fine-grained authorization” impersonate as released, and are not counted.`,
    )
  })

  it('says so where it grants nothing in any words', () => {
    expect(said(() => 'words')).toMatch(/^In the words of any of the \d+ designs of impersonation this policy grants /)
  })

  it('counts a design that impersonates as released separately, and only where it answers otherwise', () => {
    expect(said((design) => (design === 'fine-grained' ? 'refused' : 'allowed'))).toBe(
      `All ${all} designs of impersonation answer 200. “Fine-grained authorization”, which is not counted, answers 403.`,
    )
  })
})
