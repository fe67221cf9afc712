import type { Policy } from '../kube/index.ts'
import type { TextEdit } from '../text/index.ts'
import type { Finding } from './finding.ts'
import { mendEdits } from './finding-places.ts'
import { ruleNamed } from './rules/index.ts'

/** The edits that mend a finding; undefined where a person has to decide, or where they would change more than this. */
export function editsOf(policy: Policy, { mend }: Pick<Finding, 'mend'>): readonly TextEdit[] | undefined {
  return mend && mendEdits(policy, mend)
}

/** Whether a person has to decide about each finding of a rule: which role, account or kind is meant. */
export function isDecidedSingly(code: string): boolean {
  return ruleNamed(code)?.decidedSingly === true
}

/**
 * The edits that mend several findings at once, without those that a person has to decide. Those that overlap with earlier
 * ones are left out: mend the text, read it and ask again.
 */
export function editsOfAll(policy: Policy, findings: readonly Pick<Finding, 'code' | 'mend'>[]): readonly TextEdit[] {
  return withoutOverlaps(findings.map((one) => (isDecidedSingly(one.code) ? undefined : editsOf(policy, one)))).flat()
}

/** The mends that can be made together: of two that overlap, the first one. */
export function withoutOverlaps(mends: readonly (readonly TextEdit[] | undefined)[]): readonly (readonly TextEdit[])[] {
  const kept: (readonly TextEdit[])[] = []
  const all: TextEdit[] = []
  for (const edits of mends) {
    if (!edits?.every((one) => all.every((other) => !overlaps(one, other)))) continue
    kept.push(edits)
    all.push(...edits)
  }
  return kept
}

function overlaps({ span: one }: TextEdit, { span: other }: TextEdit): boolean {
  return one.start <= other.end && other.start <= one.end
}
