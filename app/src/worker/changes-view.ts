import { assumptionsOf, type Decided, type RichText, type Scenario, type SourceRange } from '@authz-playground/engine'
import { type ChangedField, rangeAt, type Spot } from '@authz-playground/engine/internal/changes'
import { type CoveredField, fieldCoverage } from '@authz-playground/engine/internal/designs'
import type { ChangesView, FieldStep, FieldView } from './answer.ts'

/** The most fields in the list. All fields are counted. */
const SHOWN = 200

/**
 * The fields that a decided request changes; undefined where the design does not check fields, or where they are
 * unknown.
 */
export function changesView({ change: read, trace, design }: Decided, scenario: Scenario): ChangesView | undefined {
  const change = read?.change
  if (trace === undefined || change === undefined || change.kind === 'unknown') return undefined
  if (change.kind === 'none') return { sendsObject: false, fields: [], total: 0, most: 0, steps: new Map() }
  const assumed = assumptionsOf(design, scenario.assumptions?.[design.id])
  const { fields, most } = fieldCoverage(change, trace, assumed)
  const shown = fields.slice(0, SHOWN)
  // The field that ended the request is shown, however long the list is.
  const missing = fields.slice(SHOWN).find(({ coverage }) => coverage === 'missing')
  const views = [...(missing ? shown.with(-1, missing) : shown)].map(fieldView)
  return { sendsObject: true, fields: views, total: fields.length, most, steps: stepsOf(fields, views) }
}

function fieldView({ field, byWebhook, coverage, verbs }: CoveredField): FieldView {
  const { path, before, after } = field
  const stored = rangeOf(before?.at)
  return {
    path,
    ...(before && { before: brief(before.value) }),
    ...(after && { after: brief(after.value) }),
    byWebhook,
    coverage,
    verbs: verbs.map(({ verb, step, permission }) => {
      const range = rangeOf(permission.at)
      return { verb, ...(step !== undefined && { step }), ...(range && { range }) }
    }),
    ...(stored && { stored }),
  }
}

function rangeOf(spot: Spot | undefined): SourceRange | undefined {
  return spot && rangeAt(spot)
}

/** The most of a value that is shown, in UTF-16 code units. */
const BRIEF = 120

/** A value as JSON, cut short. */
function brief(value: NonNullable<ChangedField['after']>['value']): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string' && value.length > BRIEF) return `${JSON.stringify(value.slice(0, BRIEF))} …`
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))
  return text.length > BRIEF ? `${text.slice(0, BRIEF)} …` : text
}

/** The fields of each step that asks a verb for fields. */
function stepsOf(all: readonly CoveredField[], shown: readonly FieldView[]): ReadonlyMap<number, FieldStep> {
  const about = new Map<number, { readonly path: string; others: number }>()
  for (const { field, verbs } of all) {
    for (const { step } of verbs) {
      if (step === undefined) continue
      const known = about.get(step)
      if (known === undefined) about.set(step, { path: field.path, others: 0 })
      else known.others++
    }
  }
  const ranges = new Map<number, Map<string, SourceRange>>()
  for (const { stored, verbs } of shown) {
    for (const { step, range } of verbs) {
      if (step === undefined) continue
      const known = ranges.get(step) ?? new Map<string, SourceRange>()
      for (const one of [stored, range]) if (one) known.set(`${one.source} ${one.start}`, one)
      ranges.set(step, known)
    }
  }
  return new Map(
    [...about].map(([step, { path, others }]) => [
      step,
      { about: inWords(path, others), ranges: [...(ranges.get(step)?.values() ?? [])] },
    ]),
  )
}

function inWords(path: string, others: number): RichText {
  if (others === 0) return ['for ', { code: path }]
  return ['for ', { code: path }, ` and ${others.toLocaleString('en')} more`]
}
