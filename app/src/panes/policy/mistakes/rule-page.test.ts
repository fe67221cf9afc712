import { RULE_NAMES } from '@authz-playground/engine/internal/lint'
import { describe, expect, it } from 'vitest'
import { rulePage } from './rule-page.ts'

describe('the page about a rule', () => {
  it.each(RULE_NAMES)('says why %s is one, in words without Markdown, with two examples', (rule) => {
    const page = rulePage(rule)
    expect(page?.why.join(' ')).toMatch(/^[A-Z“`].+\.$/)
    expect(page?.why.join(' ')).not.toMatch(/\]\(|\*\*|\n/)
    expect(page?.bad).toContain('kind: ')
    expect(page?.good).toContain('kind: ')
    expect(page?.good).not.toBe(page?.bad)
  })

  it('is missing for other names', () => {
    expect(rulePage('README')).toBeUndefined()
    expect(rulePage('list-expected')).toBeUndefined()
  })
})
