import { type Answer, type Condition, type Effect, userInfo } from '@authz-playground/engine'
import type { ConditionResult } from '@authz-playground/engine/cel'
import {
  answerAfterConditions,
  authorizerChain,
  conditionalAnswer,
  evaluateAnswer,
  unionAnswer,
  withoutConditions,
} from '@authz-playground/engine/internal/authorizers'
import { attributesFor } from '@authz-playground/engine/internal/kube'
import { describe, expect, it } from 'vitest'
import { combinations, type UpstreamAnswer } from './combinations.ts'

const LINES = combinations()
const RESULTS = 'tfeu'

/** The condition's text is its result, as in the program. */
function conditions(effect: Effect, results: string): readonly Condition[] {
  return [...results].map((condition, index) => ({
    id: `${effect}-${index}`,
    effect,
    condition,
    description: index % 2 === 1 ? 'number "two" or four' : '',
  }))
}

function evaluate({ id, condition }: Condition): ConditionResult {
  if (condition === 'e') return { error: `bad ${id}` }
  return condition === 'u' ? 'unknown' : condition === 't'
}

function conditional(list: readonly Condition[]): Answer {
  return list.length === 0 ? { decision: 'NoOpinion', reason: '' } : conditionalAnswer(list)
}

function upstreamForm({ decision, reason, error, conditions, parts }: Answer): UpstreamAnswer {
  const effects: readonly Effect[] = ['Deny', 'NoOpinion', 'Allow']
  return {
    decision,
    reason,
    ...(error !== undefined && { error }),
    ...(conditions && {
      conditions: effects.flatMap((one) => conditions.filter(({ effect }) => effect === one).map(({ id }) => id)),
    }),
    ...(parts && { parts: parts.map((part) => ({ name: part.name, ...upstreamForm(part) })) }),
  }
}

function letter({ decision, error, conditions }: Answer): string {
  if (decision === 'Conditional') return String.fromCharCode('0'.charCodeAt(0) + (conditions?.length ?? 0))
  return error === undefined ? decision.charAt(0) : decision.charAt(0).toLowerCase()
}

/** Results in the order of `RESULTS`, up to four: those before each come first, as in the program. */
function choices(): readonly string[] {
  let last = ['']
  const all = ['']
  for (let length = 1; length <= 4; length++) {
    last = last.flatMap((before) => [...RESULTS].map((result) => before + result))
    all.push(...last)
  }
  return all.filter((one) =>
    [...one].every((result, i) => i === 0 || RESULTS.indexOf(one.charAt(i - 1)) <= RESULTS.indexOf(result)),
  )
}

const PARTS: Readonly<Record<string, (index: number) => Answer>> = {
  A: (index) => ({ decision: 'Allow', reason: `yes ${index}` }),
  D: () => ({ decision: 'Deny', reason: '', error: 'broken' }),
  n: () => ({ decision: 'NoOpinion', reason: '' }),
  N: (index) => ({ decision: 'NoOpinion', reason: 'none', error: `lost ${index}` }),
  d: () => conditional([...conditions('Deny', 'fu'), ...conditions('Allow', 't')]),
  e: () => conditional(conditions('Deny', 'fe')),
  a: () => conditional([...conditions('Deny', 'f'), ...conditions('Allow', 'ft')]),
  u: () => conditional([...conditions('NoOpinion', 'f'), ...conditions('Allow', 'u')]),
  f: () => conditional(conditions('Allow', 'f')),
  U: () => united('ud'),
}

/** Asks authorizers in turn, as the union does: none after a final Allow or Deny. */
function united(kinds: string): Answer {
  return unionAnswer([...kinds].map((kind, index) => ({ ...(PARTS[kind]?.(index) as Answer), name: `z${index}` })))
}

/** The same authorizers, asked by a caller that knows no conditions. */
function unaware(kinds: string): Answer {
  const authorizers = [...kinds].map((kind, index) => ({
    name: `z${index}`,
    authorizer: { authorize: () => withoutConditions(PARTS[kind]?.(index) as Answer) },
  }))
  const jane = userInfo({ username: 'jane' })
  return authorizerChain({}, authorizers, '1.37').authorize(attributesFor(jane, { verb: 'list', resource: 'pods' }))
}

describe('conditions have the results of k8s.io/apiserver 0.37.2', () => {
  it('for every choice of up to four results of each effect', () => {
    const letters = LINES.flatMap((line) => ('letters' in line ? [line.letters] : [])).join('')
    const every = choices()
    const ours: string[] = []
    for (const deny of every) {
      for (const noOpinion of every) {
        for (const allow of every) {
          const list = [
            ...conditions('Deny', deny),
            ...conditions('NoOpinion', noOpinion),
            ...conditions('Allow', allow),
          ]
          ours.push(letter(evaluateAnswer(conditional(list), evaluate)))
        }
      }
    }
    expect(ours.length).toBe(70 ** 3)
    expect(ours.join('') === letters).toBe(true)
  })

  it('with the same texts, in any order', () => {
    const lines = LINES.flatMap((line) => ('effect' in line ? [line] : []))
    expect(lines.length).toBe(3 * 341)
    for (const { effect, results, answer } of lines) {
      const ours = evaluateAnswer(conditional(conditions(effect, results)), evaluate)
      expect(upstreamForm(ours), `${effect} ${results}`).toEqual(answer)
    }
  })

  it('for authorizers one after the other', () => {
    const lines = LINES.flatMap((line) => ('parts' in line ? [line] : []))
    expect(lines.length).toBe(1111)
    for (const line of lines) {
      const union = united(line.parts)
      expect(upstreamForm(union), line.parts).toEqual(line.united)
      expect(upstreamForm(evaluateAnswer(union, evaluate)), line.parts).toEqual(line.evaluated)
      // A result that cannot be known any more counts as failed.
      const settled = answerAfterConditions(union, ({ id, condition }) =>
        condition === 'e' || condition === 'u' ? { error: `bad ${id}` } : condition === 't',
      )
      expect(upstreamForm(settled), line.parts).toEqual(line.settled)
      expect(upstreamForm(unaware(line.parts)), line.parts).toEqual(line.unaware)
    }
  })
})
