import type { ReportProblem } from '../../text/index.ts'
import type { Struct } from '../decode/decoded-value.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'
import { aggregatedRules } from './aggregated-rules.ts'
import { unlikelyApiGroup, unlikelyUrl } from './groups-and-paths.ts'
import { identityApiGroup, identityInRole, kepApiGroup, plainExtraKey } from './identities.ts'
import { namespaceIgnored } from './namespace-ignored.ts'
import { duplicateObject, roleNotFound } from './references.ts'
import { type ObjectRule, problemOf } from './rule.ts'
import { literalNameWildcard, partialWildcardResource, partialWildcardVerb } from './wildcards.ts'

const OBJECT_RULES = [
  partialWildcardVerb,
  partialWildcardResource,
  literalNameWildcard,
  unlikelyApiGroup,
  unlikelyUrl,
  kepApiGroup,
  identityApiGroup,
  identityInRole,
  plainExtraKey,
  namespaceIgnored,
] as const satisfies readonly ObjectRule[]

/** The rules of the lint that are checked while a policy is read, in the order of lists. */
export const READING_RULES = [...OBJECT_RULES, roleNotFound, duplicateObject, aggregatedRules] as const

/**
 * Warns of fields of an object that the API server accepts and that probably do not have the intended effect. The warnings do
 * not affect decisions.
 */
export function warnOfObject(kind: RbacKind, struct: Struct, report: ReportProblem): void {
  const rules: readonly ObjectRule[] = OBJECT_RULES
  for (const { index, value } of struct.structs('rules')) {
    const site = { rule: value, path: `rules[${index}]`, inRole: kind === 'Role' }
    for (const rule of rules) rule.warnOfRule?.(site, (finding) => report(problemOf(rule, finding)))
  }
  for (const { index, value } of struct.structs('subjects')) {
    for (const rule of rules) {
      rule.warnOfSubject?.(value, `subjects[${index}]`, (finding) => report(problemOf(rule, finding)))
    }
  }
}
