import { answerAfterConditions, type RequestFacts } from '../authorizers/index.ts'
import { CEL } from '../cel/index.ts'
import { userInfo } from '../kube/index.ts'
import type { Check, Trace } from '../trace/index.ts'
import type { Difference } from './compare.ts'
import { Random } from './random.ts'
import type { VectorAnswer } from './vector.ts'

/** The number of targets and requests over which conditions are compared. */
const ASSIGNMENTS = 240

/**
 * The conditional answers that allow something else than the vector's conditions: for each, the first target and
 * request on which they differ. A condition that has the same value for all of them proves nothing and counts as a
 * difference.
 */
export function conditionDifferences({ checks }: VectorAnswer, trace: Trace): readonly Difference[] {
  const found = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return checks.flatMap(({ condition }, index) => {
    const check = found[index]
    if (condition === undefined || check === undefined) return []
    const difference = compared(condition, check)
    return difference === undefined ? [] : [{ field: `checks[${index}].condition`, ...difference }]
  })
}

function compared(expected: string, check: Check): Omit<Difference, 'field'> | undefined {
  const { answer, attributes } = check
  const given = conditionTexts(answer)
  const came = new Set<boolean>()
  for (const facts of assignments([expected, ...given], check)) {
    const wanted = CEL.evaluate(expected, attributes, facts) === true
    const settled = answerAfterConditions(answer, ({ condition }) => CEL.evaluate(condition, attributes, facts))
    came.add(wanted)
    if ((settled.decision === 'Allow') !== wanted) {
      return { expected, found: { decision: settled.decision, conditions: given, over: printed(facts) } }
    }
  }
  return came.size === 2 ? undefined : { expected, found: `always ${[...came].join()}` }
}

function conditionTexts({ conditions = [], parts = [] }: Check['answer']): readonly string[] {
  return [...conditions.map(({ condition }) => condition), ...parts.flatMap(conditionTexts)]
}

/**
 * Targets and requests made of the words in the texts, similar words, and the values of the request itself: some
 * random, and some that differ from the request in one or two fields, so that long conjunctions become true.
 */
function assignments(
  texts: readonly string[],
  { facts = {}, modes }: Pick<Check, 'facts' | 'modes'>,
): readonly RequestFacts[] {
  const random = new Random(5284)
  const literals = texts.flatMap((text) => [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b ?? ''))
  const { target, request } = facts
  const paths = texts.some((text) => text.includes('impersonatedRequest.path'))
  const words = [...new Set(literals.flatMap((word) => [word, `${word}x`])), 'other', target?.username ?? 'other']
  const word = () => random.pick(words)
  const some = () => Array.from({ length: random.between(0, 3) }, word)
  const drawn = {
    username: word,
    uid: () => random.pick(['', word()]),
    groups: some,
    extra: () => Object.fromEntries(some().map((key) => [key, [word()]])),
    verb: word,
    apiGroup: () => random.pick(['', word()]),
    resource: word,
    namespace: () => random.pick(['', word()]),
    name: () => random.pick(['', word()]),
  }
  type Field = keyof typeof drawn
  const fields = Object.keys(drawn) as readonly Field[]
  return Array.from({ length: ASSIGNMENTS }, (_, index): RequestFacts => {
    const chosen = new Set(index % 3 === 0 ? fields : Array.from({ length: index % 4 }, () => random.pick(fields)))
    const take = <F extends Field, T>(field: F, present: T): T | ReturnType<(typeof drawn)[F]> =>
      chosen.has(field) ? (drawn[field]() as ReturnType<(typeof drawn)[F]>) : present
    return {
      target: userInfo({
        username: take('username', target?.username ?? ''),
        uid: take('uid', target?.uid ?? ''),
        groups: take('groups', target?.groups ?? []),
        extra: take('extra', Object.fromEntries(target?.extra ?? [])),
      }),
      ...(modes && { mode: random.pick(modes) }),
      ...(request && {
        request: {
          ...request,
          verb: take('verb', request.verb),
          apiGroup: take('apiGroup', request.apiGroup),
          resource: take('resource', request.resource),
          subresource: chosen.has('resource') ? '' : request.subresource,
          namespace: take('namespace', request.namespace),
          name: take('name', request.name),
          ...(paths && index % 2 === 0 && { ...ABOUT_NO_RESOURCE, path: word() }),
        },
      }),
    }
  })
}

const ABOUT_NO_RESOURCE = {
  isResourceRequest: false,
  apiGroup: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
} as const

function printed({ target, request, mode }: RequestFacts) {
  const { username, uid, groups, extra } = target ?? userInfo({ username: '' })
  return {
    target: { username, uid, groups, extra: Object.fromEntries(extra) },
    ...(mode !== undefined && { mode }),
    ...(request && {
      request: [request.verb, request.apiGroup, request.resource, request.namespace, request.name, request.path].join(
        ' ',
      ),
    }),
  }
}
