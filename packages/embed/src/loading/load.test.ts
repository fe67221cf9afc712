import { afterEach, describe, expect, it, vi } from 'vitest'
import { load } from './load.ts'

const where = {
  base: 'https://docs.example/page/',
  home: 'https://playground.example/',
  signal: new AbortController().signal,
}

afterEach(() => {
  vi.restoreAllMocks()
})

const problemsOf = async (source: Parameters<typeof load>[0]): Promise<string> => {
  const loaded = await load(source, where)
  return 'problems' in loaded ? loaded.problems.join(' ') : ''
}

it('says that there is no such example', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 404 }))
  expect(await problemsOf({ kind: 'link', hash: '#example/no-such' })).toBe(
    'There is no example “no-such” in the gallery of https://playground.example/.',
  )
})

it('names the header that another origin has to send', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await problemsOf({ kind: 'file', address: 'https://files.example/a.yaml' })).toBe(
    'The scenario could not be loaded from https://files.example/a.yaml: its server does not answer, or it answers without the header ' +
      '“Access-Control-Allow-Origin: https://docs.example”.',
  )
  expect(await problemsOf({ kind: 'link', hash: '#example/no-such' })).toMatch(
    /Access-Control-Allow-Origin.* Or: there is no example “no-such” in the gallery/,
  )
  expect(await problemsOf({ kind: 'file', address: '/a.yaml' })).not.toContain('Access-Control')
})

describe('a design as a text', () => {
  const inline = {
    kind: 'inline',
    text: 'version: 2\nrequestor: {username: ctl}\nrequest: {http: GET /healthz}\nview: {step: 2}\nexpect: [{code: 200}]',
  } as const

  it('decides the scenario, whose shown step and expectations were those of another design', async () => {
    const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('design: mine\nfrom: legacy\n'))
    const loaded = await load(inline, where, ' mine.yaml ')
    expect(spy.mock.lastCall?.[0]).toBe('https://docs.example/page/mine.yaml')
    expect(loaded).toMatchObject({
      document: { scenario: { design: 'own', designText: 'design: mine\nfrom: legacy\n' }, expect: [] },
    })
    expect(loaded).not.toHaveProperty('document.step')
  })

  it('is refused where it is not there or too long, and not fetched for a scenario that has a problem', async () => {
    const problems = async (response: Response) => {
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
      const loaded = await load(inline, where, 'mine.yaml')
      return 'problems' in loaded ? loaded.problems : []
    }
    expect(await problems(new Response('', { status: 404 }))).toEqual([
      'The design could not be loaded from https://docs.example/page/mine.yaml: HTTP 404.',
    ])
    expect(await problems(new Response('x'.repeat(65_537)))).toEqual([
      'This design has more than 65,536 characters, and so many are shown at most.',
    ])
    const spy = vi.spyOn(globalThis, 'fetch').mockClear()
    expect(await load({ kind: 'inline', text: '[' }, where, 'mine.yaml')).toHaveProperty('problems')
    expect(spy).not.toHaveBeenCalled()
  })
})
