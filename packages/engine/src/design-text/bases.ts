import { nearest } from '../text/index.ts'
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { OWN_DESIGNS } from './own/index.ts'
import { type DesignProblem, inWords, misfit } from './problem.ts'

/** The designs that a text can begin with (`from`). */
const BASES: readonly string[] = Object.keys(OWN_DESIGNS)

type Report = (problem: DesignProblem) => void

/** A document in which nothing has to be looked up: `from` and `like` are replaced by what they name. */
export function resolved(value: JsonObject, report: Report): JsonObject | undefined {
  const base = value.from === undefined ? {} : baseCalled(value.from, report)
  if (base === undefined) return undefined
  const { without, steps: written, ...own } = value
  // Its words would say of this design what is said of that one.
  const { title: _, summary: __, ...inherited } = base
  const merged: JsonObject = { ...inherited, ...own }
  const steps = isJsonObject(base.steps) || isJsonObject(written) ? stepsOf(base.steps, written, report) : written
  const left = Array.isArray(without) ? without : []
  if (without !== undefined && !Array.isArray(without))
    report(problem('wrong-value', '“without” is not a list.', 'Write without: [ID].', ['without']))
  const readings = own.readings ?? base.readings
  for (const [at, id] of left.entries()) {
    if (Array.isArray(readings) && readings.some((one) => isJsonObject(one) && one.id === id)) continue
    const path = ['without', at]
    report(
      typeof id === 'string'
        ? problem('unknown-reading', `There is no reading ${inWords(id)} to leave out.`, 'Remove it.', path)
        : misfit(id, 'the id of a reading', path),
    )
  }
  return {
    ...merged,
    ...(steps !== undefined && { steps }),
    ...(Array.isArray(readings) && {
      readings: readings.filter((one) => !isJsonObject(one) || !left.includes(one.id ?? null)),
    }),
  }
}

function baseCalled(from: JsonValue, report: Report): JsonObject | undefined {
  const text = typeof from === 'string' && Object.hasOwn(OWN_DESIGNS, from) ? OWN_DESIGNS[from] : undefined
  if (text === undefined) {
    const near = typeof from === 'string' ? nearest(from, BASES) : undefined
    const fix = near === undefined ? `A design can begin with ${BASES.join(', ')}.` : `Did you mean “${near}”?`
    report(
      typeof from === 'string'
        ? problem('unknown-design', `No design that can be begun with is called ${inWords(from)}.`, fix, ['from'])
        : misfit(from, 'the name of a design', ['from'], fix),
    )
    return undefined
  }
  const [document] = readJsonTexts(text, 'document').documents
  return isJsonObject(document?.value) ? resolved(document.value, report) : undefined
}

const QUESTIONS = ['ask', 'is', 'whom']

/**
 * A step with the fields of another where it has none of its own. A step with a question of its own takes no other. A `like` that
 * names no step stays, so that nobody misses the question that it would give.
 */
function over(base: JsonObject, own: JsonObject): JsonObject {
  const asks = QUESTIONS.some((key) => own[key] !== undefined)
  const kept = Object.entries(base).filter(([key]) => !(asks && QUESTIONS.includes(key)))
  return { ...Object.fromEntries(kept), ...own }
}

function stepsOf(base: JsonValue | undefined, own: JsonValue | undefined, report: Report): JsonValue {
  const inherited = isJsonObject(base) ? base : {}
  if (own !== undefined && !isJsonObject(own)) return own
  const written = own ?? {}
  const done = new Map<string, JsonValue>()
  const step = (id: string, within: readonly string[]): JsonValue => {
    const known = done.get(id)
    if (known !== undefined) return known
    const mine = ownField(written, id)
    const before = ownField(inherited, id)
    if (mine === undefined) return before ?? null
    if (!isJsonObject(mine)) return mine
    const like = likeOf(id, mine, within)
    const from = like === undefined ? before : step(like, [...within, id])
    const { like: _, ...fields } = mine
    const own = like === undefined ? mine : fields
    const whole = isJsonObject(from) ? over(from, own) : own
    done.set(id, whole)
    return whole
  }
  const likeOf = (id: string, { like }: JsonObject, within: readonly string[]): string | undefined => {
    if (like === undefined) return undefined
    const path: JsonPath = ['steps', id, 'like']
    const ids = [...new Set([...Object.keys(inherited), ...Object.keys(written)])]
    if (typeof like === 'string' && ids.includes(like) && like !== id && !within.includes(like)) return like
    if (typeof like === 'string' && ids.includes(like)) {
      report(problem('circular-like', `“${id}” is like itself.`, 'Write the fields of one of them.', path))
      return undefined
    }
    const near = typeof like === 'string' ? nearest(like, ids) : undefined
    const fix = near === undefined ? `The steps are ${ids.join(', ')}.` : `Did you mean “${near}”?`
    report(
      typeof like === 'string'
        ? problem('unknown-step', `There is no step ${inWords(like)}.`, fix, path)
        : misfit(like, 'the name of a step', path, fix),
    )
    return undefined
  }
  const ids = [...Object.keys(inherited), ...Object.keys(written).filter((id) => !Object.hasOwn(inherited, id))]
  return Object.fromEntries(ids.map((id) => [id, step(id, [])]))
}

/** A field of a mapping, whose names are anybody’s: none is one of every object. */
export function ownField(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function problem(code: string, message: string, fix: string, path: JsonPath): DesignProblem {
  return { severity: 'error', code, message, fix, path }
}
