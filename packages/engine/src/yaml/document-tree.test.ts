import { expect, it } from 'vitest'
import type { Problem } from '../text/index.ts'
import { documentTrees } from './index.ts'
import { MOST_VALUES } from './problems/problem.ts'

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

it.each([
  ['YAML', `[${'a,'.repeat(MOST_VALUES)}]`],
  ['JSON', `{"a": [${'1,'.repeat(MOST_VALUES)}1]}`],
])('more values than a document may have are refused, in %s', (_, text) => {
  const problems: Problem[] = []
  for (const { root } of documentTrees(`a: b\n---\n${text}`, (problem) => problems.push(problem))) {
    if (root === undefined) expect(problems).toMatchObject([{ severity: 'error', code: 'too-many-values' }])
  }
  expect(problems).toHaveLength(1)
  expect(problems[0]?.message).toContain('more than 5,000,000 values')
})
