import {
  type DesignDocument,
  type Part,
  type ReviewTemplate,
  type Step,
  stepsIn,
  variablesIn,
} from '../designs/index.ts'
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue } from '../yaml/index.ts'
import { ownField } from './bases.ts'
import type { DesignProblem } from './problem.ts'

/**
 * Warns of what is written in a text and changes nothing: steps that `decide` does not name, fields that nothing uses, and
 * reviews that are never made.
 *
 * @param written the text itself, without what it takes from the design that it begins with
 * @param documents the design under each choice of its readings; what one of them uses is used
 */
export function unusedIn(written: JsonObject, documents: readonly DesignDocument[]): readonly DesignProblem[] {
  const [first, ...others] = documents.map((document) => [...unusedFields(document)])
  const fields = (first ?? []).flatMap((one): readonly DesignProblem[] => {
    const path = writtenPath(written, one.path)
    const isUnused = others.every((other) => other.some(({ path }) => isSame(path, one.path)))
    return path !== undefined && isUnused ? [{ ...one, path }] : []
  })
  return [...unusedSteps(written, documents), ...fields]
}

function isSame(one: JsonPath, other: JsonPath): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at])
}

/** The path of a value as it is written: one review may be written without a list. Undefined where it is not written. */
function writtenPath(value: JsonValue | undefined, [key, ...rest]: JsonPath): JsonPath | undefined {
  if (key === undefined) return value === undefined ? undefined : []
  if (typeof key === 'number' && isJsonObject(value)) return writtenPath(value, rest)
  const inner = Array.isArray(value)
    ? value[Number(key)]
    : isJsonObject(value)
      ? ownField(value, String(key))
      : undefined
  const path = writtenPath(inner, rest)
  return path && [key, ...path]
}

function* unusedSteps({ steps }: JsonObject, documents: readonly DesignDocument[]): Generator<DesignProblem> {
  if (!isJsonObject(steps)) return
  const used = new Set<JsonValue | undefined>([
    ...documents.flatMap(({ decide }) => stepsIn(decide)),
    ...Object.values(steps).map((step) => (isJsonObject(step) ? step.like : undefined)),
  ])
  for (const id of Object.keys(steps)) {
    if (used.has(id)) continue
    const message = `No request comes to “${id}”, because “decide” does not name it.`
    yield { severity: 'warning', code: 'unused-step', message, fix: 'Name it, or remove it.', path: ['steps', id] }
  }
}

function* unusedFields(document: DesignDocument): Generator<DesignProblem> {
  const { steps, called, become } = document
  const usesCalled = [...steps.values()].some(usesVariable('called'))
  if (Object.keys(called).length > 0 && !usesCalled)
    yield unused(['target', 'called'], 'no review has <called>', 'Write <called> in a review, or remove it.')
  if (become.constraint !== 'none' && become.audit === 'none')
    yield unused(
      ['become', 'constraint'],
      'no field of the audit event is named for it',
      'Write audit: beside it.',
      'is recorded nowhere',
    )
  if (become.audit !== 'none' && become.constraint === 'none')
    yield unused(['become', 'audit'], 'there is no constraint to record', 'Write constraint: identity-verb beside it.')
  for (const step of steps.values()) yield* unusedInStep(step)
  yield* neverMade(document)
}

/** Warns of a variable that has a value in no run: the review is never made, and its step always says no. */
function* neverMade({ decide, steps, called }: DesignDocument): Generator<DesignProblem> {
  const valueless = new Map<string, { readonly why: string; readonly fix: string }>()
  const noMode = { why: 'neither the step nor one before it has a mode', fix: 'Write mode: in the step.' }
  const notCalled = { why: 'there is no target.called', fix: 'Write target: {called: …} with a text for each kind.' }
  if (Object.keys(called).length === 0) valueless.set('called', notCalled)
  valueless.set('mode', noMode)
  for (const id of stepsIn(decide)) {
    const step = steps.get(id)
    // A step without a mode has that of the last one that said yes.
    if (step?.mode !== undefined) valueless.delete('mode')
    if (step?.question.is !== 'reviews') continue
    for (const [at, review] of step.question.reviews.entries())
      for (const field of TEMPLATES)
        for (const { name } of variablesIn(review[field] ?? '')) {
          const found = valueless.get(name)
          if (found === undefined) continue
          const message = `The step always says no: <${name}> has no value here, because ${found.why}.`
          const path = ['steps', id, 'ask', at, field]
          yield { severity: 'warning', code: 'never-made', message, fix: found.fix, path }
        }
  }
}

const TEMPLATES = ['verb', 'apiGroup', 'coreGroup', 'apiVersion', 'name'] as const

function* unusedInStep({ id, question, nameOnly, because, cannot }: Step): Generator<DesignProblem> {
  const path = ['steps', id]
  if (question.is === 'reviews') {
    for (const [at, review] of question.reviews.entries()) yield* unusedInReview(review, [...path, 'ask', at])
    return
  }
  if (nameOnly) yield unused([...path, 'with'], 'the step makes no review that it would limit', 'Remove it.')
  if (cannot !== undefined && question.is !== 'expression')
    yield unused([...path, 'cannot'], 'the step has no review that cannot be said', 'Remove it.')
  if (because.unasked !== undefined)
    yield unused([...path, 'because', 'unasked'], 'the step always has something to ask', 'Remove it.')
}

/** The parts whose reviews have names of their own. */
const VALUES: readonly Part[] = ['groups', 'uid', 'extras']

function* unusedInReview({ about, coreGroup, name, allAtOnce }: ReviewTemplate, path: JsonPath) {
  if (coreGroup !== undefined && !about.includes('request'))
    yield unused([...path, 'coreGroup'], 'the review is not about the request', 'Write apiGroup, or remove it.')
  if (name !== undefined && about.every((part) => VALUES.includes(part)))
    yield unused([...path, 'name'], 'groups, extras and UIDs are named by their values', 'Remove it.')
  if (allAtOnce && !about.includes('groups') && !about.includes('extras'))
    yield unused([...path, 'allAtOnce'], 'the review is about neither groups nor extras', 'Remove it.')
}

function usesVariable(name: string): (step: Step) => boolean {
  return ({ question, because }) => {
    const reviews = question.is === 'reviews' ? question.reviews : []
    const templates = [
      ...reviews.flatMap((review) => TEMPLATES.map((field) => review[field])),
      ...Object.values(because),
    ]
    return templates.some((text) => text !== undefined && variablesIn(text).some((one) => one.name === name))
  }
}

function unused(path: JsonPath, why: string, fix: string, what = 'changes nothing'): DesignProblem {
  const field = path.filter((key) => typeof key === 'string').join('.')
  return { severity: 'warning', code: 'unused-field', message: `“${field}” ${what}: ${why}.`, fix, path }
}
