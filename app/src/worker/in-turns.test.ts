import { describe, expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

describe('work in turns', () => {
  it('gives the result of its steps', async () => {
    function* steps(): Generator<void, string> {
      yield
      yield
      return 'done'
    }
    const result = await inTurns(
      steps(),
      () => Promise.resolve(),
      () => true,
    )
    expect(result).toBe('done')
  })

  it('lets other questions go first, and ends when nobody wants its result any more', async () => {
    let made = 0
    let wanted = true
    function* steps(): Generator<void, string> {
      for (;;) {
        made++
        yield
      }
    }
    const idle = () => {
      if (made > 0) wanted = false
      return Promise.resolve()
    }
    expect(await inTurns(steps(), idle, () => wanted)).toBeUndefined()
    expect(made).toBeGreaterThan(0)
  })
})
