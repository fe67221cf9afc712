import type { SourceId, SourceRange } from '../text/index.ts'
import type { Trace } from '../trace/index.ts'
import type { Explanation, UnmetCheck } from './explain.ts'
import type { Mismatch } from './mismatch.ts'
import type { NearMatch } from './near.ts'

/** One dimension of a near rule that does not fit, for programs. */
export interface NearMismatch extends Pick<Mismatch, 'dimension' | 'cause' | 'has' | 'asked' | 'instead'> {
  /** From 1, in the text that `of` names. */
  readonly line: number
  readonly of: SourceId
  /** The place in a file. */
  readonly at: string
}

/** A near rule, for programs. */
export interface NearEntry {
  /** The number of the check among all checks of the request, from 1. */
  readonly check: number
  /** Of the rule; of the binding where its role does not exist. From 1, in the text that `of` names. */
  readonly line: number
  readonly of: SourceId
  /** The place in a file. */
  readonly at: string
  /** "ClusterRole view", "Role prod/deploy". Absent where a binding names no role that exists. */
  readonly role?: string
  /** "RoleBinding prod/deployers". Absent where no binding names the role. */
  readonly binding?: string
  /** "ServiceAccount ci/deployer", "User jane". */
  readonly subject?: string
  readonly misses: readonly NearMismatch[]
}

/**
 * All near rules of a refusal as plain values: those of the check whose rule comes closest come first, then those of the
 * other checks in their order; the nearest of a check first.
 *
 * @param placeOf names the place of a line in a file
 */
export function nearEntries(
  { unmet, first }: Explanation,
  { steps }: Trace,
  placeOf: (place: Pick<SourceRange, 'source' | 'line'>) => string,
): readonly NearEntry[] {
  const placed = ({ line, source }: SourceRange) => ({ line, of: source, at: placeOf({ source, line }) })
  const numberOf = (step: number) => steps.slice(0, step + 1).filter(({ check }) => check !== undefined).length
  const ordered: readonly UnmetCheck[] = first === undefined ? unmet : [first, ...unmet.filter((one) => one !== first)]
  return ordered.flatMap(({ step, near }) =>
    near.map((one) => ({ check: numberOf(step), ...placed(rangeOf(one)), ...entryOf(one, placed) })),
  )
}

function entryOf(
  { role, binding, subject, mismatches }: NearMatch,
  placed: (range: SourceRange) => Pick<NearMismatch, 'line' | 'of' | 'at'>,
): Pick<NearEntry, 'role' | 'binding' | 'subject' | 'misses'> {
  return {
    ...(role && { role: objectName(role) }),
    ...(binding && { binding: objectName(binding) }),
    ...(subject && { subject: objectName(subject) }),
    misses: mismatches.map(({ dimension, cause, has, asked, instead, range }) => ({
      dimension,
      ...(cause !== undefined && { cause }),
      has,
      asked,
      ...(instead !== undefined && { instead }),
      ...placed(range),
    })),
  }
}

/** The place of the rule, or of the binding where there is none. */
function rangeOf({ rule, binding, mismatches: [mismatch] }: NearMatch): SourceRange {
  const range = (rule ?? binding ?? mismatch)?.range
  if (range === undefined) throw new Error('a near rule without a place')
  return range
}

/** "Role prod/deploy", "ClusterRole view". */
export function objectName({
  kind,
  namespace,
  name,
}: {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`
}
