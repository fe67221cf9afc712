import { expect, it } from 'vitest'
import { byName } from './by-name.ts'

it('answers questions by functions of the same names, in a chunk that loads with the first of them', async () => {
  let loads = 0
  const load = () => {
    loads++
    return Promise.resolve({
      double: (of: number) => of * 2,
      later: (word: string) => Promise.resolve(`${word}!`),
      other: () => 0,
    })
  }
  const answers = byName(load, 'double', 'later')
  expect([Object.keys(answers), loads]).toEqual([['double', 'later'], 0])
  const [four, word]: readonly [number, string] = [await answers.double(2), await answers.later('yes')]
  expect([four, word, loads]).toEqual([4, 'yes!', 2])
})
