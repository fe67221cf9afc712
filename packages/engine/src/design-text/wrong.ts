import type { ConditionLanguage } from '../authorizers/index.ts'
import {
  contains,
  type DesignDocument,
  kindsOf,
  nextAfter,
  type Step,
  shareTargets,
  stepsIn,
  type Tree,
} from '../designs/index.ts'
import type { DesignProblem } from './problem.ts'

/** Yields what is wrong with a design whose fields are right: its errors, or where it has none, what is doubtful. */
export function* wrongIn(document: DesignDocument, language: ConditionLanguage): Generator<DesignProblem, void> {
  const errors = [...errorsIn(document, language)]
  yield* errors
  if (errors.length === 0) yield* doubtsIn(document)
}

function* errorsIn({ decide, steps }: DesignDocument, language: ConditionLanguage): Generator<DesignProblem> {
  for (const { question } of steps.values()) {
    if (question.is !== 'expression') continue
    const read = language.read(question.expression)
    if (!('problems' in read)) continue
    const [{ code, message, fix }] = read.problems
    yield { severity: 'error', code, message, fix, path: question.path }
  }
  yield* namedTwice(decide)
  yield* wrongPlaces(decide, steps, false)
}

function* doubtsIn({ decide, steps, conditions }: DesignDocument): Generator<DesignProblem> {
  yield* askedTwice(decide, steps)
  if (!passesUnasked(decide, steps)) {
    // Conditions of answers may look at all of the target.
    if (conditions === undefined) yield* valuesUnasked(decide, steps)
    return
  }
  const message = 'Nothing is asked on one of the ways to “yes”: there everybody may be anybody.'
  yield {
    severity: 'warning',
    code: 'nothing-asked',
    message,
    fix: 'Add a step with a review to it.',
    path: decide.path,
  }
}

const VALUES = ['groups', 'uid', 'extras'] as const

/** Warns where a target can have values that nothing asks about. */
function* valuesUnasked(decide: Tree, steps: ReadonlyMap<string, Step>): Generator<DesignProblem> {
  const unasked = VALUES.filter((part) => passesWithout(part, decide, steps))
  if (unasked.length === 0) return
  const masters = unasked.includes('groups') ? ', also of system:masters' : ''
  const message = `On one of the ways to “yes” nothing is asked about ${unasked.join(', ')}: there the target may be given any${masters}.`
  const fix = `Add ${unasked.join(', ')} to the “about” of a review.`
  yield { severity: 'warning', code: 'values-unasked', message, fix, path: decide.path }
}

/** Whether an expression can say yes to headers with a value that no step looks at. */
function passesWithout(part: (typeof VALUES)[number], tree: Tree, steps: ReadonlyMap<string, Step>): boolean {
  if (tree.is === 'step') return !looksAt(part, steps.get(tree.step))
  const ways = tree.is === 'all' ? tree.of : tree.of.filter((one) => !refusesMore(one))
  const passes = (one: Tree) => passesWithout(part, one, steps)
  return tree.is === 'all' ? ways.every(passes) : ways.some(passes)
}

/** Whether an alternative never applies where headers ask for more than a user name. */
function refusesMore(alternative: Tree): boolean {
  return alternative.nameOnly === true && !kindsOf(alternative).some((kind) => contains(kind, 'user'))
}

/** Whether a step may say no because of a value of a part. */
function looksAt(part: (typeof VALUES)[number], step: Step | undefined): boolean {
  const question = step?.question
  if (question?.is === 'legacy') return true
  if (question?.is === 'expression') return question.expression.includes('impersonatedUser')
  if (question?.is !== 'reviews') return false
  // The target itself is asked about with all that it is given.
  return (
    step?.nameOnly === true || question.reviews.some(({ about, user }) => about.includes(part) || user === 'target')
  )
}

/** Yields the steps after another one on the same way that ask the same review. */
function* askedTwice(decide: Tree, steps: ReadonlyMap<string, Step>): Generator<DesignProblem> {
  const reviews = new Map([...steps].map(([id, step]) => [id, new Set(reviewsOf(step))]))
  for (const [before, after] of waysThrough(decide)) {
    const asked = reviews.get(before.step)
    if (asked === undefined || ![...(reviews.get(after.step) ?? [])].some((review) => asked.has(review))) continue
    const message = `“${after.step}” asks what “${before.step}” asked before it on the same way.`
    yield {
      severity: 'warning',
      code: 'asked-twice',
      message,
      fix: 'Leave one of them out, or ask for something else.',
      path: after.path,
    }
  }
}

type Named = Tree & { readonly is: 'step' }

/** The pairs of steps that one request can meet, one after the other. */
function* waysThrough(tree: Tree): Generator<readonly [Named, Named]> {
  if (tree.is === 'step') return
  for (const [at, one] of tree.of.entries()) {
    yield* waysThrough(one)
    for (const other of tree.of.slice(at + 1)) {
      if (tree.is === 'first' && !shareTargets(one, other)) continue
      for (const before of placesIn(one)) for (const after of placesIn(other)) yield [before, after]
    }
  }
}

function placesIn(tree: Tree): readonly Named[] {
  return tree.is === 'step' ? [tree] : tree.of.flatMap(placesIn)
}

/** The reviews of a step about the request or the name of the target, each as one text. */
function reviewsOf(step: Step | undefined): readonly string[] {
  if (step?.question.is === 'legacy') return ['legacy']
  if (step?.question.is !== 'reviews') return []
  return step.question.reviews.flatMap(({ about, verb = '<verb>', apiGroup = '', coreGroup = '', name = '', user }) =>
    about
      .filter((part) => part !== 'groups' && part !== 'uid' && part !== 'extras')
      .map((part) =>
        JSON.stringify([part, verb.replaceAll('<mode>', step.mode ?? '<mode>'), apiGroup, coreGroup, name, user]),
      ),
  )
}

function* namedTwice(decide: Tree): Generator<DesignProblem> {
  const named = stepsIn(decide)
  for (const step of new Set(named.filter((one, at) => named.indexOf(one) !== at))) {
    const message = `“${step}” stands twice in “decide”, and a step is one node of the chart.`
    const fix = `Write a second step with “like: ${step}”.`
    yield error('step-twice', message, fix, lastPlaceOf(decide, step) ?? decide.path)
  }
}

function lastPlaceOf(tree: Tree, step: string): Tree['path'] | undefined {
  if (tree.is === 'step') return tree.step === step ? tree.path : undefined
  return tree.of.map((one) => lastPlaceOf(one, step)).findLast((path) => path !== undefined)
}

function* wrongPlaces(tree: Tree, steps: ReadonlyMap<string, Step>, isAlternative: boolean): Generator<DesignProblem> {
  if (!isAlternative && (tree.kinds || tree.nameOnly))
    yield error(
      'wrong-expression',
      'Only what stands in “first” can be “for” some targets.',
      'Put it into first: [ … ].',
      tree.path,
    )
  if (tree.is === 'step') {
    if (steps.get(tree.step)?.question.is === 'whom') {
      const message = `“${tree.step}” tells targets apart, and decides nothing.`
      yield error('wrong-expression', message, `Write choose: ${tree.step} beside “first”.`, tree.path)
    }
    return
  }
  if (tree.is === 'first') {
    const { choose, of } = tree
    if (choose !== undefined && steps.get(choose)?.question.is !== 'whom')
      yield error(
        'wrong-expression',
        `“${choose}” does not tell targets apart.`,
        `Write whom: true in the step “${choose}”.`,
        [...tree.path, 'choose'],
      )
    if (choose !== undefined && of.every(({ kinds }) => kinds === undefined))
      yield error(
        'wrong-expression',
        'No alternative says for whom it is.',
        'Write for: node, serviceaccount, user or anyone.',
        tree.path,
      )
    yield* wrongAlternatives(of)
  }
  for (const one of tree.of) yield* wrongPlaces(one, steps, tree.is === 'first')
}

function* wrongAlternatives(alternatives: readonly Tree[]): Generator<DesignProblem> {
  if (alternatives.every(({ kinds, nameOnly }) => kinds === undefined && !nameOnly)) return
  for (const [at, one] of alternatives.entries()) {
    const kinds = kindsOf(one)
    const before = alternatives
      .slice(0, at)
      .filter(({ nameOnly }) => !nameOnly || kinds.every((kind) => kind === 'user'))
    if (
      kinds.every((kind) => before.some((other) => kindsOf(other).some((wide) => contains(wide, kind)))) &&
      !isNextOf(alternatives, at)
    )
      yield error(
        'never-tried',
        'This alternative is never tried: those before it are for the same targets.',
        'Put it before them, or remove it.',
        one.path,
      )
    const index = nextAfter(alternatives, at)
    const next = index === undefined ? undefined : alternatives[index]
    if (next === undefined) continue
    if (kinds.some((kind) => !kindsOf(next).some((wide) => contains(wide, kind))))
      yield error(
        'wrong-order',
        `After a refusal here, the next alternative is for only some of these targets.`,
        'Put the one for fewer targets first.',
        one.path,
      )
    else if (next.nameOnly && !one.nameOnly && kinds.some((kind) => kind !== 'user'))
      yield error(
        'wrong-order',
        'After a refusal here, the next alternative applies only where nothing but a user name is asked for.',
        'Write “with: name-only” here, too, or leave it out there.',
        one.path,
      )
  }
}

function isNextOf(alternatives: readonly Tree[], at: number): boolean {
  return alternatives.some((_, other) => other < at && nextAfter(alternatives, other) === at)
}

/** Whether an expression can say yes without a review. */
function passesUnasked(tree: Tree, steps: ReadonlyMap<string, Step>): boolean {
  if (tree.is === 'all') return tree.of.every((one) => passesUnasked(one, steps))
  if (tree.is === 'first') return tree.of.some((one) => passesUnasked(one, steps))
  const question = steps.get(tree.step)?.question
  if (question?.is !== 'reviews') return question?.is !== 'legacy'
  return question.reviews.every(({ about }) =>
    about.every((part) => part === 'groups' || part === 'uid' || part === 'extras'),
  )
}

function error(code: string, message: string, fix: string, path: Tree['path']): DesignProblem {
  return { severity: 'error', code, message, fix, path }
}
