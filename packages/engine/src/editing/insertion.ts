import { plainValue } from '../yaml/index.ts'
import type { Completion } from './completion.ts'
import type { Prose } from './prose.ts'
import type { Site } from './site.ts'

/** Something that can stand at a site, before it is written as the site needs it. */
export interface Candidate {
  readonly value: string
  readonly kind: 'value' | 'name'
  readonly detail: string
  readonly about: readonly Prose[]
  /** Written instead of the value, with stops to tab through; it begins as the value does. */
  readonly stops?: string
}

/** How the entries of a list around the site are written: the next one follows suit. */
export type Manner = 'plain' | 'quoted' | 'unknown'

/** A completion that writes a scalar at the site: an entry of a list, or a value behind its colon. */
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

/** A completion that writes a number, or true or false: what would be a text between quotes. */
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

/** A completion that begins a list in brackets with its first entry, the cursor behind it. */
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
  if (quote === "'" && !/[\n\r]/.test(value)) return `'${value.replaceAll("'", "''")}'`
  const plain = quote === '' && manner !== 'quoted' && (!flow || manner === 'plain') && canBePlain(value, flow)
  return plain ? value : doubleQuoted(value)
}

/** JSON’s strings are YAML’s, but for halves of surrogate pairs, which neither can hold. */
function doubleQuoted(value: string): string {
  return JSON.stringify(value)
}

/** Whether YAML 1.1 reads a text as that very text when no quotes stand around it. */
export function canBePlain(value: string, flow: boolean): boolean {
  if (value.trim() !== value || value === '' || /[\p{Cc}\ufeff\ufffe\uffff]/u.test(value)) return false
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(value) || /:(?:\s|$)|\s#/.test(value)) return false
  if (flow && /[,[\]{}]|:$/.test(value)) return false
  return plainValue(value).type === 'string'
}

/** A text as it stands in a snippet. */
export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&')
}
