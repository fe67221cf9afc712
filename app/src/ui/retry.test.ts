import { expect, it } from 'vitest'
import { retried, tryAgain } from './retry.ts'

it('runs at once, and again at each retry, when the attempt before has ended', () => {
  const seen: string[] = []
  let count = 0
  const end = retried((isCurrent) => {
    const attempt = ++count
    seen.push(`${attempt} begins`)
    return () => void seen.push(`${attempt} ends, ${isCurrent() ? 'current' : 'not current'}`)
  })
  tryAgain()
  end()
  expect(seen).toEqual(['1 begins', '1 ends, not current', '2 begins', '2 ends, not current'])
})

it('runs no more after its end', () => {
  let attempts = 0
  retried(() => {
    attempts += 1
  })()
  tryAgain()
  expect(attempts).toBe(1)
})

it('lets a late answer find out that it is not wanted any more', async () => {
  const shown: string[] = []
  const answers = ['late', 'in time'].map((answer) => Promise.resolve(answer))
  const end = retried((isCurrent) => {
    void answers.shift()?.then((answer) => isCurrent() && shown.push(answer))
  })
  tryAgain()
  await Promise.resolve()
  await Promise.resolve()
  end()
  expect(shown).toEqual(['in time'])
})
