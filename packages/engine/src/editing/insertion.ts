import { escapedJSON, hiddenCharacter } from '../text/index.ts'
import { plainValue } from '../yaml/index.ts'
import type { Completion } from './completion.ts'
import type { Prose } from './prose.ts'
import type { Site } from './site.ts'

/** A candidate for a site, before it is quoted and indented for the site. */
export interface Candidate {
  readonly value: string
  readonly kind: 'value' | 'name'
  readonly detail: string
  readonly about: readonly Prose[]
  /** Inserted instead of the value, with tab stops; it begins with the value. */
  readonly stops?: string
}

/** The style of the list's entries at the site, which the next entry follows. */
export type Manner = 'plain' | 'quoted' | 'unknown'

/** A completion that writes a scalar at the site: an entry of a list, or a value after its colon. */
export function scalarCompletion(candidate: Candidate, site: Site, manner: Manner): Completion {
  const { value, kind, detail, about, stops } = candidate
  const written = writtenAs(value, site, manner)
  const before = site.touching ? ' ' : ''
  const dash = site.wants === 'item' ? '- ' : ''
  const insert = before + dash + written
  return {
    label: value === '' ? '""' : value,
    kind,
    detail,
    about,
    replace: site.word,
    ...(stops === undefined
      ? { insert }
      : { insert: escaped(before + dash) + writtenStops(stops, written), snippet: true }),
  }
}

/** A completion that writes a number or a boolean, which quotes would turn into a text. */
export function literalCompletion(value: number | boolean, { touching, word }: Site): Completion {
  const written = String(value)
  return {
    label: written,
    kind: 'value',
    detail: '',
    about: [],
    insert: (touching ? ' ' : '') + written,
    replace: word,
  }
}

/** A completion that begins a list in brackets with its first entry, followed by the cursor. */
export function listCompletion(candidate: Candidate, site: Site): Completion {
  const { value, kind, detail, about, stops } = candidate
  const written = writtenAs(value, { ...site, flow: true, quote: '' }, 'unknown')
  const entry = stops === undefined ? escaped(written) : writtenStops(stops, written)
  return {
    label: value === '' ? '""' : value,
    kind,
    detail,
    about,
    insert: `${site.touching ? ' ' : ''}[${entry}$0]`,
    snippet: true,
    replace: site.word,
  }
}

function writtenStops(stops: string, written: string): string {
  return written.startsWith('"') ? `"${stops}"` : written.startsWith("'") ? `'${stops}'` : stops
}

function writtenAs(value: string, { quote, flow }: Pick<Site, 'quote' | 'flow'>, manner: Manner): string {
  if (quote === "'" && !/[\n\r]/.test(value) && hiddenCharacter(value) === undefined)
    return `'${value.replaceAll("'", "''")}'`
  const plain = quote === '' && manner !== 'quoted' && (!flow || manner === 'plain') && canBePlain(value, flow)
  return plain ? value : doubleQuoted(value)
}

/** JSON’s strings are valid in YAML, except lone surrogates, which neither can contain. */
function doubleQuoted(value: string): string {
  return escapedJSON(JSON.stringify(value))
}

/** Whether YAML 1.1 reads an unquoted text as exactly that text. */
export function canBePlain(value: string, flow: boolean): boolean {
  if (value.trim() !== value || value === '' || /[\n\t]/.test(value) || hiddenCharacter(value) !== undefined)
    return false
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(value) || /:(?:\s|$)|\s#/.test(value)) return false
  if (flow && /[,[\]{}]|:$/.test(value)) return false
  return plainValue(value).type === 'string'
}

/** A text escaped for a snippet. */
export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&')
}
