import { describe, expect, it, vi } from 'vitest'
import type { Mistake } from '../../../worker/index.ts'
import { quickFixesFor } from './quick-fixes.ts'

function mistake(code: string, start: number, more: Partial<Mistake> = {}): Mistake {
  const range = { source: 'policy', start, end: start + 5, line: 1, column: 1, endLine: 1, endColumn: 6 } as const
  return {
    severity: 'warning',
    code,
    message: 'There is a mistake.',
    fix: 'Did you mean “delete”?',
    range,
    ofRule: true,
    mendable: true,
    silenceable: true,
    ...more,
  }
}

const TWO = [mistake('misspelt-verb', 10), mistake('misspelt-verb', 50, { fix: 'Write “list”.' })]
const VIEW = { mistakes: TWO, together: 2, togetherOf: new Map([['misspelt-verb', 2]]) }

describe('quick fixes', () => {
  it('mend the mistakes of the line, all of their code, and silence them', () => {
    const actions = { mend: vi.fn(), switchDefaultRolesOn: vi.fn(), constrain: vi.fn() }
    const fixes = quickFixesFor(VIEW, { start: 40, end: 60 }, actions)
    expect(fixes.map(({ title, preferred }) => [title, preferred])).toEqual([
      ['Write “list”', true],
      ['Mend all 2 of misspelt-verb', undefined],
      ['Silence misspelt-verb', undefined],
    ])
    for (const { run } of fixes) run()
    expect(actions.mend.mock.calls).toEqual([
      [{ mend: 'one', mistake: 1 }],
      [{ mend: 'code', code: 'misspelt-verb' }],
      [{ mend: 'silence', mistake: 1 }],
    ])
  })

  it('say what is written, also where the words of the mistake only ask', () => {
    const titleFor = (fix: string) =>
      quickFixesFor(
        { ...VIEW, mistakes: [mistake('one', 0, { fix })] },
        { start: 0, end: 5 },
        { mend: vi.fn(), switchDefaultRolesOn: vi.fn(), constrain: vi.fn() },
      )[0]?.title
    expect(titleFor('Did you mean “delete”?')).toBe('Write “delete”')
    expect(titleFor('Remove “namespace”, or write kind: ServiceAccount.')).toBe('Remove “namespace”')
    expect(titleFor('Another object begins in line 1,024: put a line with --- before it.')).toBe(
      'Put --- before line 1,024',
    )
  })

  it('silence several mistakes of one rule in a line once, since a comment is about the line', () => {
    const fixes = quickFixesFor(
      VIEW,
      { start: 0, end: 60 },
      { mend: vi.fn(), switchDefaultRolesOn: vi.fn(), constrain: vi.fn() },
    )
    expect(fixes.filter(({ title }) => title.startsWith('Silence'))).toHaveLength(1)
  })

  it('switch the default roles on where a binding names one of them', () => {
    const missing = mistake('role-not-found', 0, { setting: 'default-roles', mendable: false, silenceable: false })
    const switchDefaultRolesOn = vi.fn()
    const view = { mistakes: [missing], together: 0, togetherOf: new Map() }
    const fixes = quickFixesFor(view, { start: 0, end: 5 }, { mend: vi.fn(), switchDefaultRolesOn, constrain: vi.fn() })
    expect(fixes.map(({ title }) => title)).toEqual(['Switch the default roles on'])
    fixes[0]?.run()
    expect(switchDefaultRolesOn).toHaveBeenCalledOnce()
  })

  it('lead from rules with the legacy verb to constrained impersonation', () => {
    const constrain = vi.fn()
    const titlesFor = (code: string, message: string) =>
      quickFixesFor(
        {
          mistakes: [mistake(code, 0, { message, mendable: false, silenceable: false })],
          together: 0,
          togetherOf: new Map(),
        },
        { start: 0, end: 5 },
        { mend: vi.fn(), switchDefaultRolesOn: vi.fn(), constrain },
      ).map(({ title, run }) => {
        run()
        return title
      })
    expect(titlesFor('legacy-beside-constrained', '')).toEqual(['Constrain impersonation'])
    expect(titlesFor('legacy-called-constrained', '')).toEqual(['Constrain impersonation'])
    expect(titlesFor('grants-escalation', 'It allows acting as any user.')).toEqual(['Constrain impersonation'])
    expect(titlesFor('grants-escalation', 'It allows tokens of any service account.')).toEqual([])
    expect(constrain).toHaveBeenCalledTimes(3)
  })

  it('are none where nothing is wrong', () => {
    expect(
      quickFixesFor(VIEW, { start: 20, end: 30 }, { mend: vi.fn(), switchDefaultRolesOn: vi.fn(), constrain: vi.fn() }),
    ).toEqual([])
  })
})
