import type { ReportProblem } from '../../text/index.ts'
import type { Struct } from '../decode/decoded-value.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'
import { unlikelyApiGroup, unlikelyUrl } from './groups-and-paths.ts'
import { identityApiGroup, identityInRole, kepApiGroup, plainExtraKey } from './identities.ts'
import { namespaceIgnored } from './namespace-ignored.ts'
import { duplicateObject, roleNotFound } from './references.ts'
import { type ObjectRule, problemOf, type RuleDescription } from './rule.ts'
import { literalNameWildcard, partialWildcardResource, partialWildcardVerb } from './wildcards.ts'

const OBJECT_RULES: readonly ObjectRule[] = [
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
]

/** The rules of the lint that are checked while a policy is read, in the order of lists. */
export const READING_RULES: readonly RuleDescription[] = [...OBJECT_RULES, roleNotFound, duplicateObject]

/**
 * Warns of fields of an object that the API server accepts and that probably do not have the intended effect. The warnings do
 * not affect decisions.
 */
export function warnOfObject(kind: RbacKind, struct: Struct, report: ReportProblem): void {
  for (const { index, value } of struct.structs('rules')) {
    const site = { rule: value, path: `rules[${index}]`, inRole: kind === 'Role' }
    for (const rule of OBJECT_RULES) rule.warnOfRule?.(site, (finding) => report(problemOf(rule, finding)))
  }
  for (const { index, value } of struct.structs('subjects')) {
    for (const rule of OBJECT_RULES) {
      rule.warnOfSubject?.(value, `subjects[${index}]`, (finding) => report(problemOf(rule, finding)))
    }
  }
}
