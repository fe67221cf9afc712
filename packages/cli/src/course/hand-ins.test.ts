import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type HandInLimits, handInsAt } from './hand-ins.ts'
import { handInOf, linkedHandIn, SOLVING, savedHandIn, WHOLE } from './testing.ts'

/** A thousandth of those of the command. `pnpm bench` grades a text of each kind at its true limit. */
const LIMITS: HandInLimits = { file: 20_000, link: 2000, count: 5, characters: 100_000 }

/** Whether each hand-in of a file is read, or why not, and the remarks. */
async function found(content: string | Uint8Array, limits: Partial<HandInLimits> = {}): Promise<readonly string[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const files = { bytes: () => ({ name: 'x.txt', bytes }), below: () => undefined }
  const all: string[] = []
  for await (const { handIn, remark } of handInsAt(['x.txt'], files, { ...LIMITS, ...limits })) {
    if (handIn === undefined) all.push(`${remark.at}: ${remark.message}`)
    else all.push(handIn.content.kind === 'read' ? 'read' : handIn.content.reason)
  }
  return all
}

describe('the limits of hand-ins', () => {
  it('are those of a file, also uncompressed', async () => {
    const fitting = savedHandIn(handInOf({ first: { policy: `${SOLVING}# ${'x'.repeat(19_000)}\n` } }))
    expect(await found(fitting)).toEqual(['read'])
    expect(await found('x'.repeat(2_100_000), { file: 2_000_000 })).toEqual([
      'It has 2.1 MB, and a hand-in has at most 2 MB.',
    ])
    expect(await found(gzipSync(fitting))).toEqual(['read'])
    expect(await found(gzipSync(Buffer.alloc(300_000)))).toEqual(['It has more than 0.02 MB uncompressed.'])
  })

  it('are those of a link, inflated', async () => {
    const link = (spaces: number) => linkedHandIn(handInOf({ first: { policy: `# ${' '.repeat(spaces)}` } }))
    expect(await found(link(1500))).toEqual(['read'])
    expect(await found(link(15_000))).toEqual(['This link is larger than any scenario and was not opened.'])
  })

  it('are those of all of them together, by number and by characters', async () => {
    const last = (at: number, limits: string) =>
      `x.txt:${at}: From here on nothing is graded: there are more than ${limits} together.`
    const links = `${linkedHandIn(WHOLE)}\n`.repeat(7)
    expect(await found(links)).toEqual([
      ...Array(5).fill('read'),
      last(6, '5 hand-ins, or they are larger than 0.1 MB'),
    ])
    const long = `${linkedHandIn(handInOf({ first: { policy: `# ${' '.repeat(1500)}` } }))}\n`.repeat(7)
    const [first, second, third, ...others] = await found(long, { count: 50, characters: 4000 })
    expect([first, second, third, others]).toEqual([
      'read',
      'read',
      'read',
      [last(4, '50 hand-ins, or they are larger than 0.004 MB')],
    ])
  })
})
