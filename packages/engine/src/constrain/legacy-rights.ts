import type { Binding, Policy, SubjectName } from '../kube/index.ts'
import { legacyResources } from '../query/index.ts'
import { type EffectiveRule, isMasters, type Rights, rulesThat, verbMatches } from '../rights/index.ts'
import type { LineIndex } from '../text/index.ts'

/**
 * Why a right to impersonate is left where it is. `every-verb`: its rule allows every verb, those of constrained
 * impersonation among them, and other resources too. `default-role`: Kubernetes itself writes the role.
 */
export type LeftBecause = 'every-verb' | 'default-role'

/** One rule by which a subject may use the legacy verb `impersonate`. */
export interface LegacyRight {
  readonly subject: SubjectName
  readonly binding: Binding
  readonly effective: EffectiveRule
  /** The lines of the text that has the rule. */
  readonly lines: LineIndex
  /** The position of the subject in the binding. */
  readonly subjectIndex: number
  /** Where the rule holds: a namespace, or empty for the whole cluster. */
  readonly namespace: string
  /** The resources of the rule that the legacy checks ask for. */
  readonly resources: readonly string[]
  /** Absent where the rule can be taken away. */
  readonly left?: LeftBecause
}

/** Every right to use the legacy verb, in the order of the bindings (Go: `buildImpersonationRequests`). */
export function legacyRights(bound: Rights, policy: Policy): readonly LegacyRight[] {
  const impersonating = rulesThat(({ verbs }) => verbMatches({ verbs }, 'impersonate'))
  return bound.heldByAll(impersonating).rules.flatMap((held): readonly LegacyRight[] => {
    const { holder: subject, binding, effective, namespace } = held
    const resources = legacyResources(effective.rule, namespace)
    // Members of `system:masters` may do everything, without any rule.
    if (resources.length === 0 || isMasters(subject)) return []
    const left = leftBecause(effective, bound, policy)
    const { subjectIndex } = held.match
    const lines = bound.linesOf(effective.role)
    return [{ subject, binding, effective, lines, subjectIndex, namespace, resources, ...(left && { left }) }]
  })
}

/** Only impersonation knows these resources: no API serves them. */
const VIRTUAL: ReadonlySet<string> = new Set(['users', 'groups', 'uids', 'userextras'])

function baseOf(resource: string): string {
  return resource.split('/')[0] ?? ''
}

/** Whether a rule is about impersonation alone, so that nothing else is lost with it. */
export function isOfImpersonationAlone({ rule }: EffectiveRule): boolean {
  return (
    rule.resources.every((resource) => VIRTUAL.has(baseOf(resource))) ||
    rule.verbs.every((verb) => verb === 'impersonate')
  )
}

function leftBecause(effective: EffectiveRule, bound: Rights, policy: Policy): LeftBecause | undefined {
  if (bound.linesOf(effective.role) !== policy.lines) return 'default-role'
  return verbMatches(effective.rule, '*') && !isOfImpersonationAlone(effective) ? 'every-verb' : undefined
}
