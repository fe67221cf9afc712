import { accessRule } from './grants.ts'
import type { Way } from './intent.ts'

// An intent as access rules: for the designs whose checks are answered with conditions.

/** What may be asked for, in lines of CEL that must all hold. */
export interface Clause {
  readonly description: string
  readonly when: readonly string[]
}

/** The username of whoever impersonates, and whom and what in the words of each design. */
export interface Conditions {
  readonly id: string
  readonly requestor: string
  /** In the words of the review thread: `principal`, `action`, `resource`, `context.requestAttr`. */
  readonly conditional: readonly Clause[]
  readonly compound: readonly Clause[]
  readonly unified: readonly Clause[]
}

/** A rule for each of the three designs. Each is an Allow: a Deny would take from the other designs as well. */
export function conditionWays({ id, requestor, conditional, compound, unified }: Conditions): readonly Way[] {
  const checks = (verb: string): readonly string[] => [
    `request.attributes.verb == "${verb}"`,
    'request.attributes.apiGroup == "authentication.k8s.io"',
    `request.user.username == "${requestor}"`,
  ]
  return [
    {
      designs: ['conditional'],
      policy: accessRule(
        `${id}-conditional`,
        ['action == "impersonate"', `principal.username == "${requestor}"`],
        conditional,
      ),
    },
    { designs: ['compound'], policy: accessRule(`${id}-compound`, checks('constrainedimpersonate'), compound) },
    { designs: ['unified'], policy: accessRule(`${id}-unified`, checks('constrainedimpersonate'), unified) },
  ]
}

/** What `unified` must say of everything that no check of its own asks for. */
export const NOTHING_ELSE = [
  '!has(impersonatedUser.groups)',
  '!has(impersonatedUser.uid)',
  '!has(impersonatedUser.extra)',
]

/** The check of a user by name, as the lines of a condition. */
export function isUser(name: string): readonly string[] {
  return ['request.attributes.resource == "users"', `request.attributes.name == "${name}"`]
}
