import type { ConditionLanguage } from '../authorizers/index.ts'
import { type Check, conditionsLeft, type LeftCondition, originsOf, type RichText } from '../trace/index.ts'
import { conjunctsOf, lineInWords } from '../words/index.ts'

/** Evaluates conditions. CEL does. */
export type EvaluateCondition = ConditionLanguage['evaluate']

/** A condition that did not come to true, and why. */
interface Unmet {
  readonly condition: LeftCondition
  /** What is joined by && in it and did not come to true, as written. */
  readonly parts: readonly string[]
  /** The first error. */
  readonly error?: string
}

/**
 * The condition of a check that comes closest to allowing it, and what of it is not true. Undefined where no condition for
 * an Allow was left to evaluate, or one of them came to true.
 */
export function unmetCondition(check: Check, evaluate: EvaluateCondition): RichText | undefined {
  if (check.settled === undefined || check.settled.decision === 'Allow') return undefined
  const left = conditionsLeft(check.answer).filter(({ effect }) => effect === 'Allow')
  const modes = check.modes ?? [undefined]
  const unmet = left.flatMap((condition) => modes.map((mode) => unmetIn(condition, check, mode, evaluate)))
  if (unmet.some(({ parts }) => parts.length === 0)) return undefined
  const [first, ...others] = unmet
  if (first === undefined) return undefined
  const nearest = others.reduce((best, one) => (one.parts.length < best.parts.length ? one : best), first)
  return inWords(nearest, left.length)
}

function unmetIn(condition: LeftCondition, check: Check, mode: string | undefined, evaluate: EvaluateCondition): Unmet {
  const facts = { ...check.facts, ...(mode !== undefined && { mode }) }
  const came = (text: string) => evaluate(text, check.attributes, facts)
  const results = conjunctsOf(condition.condition).map((part) => ({ part, result: came(part) }))
  const failed = results.filter(({ result }) => result !== true)
  const error = failed.flatMap(({ result }) => (typeof result === 'object' ? [result.error] : []))[0]
  return { condition, parts: failed.map(({ part }) => part), ...(error !== undefined && { error }) }
}

function inWords({ condition, parts, error }: Unmet, count: number): RichText {
  const places = originsOf(condition).flatMap((evidence) => (evidence.entry ?? evidence.rule)?.range ?? [])
  const [line, ...lines] = [...new Set(places.map(lineInWords))]
  const where = line === undefined ? '' : ` of ${line}${lines.length === 0 ? '' : ` and ${lines.length} more`}`
  const what =
    count === 1 ? `The condition${where} does not hold: ` : `The condition${where} comes closest to holding: `
  const listed = parts.flatMap(
    (part, at): RichText => [...(at === 0 ? [] : [at === parts.length - 1 ? ' and ' : ', ']), { code: part }],
  )
  if (error === undefined) return [what, ...listed, parts.length === 1 ? ' is false.' : ' are false.']
  return parts.length === 1
    ? [what, 'evaluating ', ...listed, ` fails with “${error}”.`]
    : [what, ...listed, ` are not true; evaluating them fails with “${error}”.`]
}
