import { documents, type SubjectText } from '../rbac.ts'
import { accessRule, grant } from './grants.ts'
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

/**
 * A rule that the client declares, and the grant to rely on it. The review that it answers is about the request itself, so
 * the whole target has to stand in its conditions.
 */
export function accessRuleWay(
  { id, subject, username }: { readonly id: string; readonly subject: SubjectText; readonly username: string },
  clauses: readonly Clause[],
): Way {
  const name = `${id}-access-rule`
  const relying = {
    apiGroups: ['authorization.k8s.io'],
    resources: ['clusteraccessrules'],
    names: [name],
    verbs: ['impersonate'],
  }
  return {
    designs: ['access-rule'],
    policy: documents(
      grant(name, subject, [relying]),
      accessRule(name, [`request.user.username == "${username}"`], clauses),
    ).trimEnd(),
    spell: (asked) => (asked.as === undefined ? asked : { ...asked, header: ['Impersonate-Access-Rule', name] }),
  }
}

/** What a review asks, as the lines of a condition. */
export function isAbout(apiGroup: string, resource: string, subresource = ''): readonly string[] {
  return [
    `request.attributes.apiGroup == "${apiGroup}"`,
    `request.attributes.resource == "${resource}"`,
    `request.attributes.subresource == "${subresource}"`,
  ]
}
