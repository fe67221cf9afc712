import { type Diagnostic, LineIndex, type Severity } from '@authz-playground/engine'
import { expect, test } from 'vitest'
import { nextProblem } from './next-problem.ts'

const TEXT = 'kind: Rol\nverb: [get]\nname: a\n'

function problem(severity: Severity, start: number, end: number): Diagnostic {
  return { severity, code: 'x', message: '', range: new LineIndex('policy', TEXT).range({ start, end }) }
}

const kind = problem('error', 6, 9)
const verb = problem('error', 10, 14)
const name = problem('warning', 28, 29)

test('it goes from error to error and around the end', () => {
  const problems = [verb, name, kind]
  expect(nextProblem(problems, 0, 'after')).toBe(kind)
  expect(nextProblem(problems, 6, 'after')).toBe(verb)
  expect(nextProblem(problems, 20, 'after')).toBe(kind)
})

test('backwards it leaves the error that the cursor is in', () => {
  expect(nextProblem([kind, verb], 14, 'before')).toBe(kind)
  expect(nextProblem([kind, verb], 9, 'before')).toBe(verb)
})

test('warnings come when no error is left, notes never', () => {
  expect(nextProblem([name, problem('note', 0, 1)], 0, 'after')).toBe(name)
  expect(nextProblem([problem('note', 0, 1)], 0, 'after')).toBeUndefined()
})
