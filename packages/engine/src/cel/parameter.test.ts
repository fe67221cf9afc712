import { describe, expect, it } from 'vitest'
import { CEL } from './cel.ts'

/** What an expression makes of a parameter: a text, an error, or the code of what is wrong with it. */
function made(expression: string, parameter: string): string {
  const read = CEL.parameter(expression)
  if ('problems' in read) return read.problems[0].code
  const processed = read.process(parameter)
  return 'text' in processed ? processed.text : processed.error
}

describe('an expression that makes a parameter', () => {
  it.each([
    ['parameter', 'a.io/b', 'a.io/b'],
    ['parameter.split("/")[0]', 'a.io/b', 'a.io'],
    ['parameter.contains("/") ? parameter.split("/")[0] : "own"', 'app', 'own'],
    ['parameter.substring(parameter.indexOf(".") + 1, size(parameter))', 'web.team-a.io', 'team-a.io'],
    ['parameter.lowerAscii().trim()', ' A ', 'a'],
    ['parameter.startsWith("team-") ? parameter.charAt(5) : "-"', 'team-7', '7'],
  ])('%s of %s is %s', (expression, parameter, text) => expect(made(expression, parameter)).toBe(text))

  it.each([
    ['parameter.split("/")[1]', /out of bounds/],
    ['parameter.substring(9, 12)', /./],
  ])('%s fails where there is nothing', (expression, error) => expect(made(expression, 'a')).toMatch(error))

  it.each([
    ['size(parameter)', 'cel-not-text'],
    ['parameter == "a"', 'cel-not-text'],
    ['resource.username', 'cel-unknown-name'],
    ['parameter.upper()', 'cel-unknown-function'],
    ['parameter.replace("a", "aaaaaaaa")', 'cel-unknown-function'],
    ['parameter.split(', 'cel-syntax'],
    ['', 'cel-empty'],
  ])('“%s” is none', (expression, code) => expect(made(expression, 'a')).toBe(code))

  it('has no say in conditions', () => {
    expect(CEL.read('parameter == "a"')).toMatchObject({ problems: [{ code: 'cel-unknown-name' }] })
    expect(CEL.read('action.split("e")[0] == "a"')).toMatchObject({ problems: [{ code: 'cel-unknown-function' }] })
  })

  it('is given up where it would take long', () => {
    const loop =
      'parameter.split("").map(a, parameter.split("").map(b, parameter.split("").map(c, a + b + c)))[0][0][0]'
    expect(made(loop, 'x'.repeat(200))).toMatch(/more than 50000 steps/)
    expect(made('parameter.split("")[0]', 'xyz')).toBe('x')
  })
})
