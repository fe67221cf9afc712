import { THREAD_DESIGNS } from '@authz-playground/engine/internal/design-text'
import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const ACTION_LAST = THREAD_DESIGNS.find((text) => text.startsWith('design: action-last\n')) ?? ''
const NO_FALLBACK = THREAD_DESIGNS.find((text) => text.startsWith('design: no-fallback\n')) ?? ''

const MODE_IN_GROUP = THREAD_DESIGNS.find((text) => text.startsWith('design: mode-in-group\n')) ?? ''

const SCENARIO = `version: 2
requestor: {username: root, groups: [system:masters]}
request: {http: "GET /api/v1/pods HTTP/1.1\\nImpersonate-User: jane"}
`

const LEGACY_ALONE = (id: string) => `design: ${id}\nsteps: {L: {ask: legacy}}\ndecide: L\n`

const files = { 'last.yaml': ACTION_LAST, 'none.yaml': NO_FALLBACK, 's.yaml': SCENARIO }

describe('compare', () => {
  it('a design with the one that it begins with', async () => {
    const { out, err, status } = await runArguments(
      ['compare', 'last.yaml', '--scenario', 's.yaml', '-o', 'json'],
      files,
    )
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const value = JSON.parse(out) as {
      readonly base: object
      readonly points: readonly { readonly point: string; readonly own: string }[]
    }
    expect(value.base).toEqual({ id: 'constrained', title: 'Constrained impersonation, as released' })
    expect(value.points.map(({ point }) => point)).toEqual(['checks'])
    expect(value.points[0]?.own).toContain('(user: I4 and A4)')
  })

  it('over all examples and intents, in the words that one of the two has', async () => {
    const all = { ...files, 'a.yaml': LEGACY_ALONE('a') }
    const { out, err } = await runArguments(['compare', 'last.yaml', 'a.yaml', '-o', 'json'], all)
    expect(err).toBe('')
    const { examples, intents } = JSON.parse(out) as {
      readonly examples: { readonly decided: number; readonly other: readonly { readonly id: string }[] }
      readonly intents: readonly object[]
    }
    const others = examples.other.map(({ id }) => id)
    expect(others).toContain('docs-user-list')
    expect(others).not.toContain('legacy-fallback')
    expect(examples.decided).toBeGreaterThan(others.length)
    expect(intents[0]).toEqual({
      id: 'list-pods-as-jane',
      title: 'The deputy may list pods as jane in prod, and nothing else',
      base: 'not-all-of-it',
      own: 'exactly',
    })
  })

  it('two designs over a scenario, in the words of the page', async () => {
    const { out, status } = await runArguments(['compare', 'last.yaml', 'none.yaml', '--scenario', 's.yaml'], files)
    expect(status).toBe(0)
    expect(out).toContain('“Action last” beside “Fallback nowhere”\n')
    expect(out).toContain(
      '  Fallback\n    Fallback nowhere: None: impersonate does not count.\n    Action last: The verb impersonate counts.',
    )
    expect(out).toContain('    Fallback nowhere: For a user: at most 2 reviews, and 1 for each group')
    expect(out).toContain('s.yaml\n  Both answer 403; “Action last” makes as many checks.\n')
  })

  it('two readings of one design, each under what is chosen for it', async () => {
    const scenario = ['--scenario', 's.yaml']
    const compared = async (...words: readonly string[]) => {
      const { out, err } = await runArguments(['compare', ...words], { 'open.yaml': MODE_IN_GROUP, ...files })
      return err === '' ? out : err
    }
    const chosen = await compared('open.yaml', 'open.yaml', '--assume', 'order=identity', ...scenario, '-o', 'json')
    const { own, base, points } = JSON.parse(chosen) as {
      readonly own: object
      readonly base: object
      readonly points: readonly { readonly own: string; readonly base: string }[]
    }
    expect([own, base]).toEqual([
      { id: 'mode-in-group', title: 'The mode in the API group (order=identity)' },
      { id: 'mode-in-group', title: 'The mode in the API group' },
    ])
    expect(points[0]).toMatchObject({
      own: expect.stringContaining('I4 and A4'),
      base: expect.stringContaining('A4 and I4'),
    })
    const both = ['--assume', 'mode-in-group/order=identity', ...scenario]
    expect(await compared('open.yaml', 'open.yaml', ...both)).toContain('Nothing differs in what is said of a design.')
    expect(await compared('proposal', 'open.yaml', '--assume', 'order=identity')).toContain(
      '--assume: error: The design proposal has no assumption “order”.',
    )
    expect(await compared('open.yaml', '--assume', 'order=neither')).toContain('has no option “neither”')
    expect(await compared('open.yaml', '--assume', 'proposal/node-verb=x')).toContain(
      'The design proposal is none of the two that are compared. Name mode-in-group or constrained.',
    )
  })

  it('says why no intent is tried', async () => {
    const all = { ...files, 'a.yaml': LEGACY_ALONE('a'), 'b.yaml': LEGACY_ALONE('b') }
    const { out, err } = await runArguments(['compare', 'a.yaml', 'b.yaml'], all)
    expect(out).not.toContain('The intents')
    expect(out).toContain('examples that both decide are answered alike.')
    expect(err).toContain(
      'note: No intent was tried: neither “a” nor “b” begins with a design that has rules for them.',
    )
  })

  it('as Markdown', async () => {
    const words = ['compare', 'legacy', 'intersection', '--scenario', 's.yaml', '-o', 'markdown']
    const { out } = await runArguments(words, files)
    expect(out).toContain('### What is said of both\n\n|  | ')
    expect(out).toContain('| --- | --- | --- |\n| Checks | ')
  })

  it('refuses what is no design, and a scenario that is not understood', async () => {
    const said = async (...words: readonly string[]) => {
      const { err, status, out } = await runArguments(['compare', ...words], {
        ...files,
        'x.yaml': 'design: x\nfrom: y\n',
      })
      return [status, out, err.split('\n')[0]]
    }
    expect(await said()).toEqual([2, '', expect.stringContaining('No design is named.')])
    expect(await said('legasy')).toEqual([2, '', expect.stringContaining('Did you mean “legacy”?')])
    expect(await said('x.yaml')).toEqual([2, '', expect.stringContaining('x.yaml:2:7: error: ')])
    expect(await said('legacy', 'unified', 'boundary')).toEqual([2, '', expect.stringContaining('this is a third')])
    expect(await said('legacy', '--scenario', 'last.yaml')).toEqual([2, '', expect.stringContaining('has a design')])
  })
})
