import { afterEach, expect, it, vi } from 'vitest'
import { fetchText } from './fetch.ts'

const WANTED = { what: 'course', longest: 100 } as const
const where = { base: 'https://docs.example/', home: undefined, signal: new AbortController().signal }

afterEach(() => {
  vi.restoreAllMocks()
})

it('takes no longer text than is wanted', async () => {
  const spy = vi.spyOn(globalThis, 'fetch')
  spy.mockResolvedValueOnce(new Response('x'.repeat(100)))
  expect(await fetchText('a.yaml', WANTED, where)).toEqual({ text: 'x'.repeat(100) })
  spy.mockResolvedValueOnce(new Response('x'.repeat(101)))
  expect(await fetchText('a.yaml', WANTED, where)).toEqual({
    failed: 'refused',
    problem: 'This course has more than 100 characters, and so many are shown at most.',
  })
})

it('tells a missing file, an error of the server and an address that is none apart', async () => {
  const spy = vi.spyOn(globalThis, 'fetch')
  spy.mockResolvedValueOnce(new Response('', { status: 404 }))
  expect(await fetchText('a.yaml', WANTED, where)).toMatchObject({ failed: 'missing' })
  spy.mockResolvedValueOnce(new Response('', { status: 500 }))
  expect(await fetchText('a.yaml', WANTED, where)).toEqual({
    failed: 'refused',
    problem: 'The course could not be loaded from https://docs.example/a.yaml: HTTP 500.',
  })
  expect(await fetchText('https://', WANTED, where)).toEqual({
    failed: 'refused',
    problem: '“https://” is not an address of a course.',
  })
})
