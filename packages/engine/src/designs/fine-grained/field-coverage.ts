import type { Change, ChangedField, FieldPermission } from '../../changes/index.ts'
import type { Answer } from '../../kube/index.ts'
import type { Trace } from '../../trace/index.ts'
import type { Assumptions } from '../design.ts'
import { allVerbs, excludedVerbs, type FieldVerbs, type VerbInputs } from './verbs.ts'

/** The nodes of the flowchart that check fields, and the verbs of the fields at each node. */
const FIELD_NODES: ReadonlyMap<
  string,
  (fields: readonly ChangedField[], reading: VerbInputs) => readonly FieldVerbs[]
> = new Map([
  ['F', allVerbs],
  ['X', excludedVerbs],
])

/**
 * How a changed field is covered. `verb`: by a verb for fields. `ordinary`: by the request’s own verb. `missing`: by no
 * verb that the user holds, which ended the request. `open`: not checked, because the request was decided before, or
 * because webhooks change the field after the checks.
 */
export type CoverageKind = 'verb' | 'ordinary' | 'missing' | 'open'

/** A verb that covers a field, general or specific. */
export interface CoveringVerb extends VerbCheck {
  readonly permission: FieldPermission
}

/** A verb, and its answer. */
export interface VerbCheck {
  readonly verb: string
  /** The index of the step that asked the verb, for this field or another. Absent where it was not asked. */
  readonly step?: number
  readonly decision?: Answer['decision']
}

/** A changed field, and the result of its checks. */
export interface CoveredField {
  readonly field: ChangedField
  /** Webhooks change the field; the client does not. */
  readonly byWebhook: boolean
  readonly coverage: CoverageKind
  /** From general to specific. Empty where no verb for fields covers this field, or none is needed. */
  readonly verbs: readonly CoveringVerb[]
}

/** The coverage of each field that a request changes. */
export interface FieldCoverage {
  readonly fields: readonly CoveredField[]
  /**
   * The largest number of checks with verbs for fields that this request can cost, for any user: each verb of each field
   * that has to be covered is asked once at most. 0 where the request ended before those checks.
   */
  readonly most: number
}

/** Derives from a trace of the design which verb covered which field. */
export function fieldCoverage(
  { sent, withWebhooks }: Extract<Change, { readonly kind: 'fields' }>,
  { steps, fieldChecks }: Trace,
  assumptions: Assumptions,
): FieldCoverage {
  const bySender = new Set(sent.map(({ path }) => path))
  const asked = askedVerbs(steps)
  const isHeld = (verb: string): boolean => asked.get(verb)?.decision === 'Allow'
  const after = assumptions.webhooks === 'after'
  const checked = after ? withWebhooks : sent
  const toCover = verbsToHold(steps, checked, assumptions)
  const verbsOf = new Map(toCover?.map((field) => [field.path, field]))
  const coverageOf = (path: string, looked: boolean): CoverageKind => {
    if (!looked || toCover === undefined) return 'open'
    const field = verbsOf.get(path)
    if (field === undefined) return 'ordinary'
    if (field.verbs.some(isHeld)) return 'verb'
    return path === fieldChecks?.missing ? 'missing' : 'open'
  }
  const verbsOn = (path: string): readonly CoveringVerb[] =>
    (verbsOf.get(path)?.permissions ?? []).map((permission, index) => {
      const verb = verbsOf.get(path)?.verbs[index] ?? ''
      return { ...(asked.get(verb) ?? { verb }), permission }
    })
  const covered =
    (looked: boolean) =>
    (field: ChangedField): CoveredField => ({
      field,
      byWebhook: !bySender.has(field.path),
      coverage: coverageOf(field.path, looked),
      verbs: looked ? verbsOn(field.path) : [],
    })
  const later = after ? [] : withWebhooks.filter(({ path }) => !bySender.has(path))
  return {
    fields: [...checked.map(covered(true)), ...later.map(covered(false))],
    most: new Set(toCover?.flatMap(({ verbs }) => verbs)).size,
  }
}

/** The verbs for fields that were asked, each once. */
function askedVerbs(steps: Trace['steps']): ReadonlyMap<string, VerbCheck> {
  return new Map(
    steps.flatMap(({ node, check }, step): [string, VerbCheck][] => {
      if (check === undefined || !FIELD_NODES.has(node)) return []
      const { verb } = check.attributes
      return [[verb, { verb, step, decision: check.answer.decision }]]
    }),
  )
}

/** The fields that have to be covered, and the verbs that cover them. Undefined where the request ended before that. */
function verbsToHold(
  steps: Trace['steps'],
  fields: readonly ChangedField[],
  assumptions: Assumptions,
): readonly FieldVerbs[] | undefined {
  const verbsAt = steps.map(({ node }) => FIELD_NODES.get(node)).find((verbs) => verbs !== undefined)
  const request = steps.find(({ check }) => check?.phase === 'request')?.check
  return request && verbsAt?.(fields, { assumptions, apiGroup: request.attributes.apiGroup })
}
