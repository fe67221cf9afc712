import { OWN_DESIGN } from '../designs/index.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJsonTexts, yamlString } from '../yaml/index.ts'
import { resolved } from './bases.ts'
import { OWN_DESIGNS } from './own/index.ts'

/** The design that a text begins with where that one cannot be begun with. */
const USUAL = 'constrained'

/** The id of the design that a text begins with: its `from`. Undefined where it names none that there is. */
export function baseIn(text: string): string | undefined {
  const [, id = ''] = /^from:\s*["']?([\w-]+)/m.exec(text) ?? []
  return Object.hasOwn(OWN_DESIGNS, id) ? id : undefined
}

/** The text of a design that is another one as it is, with its steps named and its expression ready to be changed. */
export function beginningFrom(design: string): string {
  const base = Object.hasOwn(OWN_DESIGNS, design) ? design : USUAL
  const whole = documentOf(base)
  const steps = isJsonObject(whole.steps) ? Object.entries(whole.steps) : []
  return [
    `design: my-design`,
    `title: My design`,
    `# What is not written here is as in “${base}”.`,
    `from: ${base}`,
    '# Its steps:',
    ...steps.map(([id, step]) => `#   ${id.padEnd(longest(steps))}  ${stepInWords(step)}`),
    'decide:',
    ...linesOf(whole.decide ?? null).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/** The text of a design of the playground, without its words about itself. */
export function textOfBase(base: string): string {
  return `design: ${OWN_DESIGN}\nfrom: ${base}\n`
}

function documentOf(base: string): JsonObject {
  const [document] = readJsonTexts(OWN_DESIGNS[base] ?? '', 'designText').documents
  const whole = isJsonObject(document?.value) ? resolved(document.value, () => undefined) : undefined
  if (whole === undefined) throw new Error(`the text of ${base} was not understood`)
  return whole
}

function longest(entries: readonly (readonly [string, unknown])[]): number {
  return Math.max(...entries.map(([id]) => id.length))
}

function stepInWords(step: JsonValue): string {
  if (!isJsonObject(step)) return ''
  if (step.whom !== undefined) return 'which alternative applies'
  const { label, ask, is } = step
  if (typeof label === 'string') return label
  if (ask === 'legacy') return 'the verb impersonate'
  if (typeof is === 'string') return is
  const verbs = [ask].flat().flatMap((one) => (isJsonObject(one) && typeof one.verb === 'string' ? [one.verb] : []))
  return verbs.join(', ')
}

/** The lines of an expression: an alternative of plain values is one line. */
function linesOf(value: JsonValue): readonly string[] {
  const flow = flowOf(value)
  if (flow !== undefined) return [flow]
  if (Array.isArray(value)) return value.flatMap((one) => marked('- ', '  ', linesOf(one)))
  return Object.entries(value as JsonObject).flatMap(([key, one]) => {
    const [first = '', ...rest] = linesOf(one)
    const isBlock = rest.length > 0 || (Array.isArray(one) && flowOf(one) === undefined)
    return isBlock ? [`${key}:`, ...[first, ...rest].map((line) => `  ${line}`)] : [`${key}: ${first}`]
  })
}

function marked(marker: string, indent: string, [first = '', ...rest]: readonly string[]): readonly string[] {
  return [`${marker}${first}`, ...rest.map((line) => `${indent}${line}`)]
}

/** A value on one line; undefined for one that has mappings or lists of lists inside. */
function flowOf(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? scalar(value) : String(value)
  if (Array.isArray(value)) {
    return value.every((one) => typeof one !== 'object') ? `[${value.map(flowOf).join(', ')}]` : undefined
  }
  const fields = Object.entries(value)
  const isFlat = fields.every(([, one]) => typeof one !== 'object' || (Array.isArray(one) && flowOf(one) !== undefined))
  return isFlat ? `{ ${fields.map(([key, one]) => `${key}: ${flowOf(one)}`).join(', ')} }` : undefined
}

/** Quotes as well what ends an entry of a list on one line. */
function scalar(text: string): string {
  return /[,[\]{}]/.test(text) ? JSON.stringify(text) : yamlString(text)
}
