import { documents, type SubjectText } from '../rbac.ts'
import type { AskedRequest } from './asked.ts'
import { accessRuleFor, roleAndBinding } from './grants.ts'
import type { Way } from './intent.ts'

// An intent as access rules: for the designs whose checks are answered with conditions.

/** The allowed requests, as lines of CEL that must all be true. */
export interface AllowedLines {
  readonly description: string
  readonly when: readonly string[]
}

/** The impersonator as RBAC and as conditions name it, and the targets and actions in the terms of each design. */
export interface Conditions {
  readonly id: string
  readonly subject: SubjectText
  readonly requestor: string
  /** Conditions on the request itself, by its sender: no check covers the target. */
  readonly accessRule: readonly AllowedLines[]
  /** With the names of the review thread, which KEP-5681’s design reads too: `principal`, `action`, `resource`, `context.requestAttr`. */
  readonly conditional: readonly AllowedLines[]
  readonly compound: readonly AllowedLines[]
  readonly unified: readonly AllowedLines[]
  /** The form of a request where a node is a user like any other, as in `accessRule`. */
  readonly spell?: (asked: AskedRequest) => AskedRequest
}

/** The request with the header that declares an access rule. The header alone does not impersonate. */
function relyingOn(rule: string, asked: AskedRequest): AskedRequest {
  return asked.as === undefined ? asked : { ...asked, header: ['Impersonate-Access-Rule', rule] }
}

/** A rule for each of these designs. Each is an Allow: a Deny would also affect the other designs. */
export function conditionWays(conditions: Conditions): readonly Way[] {
  const { id, subject, requestor, conditional, compound, unified } = conditions
  const checks = (verb: string): readonly string[] => [
    `request.attributes.verb == "${verb}"`,
    'request.attributes.apiGroup == "authentication.k8s.io"',
    `request.user.username == "${requestor}"`,
  ]
  const declared = `${id}-access-rule`
  return [
    {
      designs: ['access-rule'],
      policy: documents(
        accessRuleFor(declared, [`request.user.username == "${requestor}"`], conditions.accessRule),
        roleAndBinding(declared, subject, [
          {
            apiGroups: ['authorization.k8s.io'],
            resources: ['clusteraccessrules'],
            names: [declared],
            verbs: ['impersonate'],
          },
        ]),
      ),
      spell: (asked) => relyingOn(declared, conditions.spell?.(asked) ?? asked),
    },
    {
      designs: ['conditional', 'condition-sets'],
      policy: accessRuleFor(
        `${id}-conditional`,
        ['action == "impersonate"', `principal.username == "${requestor}"`],
        conditional,
      ),
    },
    { designs: ['compound'], policy: accessRuleFor(`${id}-compound`, checks('constrainedimpersonate'), compound) },
    { designs: ['unified'], policy: accessRuleFor(`${id}-unified`, checks('constrainedimpersonate'), unified) },
  ]
}

/** The conditions on everything that has no check of its own. */
export const NOTHING_ELSE = [
  '!has(impersonatedUser.groups)',
  '!has(impersonatedUser.uid)',
  '!has(impersonatedUser.extra)',
]

/** The target by name, for the check that is not about it. */
export function asUser(name: string): string {
  return `impersonatedUser.username == "${name}"`
}

/** The check of a user by name, as the lines of a condition. */
export function isUser(name: string): readonly string[] {
  return ['request.attributes.resource == "users"', `request.attributes.name == "${name}"`]
}
