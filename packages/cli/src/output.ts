import { escapedJSON } from '@authz-playground/engine/internal/text'
import type { CommandWords } from './flags.ts'
import { nearestOf } from './nearest.ts'
import { refusedInput } from './problem.ts'

/** The output format of `--output`; the first one by default. */
export function outputOf<const Form extends string>(words: CommandWords, forms: readonly [Form, ...Form[]]): Form {
  const wanted = words.one('output') ?? forms[0]
  const form = forms.find((one) => one === wanted)
  if (form !== undefined) return form
  const near = nearestOf(wanted, forms)
  const fix = near === undefined ? `There are ${forms.join(', ')}.` : `Did you mean “${near}”?`
  throw refusedInput('--output', `“${wanted}” is not an output format.`, fix)
}

/** A value as JSON, its hidden characters escaped, so that no name reads like another or turns the text around it. */
export function printedJSON(value: unknown, indent?: number): string {
  return `${escapedJSON(JSON.stringify(value, undefined, indent))}\n`
}
