import { READING_RULES } from '../../policy/index.ts'
import type { LintRule } from '../rule.ts'
import { accountInEveryNamespace } from './account-in-every-namespace.ts'
import { accountNamespace } from './account-namespace.ts'
import { namespaceMissing, undefinedAccount } from './accounts.ts'
import { aggregatedRules } from './aggregated-rules.ts'
import { aggregationLabel } from './aggregation-label.ts'
import { clusterScopedInRole } from './cluster-scoped-in-role.ts'
import { combinedGrants } from './combined-grants.ts'
import { connectionWithoutCreate } from './connection-without-create.ts'
import { grantsEscalation, grantsEverything } from './escalation.ts'
import { anonymousAccess, everybodyAccess, mastersSubject } from './everybody.ts'
import { actionWithoutIdentity, identityWithoutAction } from './halves.ts'
import {
  extraKeySpelling,
  extraWithoutKey,
  identityInNamespace,
  identityNotStored,
  mastersTarget,
  unnamedIdentity,
} from './identities.ts'
import { impersonationName } from './impersonation-name.ts'
import { impersonationTarget } from './impersonation-target.ts'
import { impossibleName } from './impossible-name.ts'
import { legacyBesideConstrained } from './legacy-beside-constrained.ts'
import { legacyCalledConstrained } from './legacy-called-constrained.ts'
import { invisibleCharacter, mixedScripts } from './name-characters.ts'
import { coveredRule, repeatedValue } from './repeated-value.ts'
import { namesWithAssociatedNode, namesWithList, namesWithoutEffect } from './resource-names.ts'
import { goneResource, misspeltResource, otherApiGroup, unknownApiGroup, unknownResource } from './resources.ts'
import { severalValuesInOne } from './several-values-in-one.ts'
import { accountName, duplicateSubject, noSubjects, subjectKind } from './subjects.ts'
import { unboundRole } from './unbound-role.ts'
import { unusedIgnore } from './unused-ignore.ts'
import { verbOfOtherDesign } from './verb-of-other-design.ts'
import { misspeltVerb, neverMatches, noSuchVerb } from './verbs.ts'
import { wildcardIdentity } from './wildcard-identity.ts'

/** Every rule of the lint, in the order of lists. Of findings at one place, those of the first rule come first. */
export const RULES: readonly LintRule[] = [
  ...READING_RULES.map((one) => (one.name === identityInNamespace.name ? identityInNamespace : one)),
  invisibleCharacter,
  mixedScripts,
  severalValuesInOne,
  repeatedValue,
  misspeltVerb,
  noSuchVerb,
  verbOfOtherDesign,
  misspeltResource,
  otherApiGroup,
  unknownResource,
  goneResource,
  unknownApiGroup,
  namesWithoutEffect,
  namesWithList,
  namesWithAssociatedNode,
  impossibleName,
  neverMatches,
  connectionWithoutCreate,
  coveredRule,
  clusterScopedInRole,
  aggregationLabel,
  aggregatedRules,
  unboundRole,
  subjectKind,
  accountName,
  undefinedAccount,
  duplicateSubject,
  noSubjects,
  namespaceMissing,
  mastersSubject,
  anonymousAccess,
  everybodyAccess,
  identityNotStored,
  impersonationTarget,
  impersonationName,
  extraWithoutKey,
  extraKeySpelling,
  mastersTarget,
  accountInEveryNamespace,
  accountNamespace,
  identityWithoutAction,
  actionWithoutIdentity,
  legacyBesideConstrained,
  legacyCalledConstrained,
  combinedGrants,
  wildcardIdentity,
  unnamedIdentity,
  grantsEverything,
  grantsEscalation,
  unusedIgnore,
]

const BY_NAME: ReadonlyMap<string, LintRule> = new Map(RULES.map((rule) => [rule.name, rule]))

/** The rule of a name; undefined where there is none. */
export function ruleNamed(name: string): LintRule | undefined {
  return BY_NAME.get(name)
}
