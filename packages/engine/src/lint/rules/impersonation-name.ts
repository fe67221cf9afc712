import {
  type IdentityName,
  identityOf,
  mayBeName,
  meantIdentity,
  type PolicyRule,
  type Role,
  resourceParts,
} from '../../kube/index.ts'
import { verbMatches } from '../../rights/index.ts'
import { hasReleasedModes } from '../modes.ts'
import { type BoundIn, namespacesOf } from '../open-identities.ts'
import { type Found, type LintRule, placeIn } from '../rule.ts'
import { quoted } from '../words.ts'

/** The username of a service account or a node where a check asks for its own name, or about another resource. */
export const impersonationName: LintRule = {
  name: 'impersonation-name',
  severity: 'warning',
  summary: 'A username that no check of impersonation asks for in this way.',
  checkRole(role, { rights, others, design }, report) {
    for (const rule of role.rules) {
      if (rule.resourceNames.length === 0 || verbMatches(rule, '*')) continue
      const released = hasReleasedModes(design)
      for (const [index, name] of rule.resourceNames.entries()) {
        const meant = neverAsked(rule, name, released)
        if (meant === undefined) {
          if (!isOfNoAccount(rule, name, released)) continue
          report({
            at: placeIn({ rule }, 'resourceNames', index),
            message: `No service account can be called ${quoted(name)}, so no check asks for it.`,
            fix: 'Write the name of an account, as kubectl get serviceaccounts prints it.',
          })
          continue
        }
        const { resource, name: own, namespace } = meant
        const where = whereIn(meant)
        const at = placeIn({ rule }, 'resourceNames', index)
        if (rule.resources.includes(resource)) {
          report({
            at,
            message: `${quoted(name)} is a username; the check asks for the name alone, ${quoted(own)}${where}.`,
            ...nameAlone({ role, rule, meant, isAlone: isForAlone(rule, meant) }, { rights, others }),
          })
          continue
        }
        const verb = rule.verbs.includes('impersonate:user-info') ? VERB_OF[resource] : 'impersonate'
        report({
          at,
          message: `No check asks about users for ${quoted(name)}: it asks for ${quoted(verb)} on ${resource} named ${quoted(own)}${where}.`,
          fix: `Write a rule of its own, with the verb ${quoted(verb)}, the resource ${quoted(resource)} and the name ${quoted(own)}${namespace === '' ? '' : `, and bind its role${where}`}.`,
        })
      }
    }
  },
}

/** An identity in a rule of a role. */
export interface WrittenIdentity {
  readonly role: Role
  readonly rule: PolicyRule
  readonly meant: IdentityName
  /** Whether the rule is about such identities only: under its own name it would be granted in each resource of the rule. */
  readonly isAlone: boolean
}

/** What mends a username among names: the name alone, where the role counts in no other namespace. */
export function nameAlone(
  { role, rule, meant, isAlone }: WrittenIdentity,
  { rights, others }: BoundIn,
): Pick<Found, 'fix' | 'replace'> {
  const { resource, name, namespace } = meant
  const only = namespacesOf(role, { rights, others }) ?? []
  const fits = isAlone && (namespace === '' || (only.length === 1 && only[0] === namespace))
  const isOfOne = rule.resources.every((one) => resourceParts(one)[0] === resource)
  const places = [
    ...(isOfOne ? [] : [` in a rule for ${resource} alone`]),
    ...(namespace === '' || fits ? [] : [` in a role that is bound${whereIn(meant)} alone`]),
  ]
  return {
    fix: `Write ${quoted(name)}${places.length === 0 ? '' : `,${places.join(' and')}`}.`,
    ...(fits && { replace: rule.resourceNames.includes(name) ? [] : [name] }),
  }
}

function whereIn({ namespace }: IdentityName): string {
  return namespace === '' ? '' : ` in namespace ${quoted(namespace)}`
}

const VERB_OF: Readonly<Record<IdentityName['resource'], string>> = {
  serviceaccounts: 'impersonate:serviceaccount',
  nodes: 'impersonate:arbitrary-node',
}

/** The identity that is asked for in place of a name, where no check that the rule is about asks for the name as it is. */
function neverAsked(rule: PolicyRule, name: string, released: boolean): IdentityName | undefined {
  let meant: IdentityName | undefined
  for (const verb of rule.verbs) {
    for (const resource of rule.resources) {
      if (!isChecked(verb, resource, released)) continue
      const other =
        resource === 'users' ? identityOf(name, { legacy: verb === 'impersonate' }) : meantIdentity(resource, name)
      if (other === undefined && mayBeName(resource, name)) return undefined
      meant = other ?? meant
    }
  }
  return meant
}

/** Whether a rule is about impersonation of service accounts alone, and none of them can have the name. */
function isOfNoAccount({ verbs, resources }: PolicyRule, name: string, released: boolean): boolean {
  return (
    resources.every((one) => one === 'serviceaccounts') &&
    verbs.some((verb) => isChecked(verb, 'serviceaccounts', released)) &&
    name !== '*' &&
    !mayBeName('serviceaccounts', name)
  )
}

/** Whether a check with a verb is about users, service accounts or nodes by their names. */
function isChecked(verb: string, resource: string, released: boolean): boolean {
  if (verb === 'impersonate') return resource === 'users' || resource === 'serviceaccounts'
  if (!released) return false
  if (verb === 'impersonate:user-info') return resource === 'users'
  return (resource === 'serviceaccounts' || resource === 'nodes') && verb === VERB_OF[resource]
}

/** Whether a rule is about impersonation of such identities alone, so that the name can be written in place. */
function isForAlone({ verbs, resources }: PolicyRule, { resource }: IdentityName): boolean {
  const own = (verb: string) => verb === VERB_OF[resource] || (verb === 'impersonate' && resource === 'serviceaccounts')
  return resources.every((one) => one === resource) && verbs.every(own)
}
