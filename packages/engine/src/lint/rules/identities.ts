import {
  AUTHENTICATION_GROUP,
  extraKeyOf,
  extraKeyRead,
  isIdentityInNoNamespace,
  isIdentityVerb,
  MODES,
  type PolicyRule,
  REQUEST_VERBS,
  SYSTEM_PRIVILEGED_GROUP,
} from '../../kube/index.ts'
import { identityInRole } from '../../policy/index.ts'
import { apiGroupMatches, rightsOf, verbMatches } from '../../rights/index.ts'
import { grantedRules } from '../impersonators.ts'
import { hasReleasedModes, requestVerb } from '../modes.ts'
import { grantsIdentity, isHeldFor, namespacesOf, OPEN_MODES, targetsInWords } from '../open-identities.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { listed, quoted } from '../words.ts'

/** The group whose members may do everything, as a target. */
export const mastersTarget: LintRule = {
  name: 'masters-target',
  severity: 'warning',
  summary: 'The group “system:masters” as a target of impersonation.',
  checkRule(site, report) {
    const { rule, design } = site
    const index = rule.resourceNames.indexOf(SYSTEM_PRIVILEGED_GROUP)
    if (index === -1 || !rule.resources.includes('groups')) return
    const at = placeIn(site, 'resourceNames', index)
    if (rule.verbs.includes('impersonate')) {
      report({
        at,
        message: 'Who impersonates the group “system:masters” may do everything: no role limits its members.',
        fix: 'Name the groups that are needed.',
      })
    } else if (rule.verbs.includes('impersonate:user-info') && hasReleasedModes(design)) {
      report({
        at,
        message: 'The mode user-info refuses the group “system:masters” without asking.',
        fix: 'Remove it.',
      })
    }
  },
}

/** A verb of constrained impersonation without “resourceNames”, which opens every target of its mode. */
export const unnamedIdentity: LintRule = {
  name: 'unnamed-identity',
  severity: 'note',
  summary: 'Impersonation of every user, service account or node.',
  aboutReleasedModes: true,
  checkPolicy({ policy, rights, others, asked: { lead } }, report) {
    for (const role of policy.roles) {
      for (const rule of role.rules) {
        if (rule.resourceNames.length > 0 || verbMatches(rule, '*')) continue
        const modes = OPEN_MODES.filter((mode) => grantsIdentity(rule, mode) && isHeldFor(mode, role, rights))
        const [first] = modes
        if (first === undefined) continue
        report({
          at: placeIn({ rule }, 'verbs', rule.verbs.indexOf(first.verb)),
          message: `${lead} ${listed(modes.map(({ verb }) => verb))} without “resourceNames” opens ${targetsInWords(rule, modes, role, { rights, others })}. Only impersonate-on:MODE:VERB limits what its holder may do as one.`,
          fix: 'Name in “resourceNames” whom it is to impersonate.',
        })
      }
    }
  },
}

// Identities among the resources of a rule: only impersonation asks about them.

/** What reading a Role finds, and a ClusterRole that RoleBindings alone bind. */
export const identityInNamespace: LintRule = {
  ...identityInRole,
  checkRole(role, linted, report) {
    const binding = linted.rights.bindingsTo(role).find(({ kind }) => kind === 'RoleBinding')
    if (role.kind !== 'ClusterRole' || binding === undefined || namespacesOf(role, linted) === undefined) return
    // Rules that an aggregation replaces are granted nowhere.
    const granted = grantedRules(rightsOf(linted.policy, linted.defaults), binding) ?? []
    for (const rule of role.rules) {
      if (!granted.some((one) => one.rule === rule)) continue
      if (rule.verbs.length === 0 || !rule.verbs.every(isIdentityVerb)) continue
      if (!apiGroupMatches(rule, '') && !apiGroupMatches(rule, AUTHENTICATION_GROUP)) continue
      for (const [index, resource] of rule.resources.entries()) {
        if (!isIdentityInNoNamespace(resource)) continue
        report({
          at: placeIn({ rule }, 'resources', index),
          message: `The RoleBinding in line ${linted.lineOf(binding.nameSpan)} grants this in its namespace alone, and the API server checks impersonation of ${quoted(resource)} without a namespace.`,
          fix: 'Use a ClusterRoleBinding.',
        })
      }
    }
  },
}

/** The check of an extra is about its key as a subresource (Go: `buildImpersonationRequests`). */
export const extraWithoutKey: LintRule = {
  name: 'extra-without-key',
  severity: 'warning',
  summary: 'Impersonation of “userextras” without a key.',
  checkRule(site, report) {
    const { rule } = site
    const index = rule.resources.indexOf('userextras')
    if (index === -1 || !apiGroupMatches(rule, AUTHENTICATION_GROUP)) return
    if (!rule.verbs.some((verb) => verb === 'impersonate' || verb === 'impersonate:user-info')) return
    report({
      at: placeIn(site, 'resources', index),
      message:
        'The API server asks for “userextras/KEY” for each extra: “userextras” alone is an extra with an empty key.',
      fix: 'Write “userextras/KEY” for each key.',
    })
  },
}

/** The API server reads the key of an extra in lower case and decodes it. Only capitals that are percent-encoded reach a check. */
export const extraKeySpelling: LintRule = {
  name: 'extra-key-spelling',
  severity: 'warning',
  summary: 'An extra key that no usual header becomes.',
  checkRule(site, report) {
    const { rule } = site
    if (!apiGroupMatches(rule, AUTHENTICATION_GROUP)) return
    const isLegacy = rule.verbs.includes('impersonate')
    if (!isLegacy && !rule.verbs.includes('impersonate:user-info')) return
    for (const [index, resource] of rule.resources.entries()) {
      const key = extraKeyOf(resource)
      const read = key === undefined ? undefined : extraKeyRead(key)
      // The mode user-info refuses a key without a domain in any spelling.
      if (read === undefined || read === key || !(isLegacy || read.includes('/'))) continue
      const meant = `userextras/${read}`
      report({
        at: placeIn(site, 'resources', index),
        message: `The API server reads the key of an extra in lower case and decodes it, so no usual request asks for ${quoted(resource)}.`,
        fix: `Write ${quoted(meant)}.`,
        replace: rule.resources.includes(meant) ? [] : [meant],
      })
    }
  },
}

/** Requests for identities as if they were objects. OpenShift stores users and groups, in an API group of its own. */
export const identityNotStored: LintRule = {
  name: 'identity-not-stored',
  severity: 'note',
  summary: 'A verb of requests on users or groups, which Kubernetes does not store.',
  checkRule(site, report) {
    const { rule, role } = site
    const verbs = rule.verbs.filter((verb) => REQUEST_VERBS.includes(requestVerb(verb)) && isOfKnownMode(verb))
    const resources = rule.resources.filter((one) => one !== 'nodes' && isIdentityInNoNamespace(one))
    const [verb] = verbs
    const [resource] = resources
    if (verb === undefined || resource === undefined || verbMatches(rule, '*') || !isOfKubernetes(rule)) return
    if (role.rules.some(({ apiGroups }) => apiGroups.includes('user.openshift.io'))) return
    const impersonates = rule.verbs.some(isIdentityVerb)
    if (impersonates && resources.length < rule.resources.length) return
    const nothingTo = listed([...new Set(verbs.map(requestVerb))], 'or')
    report({
      at: impersonates
        ? placeIn(site, 'verbs', rule.verbs.indexOf(verb))
        : placeIn(site, 'resources', rule.resources.indexOf(resource)),
      message: `Kubernetes does not store ${listed(resources, 'or')}, so there is nothing to ${nothingTo}: only impersonation asks about them.`,
      fix: impersonates
        ? 'Remove it.'
        : 'Remove it, or write the verb “impersonate” or “impersonate:user-info” where impersonation is meant.',
    })
  },
}

/** Of other modes the rule about verbs says that there are none. */
function isOfKnownMode(verb: string): boolean {
  return !verb.startsWith('impersonate-on:') || MODES.some((mode) => verb.startsWith(`impersonate-on:${mode}:`))
}

function isOfKubernetes({ apiGroups }: PolicyRule): boolean {
  return apiGroups.length > 0 && apiGroups.every((group) => group === '' || group === AUTHENTICATION_GROUP)
}
