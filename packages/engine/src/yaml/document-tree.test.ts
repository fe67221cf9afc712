import { expect, it } from 'vitest'
import type { Problem } from '../text/index.ts'
import { documentTrees } from './index.ts'

/** The error of each document that has one, with its number from 1, in the words of kubectl. */
function errorsIn(text: string): readonly string[] {
  const errors: string[] = []
  let number = 1
  const report = ({ detail = '' }: Problem): void => void errors.push(`${number}: ${detail}`)
  for (const _ of documentTrees(text, report)) number++
  return errors
}

const BROKEN = 'a: [\n'

it('the first document of a text that begins like JSON has the error of JSON, those after it have errors of YAML', () => {
  const words = "json: offset 2: invalid character 'a' looking for beginning of object key string"
  const [first, ...others] = errorsIn(`{a: [\n---\n${BROKEN}---\n${BROKEN}`)
  expect(first).toBe(`1: ${words}`)
  expect(others).toEqual([expect.stringMatching(/^2: yaml: /), expect.stringMatching(/^3: yaml: /)])
})

it('all that follows two JSON objects has the error of JSON', () => {
  const words = "invalid character 'a' looking for beginning of value"
  expect(errorsIn(`{}{}\n${BROKEN}---\n${BROKEN}`)).toEqual([`1: ${words}`, `3: ${words}`, `4: ${words}`])
})

it('a stream that begins like YAML has errors of YAML', () => {
  expect(errorsIn(`b: c\n---\n${BROKEN}`)).toEqual([expect.stringMatching(/^2: yaml: /)])
})
