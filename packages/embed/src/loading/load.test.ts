import { afterEach, expect, it, vi } from 'vitest'
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
