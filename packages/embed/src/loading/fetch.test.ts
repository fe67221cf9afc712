import { afterEach, expect, it, vi } from 'vitest'
import { fetchText } from './fetch.ts'

const WANTED = { what: 'course', longest: 100 } as const
const where = { base: 'https://docs.example/', home: undefined, signal: new AbortController().signal }

afterEach(() => {
  vi.restoreAllMocks()
})

it('reads no more of a text than is wanted, however long a server sends', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new TextEncoder().encode('x'.repeat(50)))
    },
  })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(endless))
  expect(await fetchText('a.yaml', WANTED, where)).toEqual({
    failed: 'refused',
    problem: 'This course has more than the 100 characters that are shown at most.',
  })
  expect(sent).toBeLessThan(10)
})

it('decodes a text that comes in pieces', async () => {
  const bytes = new TextEncoder().encode('“é”')
  const pieces = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(pieces))
  expect(await fetchText('a.yaml', WANTED, where)).toEqual({ text: '“é”' })
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
