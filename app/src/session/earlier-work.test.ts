import { describe, expect, it } from 'vitest'
import { readWorks } from './earlier-list.ts'
import { type EarlierWork, LONGEST_EARLIER, MOST_EARLIER, withinBound } from './earlier-work.ts'

const work = (at: number, text = `work ${at}`): EarlierWork => ({ id: String(at), at, text })
const times = (works: readonly EarlierWork[]): readonly number[] => works.map(({ at }) => at)

describe('earlier work', () => {
  it('is the newest first, and the oldest go first', () => {
    const all = Array.from({ length: MOST_EARLIER + 2 }, (_, at) => work(at))
    expect(times(withinBound(all))).toEqual(times(all.slice(2).reverse()))
  })

  it('is there once where it is the same', () => {
    expect(times(withinBound([work(1, 'a'), work(3, 'a'), work(2, 'b')]))).toEqual([3, 2])
  })

  it('has the newest however long it is, and beside it only as much as is stated', () => {
    const long = (at: number, length: number): EarlierWork => work(at, String(at).repeat(length))
    const all = [long(9, LONGEST_EARLIER + 1), long(8, LONGEST_EARLIER - 1), long(7, 2), long(6, 1)]
    expect(times(withinBound(all))).toEqual([9, 8, 6])
  })

  it('of a newer page is left out, and not deleted', () => {
    const newer = work(1, '{"version":99}')
    expect(readWorks([newer])).toEqual([])
    expect(withinBound([newer])).toEqual([newer])
  })
})
