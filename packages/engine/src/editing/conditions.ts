import type { Policy } from '../kube/index.ts'
import type { Completion, Hover } from './completion.ts'
import { aboutFunction, aboutMeaning, meaningOf, wordsBehind } from './condition-words.ts'
import { type ExpressionPlace, expressionAt } from './expression-at.ts'
import type { Prose } from './prose.ts'

/** The longest names that are read before a place: what is longer is no path of any object. UTF-16 code units. */
const LONGEST = 1000

/** A path of names that is being typed, at the end of a text: `principal.user`. */
const PATH = /(?:^|[^\w.)\]"'])((?:[A-Za-z_]\w*\s*\.\s*)*)[A-Za-z_]?\w*$/

/**
 * Completions inside a condition; undefined outside of any. Empty inside a text literal, and after a dot that follows
 * an unknown name.
 */
export function completeCondition(text: string, offset: number, policy: Policy): readonly Completion[] | undefined {
  const place = expressionAt(policy, offset)
  if (place === undefined) return undefined
  const path = PATH.exec(place.before.slice(-LONGEST))?.[1]
  if (place.quoted || path === undefined) return []
  const start = offset - (/\w*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0].length ?? 0)
  const end = offset + (/^\w*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0)
  return wordsBehind(namesIn(path)).map(({ name, detail, about, stops }) => ({
    label: name,
    kind: stops === undefined ? 'name' : 'value',
    detail,
    about,
    ...(stops === undefined ? { insert: name } : { insert: inQuotes(stops, place.quote), snippet: true }),
    replace: { start, end },
  }))
}

function namesIn(path: string): readonly string[] {
  return path
    .split('.')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A snippet escaped for the scalar around it: inside YAML's double quotes, CEL's double quotes get a backslash. */
function inQuotes(stops: string, quote: ExpressionPlace['quote']): string {
  return quote === '"' ? stops.replaceAll('"', '\\\\"') : stops
}

/** The meaning of the name or function at a place in a condition; undefined where it is unknown. */
export function hoverCondition(policy: Policy, offset: number): Hover | undefined {
  const { text, lines } = policy
  const end = offset + (/^\w*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0)
  const place = expressionAt(policy, end)
  if (place === undefined || place.quoted) return undefined
  const [written] = /[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*$/.exec(place.before.slice(-LONGEST)) ?? []
  const names = namesIn(written ?? '')
  const name = names.at(-1)
  if (name === undefined) return undefined
  const range = lines.range({ start: end - name.length, end })
  const meaning = meaningOf(names)
  if (meaning === undefined || text.charAt(end) === '(') {
    const about = aboutFunction(name)
    return about.length === 0 ? undefined : { range, paragraphs: [[{ code: name }, ': ', ...(about[0] ?? [])]] }
  }
  const said = names.join('.')
  const stands: Prose = said === meaning.path ? [] : ['Stands for ', { code: meaning.path }, '. ']
  return { range, paragraphs: [[{ code: said }, ': ', ...stands, ...(aboutMeaning(meaning)[0] ?? [])]] }
}
