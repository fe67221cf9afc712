import { isDNSSubdomain } from '../../go/index.ts'
import {
  AUTHENTICATION_GROUP,
  checkedGroup,
  extraKeyOf,
  extraKeyRead,
  isIdentityInNoNamespace,
  isIdentityVerb,
} from '../../kube/index.ts'
import { excerpt } from '../../text/index.ts'
import type { TextItem } from '../decode/decoded-value.ts'
import { aboutItem, type ObjectRule, quoted, type ReportFinding, values, type WrittenRule } from './rule.ts'

// `pkg/endpoints/filters/impersonation/mode.go` of the API server has the checks of impersonation.

/** The API group of the reviews in KEP-5284 under review, until the day before its merge. The API server uses {@link AUTHENTICATION_GROUP}. */
const KEP_GROUP = 'authentications.k8s.io'

export const kepApiGroup: ObjectRule = {
  name: 'kep-api-group',
  severity: 'note',
  summary: 'The API group of identities as KEP-5284 spelled it under review.',
  aboutReleasedModes: true,
  warnOfRule({ rule, path }, report) {
    for (const item of rule.texts('apiGroups')) {
      if (item.value !== KEP_GROUP) continue
      report(
        aboutItem(
          item,
          `${path}.apiGroups`,
          `“${KEP_GROUP}” is how KEP-5284 spelled it under review; the merged text and the released API server have “${AUTHENTICATION_GROUP}”.`,
          `Write "${AUTHENTICATION_GROUP}"; keep this only for a design that is read as the text was under review.`,
          AUTHENTICATION_GROUP,
        ),
      )
    }
  },
}

/** Resources that impersonation checks in the group {@link AUTHENTICATION_GROUP}, in every mode. */
function isIdentity(resource: string): boolean {
  return resource === 'serviceaccounts' || isIdentityInNoNamespace(resource)
}

/** Constrained modes check every identity in one group; the older verb checks users, groups and accounts in the core group. */
export const identityApiGroup: ObjectRule = {
  name: 'identity-api-group',
  severity: 'warning',
  summary: 'A verb of impersonation in an API group where it is not checked.',
  aboutReleasedModes: true,
  warnOfRule(site, report) {
    const verbs = values(site.rule, 'verbs')
    const groups = values(site.rule, 'apiGroups')
    const [first] = site.rule.texts('apiGroups')
    if (first === undefined || verbs.length === 0 || groups.includes('*')) return
    if (verbs.every((verb) => checkedGroup(verb, '') === AUTHENTICATION_GROUP)) {
      if (groups.includes(AUTHENTICATION_GROUP) || groups.includes(KEP_GROUP)) return
      const message = `The API server checks ${quoted(verbs[0] ?? '')} in the API group “${AUTHENTICATION_GROUP}” only.`
      reportGroup(first, site.path, groups, AUTHENTICATION_GROUP, message, report)
    } else if (verbs.every((verb) => verb === 'impersonate')) {
      checkOlderVerb(site, first, groups, report)
    } else {
      checkEachVerb(site, groups, report)
    }
  },
}

/** Of verbs that are checked in different groups the rule may name the group of some alone. */
function checkEachVerb({ rule, path }: WrittenRule, groups: readonly string[], report: ReportFinding): void {
  const resources = values(rule, 'resources')
  if (groups.includes(KEP_GROUP) || resources.length === 0 || !resources.every(isIdentity)) return
  for (const item of rule.texts('verbs')) {
    const checked = new Set(resources.map((resource) => checkedGroup(item.value, resource)))
    const [group, ...others] = [...checked].filter((one) => one !== undefined)
    if (group === undefined || others.length > 0 || groups.includes(group)) continue
    const message = `The API server checks ${quoted(item.value)} on what this rule names in ${groupInWords(group)}, which the rule does not name.`
    report(aboutItem(item, `${path}.verbs`, message, `Write a rule of its own for it, with apiGroups: ["${group}"].`))
  }
}

function groupInWords(group: string): string {
  return group === '' ? 'the core API group' : `“${group}”`
}

function checkOlderVerb(
  { rule, path }: WrittenRule,
  first: TextItem,
  groups: readonly string[],
  report: ReportFinding,
): void {
  const resources = values(rule, 'resources')
  const groupOf = (resource: string) => checkedGroup('impersonate', resource)
  const areAllIn = (group: string) => resources.length > 0 && resources.every((one) => groupOf(one) === group)
  if (!groups.includes('') && areAllIn('')) {
    const message = 'The API server checks “impersonate” on users, groups and service accounts in the core API group.'
    reportGroup(first, path, groups, '', message, report)
    return
  }
  if (!groups.includes(AUTHENTICATION_GROUP) && areAllIn(AUTHENTICATION_GROUP)) {
    const message = `The API server checks “impersonate” on UIDs and extra fields in “${AUTHENTICATION_GROUP}”.`
    reportGroup(first, path, groups, AUTHENTICATION_GROUP, message, report)
    return
  }
  if (!resources.every(isIdentity)) return
  for (const item of rule.texts('resources')) {
    const group = groupOf(item.value)
    if (group === undefined || groups.includes(group)) continue
    const named = item.value === 'userextras/*' ? 'userextras/KEY' : excerpt(item.value)
    const message = `The API server checks “impersonate” on “${named}” in ${groupInWords(group)}, which this rule does not name.`
    const fix = `Write a rule of its own for it, with apiGroups: ["${group}"].`
    report(aboutItem(item, `${path}.resources`, message, fix))
  }
}

/** Reports the group that a rule is to have; it replaces the group of a rule that has one. */
function reportGroup(
  first: TextItem,
  path: string,
  groups: readonly string[],
  meant: string,
  message: string,
  report: ReportFinding,
): void {
  const replacement = groups.length === 1 ? meant : undefined
  report(aboutItem(first, `${path}.apiGroups`, message, `Write apiGroups: ["${meant}"].`, replacement))
}

/** Identities other than service accounts are checked without a namespace, and Roles do not apply there. */
export const identityInRole: ObjectRule = {
  name: 'identity-in-role',
  severity: 'warning',
  summary: 'Impersonation of users in a Role, where it is not checked.',
  warnOfRule({ rule, path, inRole }, report) {
    const verbs = values(rule, 'verbs')
    if (!inRole || verbs.length === 0 || !verbs.every(isIdentityVerb)) return
    for (const item of rule.texts('resources')) {
      if (!isIdentityInNoNamespace(item.value)) continue
      const message = `The API server checks impersonation of ${quoted(item.value)} without a namespace, so a Role never grants it.`
      report(aboutItem(item, `${path}.resources`, message, 'Use a ClusterRole and a ClusterRoleBinding.'))
    }
  },
}

/** `validateExtra` refuses keys without a domain, and upper case, before any authorizer is asked. */
export const plainExtraKey: ObjectRule = {
  name: 'plain-extra-key',
  severity: 'warning',
  summary: 'An extra key that constrained impersonation refuses.',
  aboutReleasedModes: true,
  warnOfRule({ rule, path }, report) {
    if (!values(rule, 'verbs').includes('impersonate:user-info')) return
    for (const item of rule.texts('resources')) {
      const key = extraKeyOf(item.value)
      // Of a key that is written as in a header, the lint says how it is read.
      if (key === undefined || isImpersonableKey(key) || isImpersonableKey(extraKeyRead(key))) continue
      const message = `The mode user-info refuses the extra key ${quoted(key)} without asking: it needs a domain, such as example.com/${excerpt(key).toLowerCase()}.`
      const fix =
        'Use a key in lower case with a domain; other keys can be impersonated with the older verb “impersonate” alone.'
      report(aboutItem(item, `${path}.resources`, message, fix))
    }
  },
}

function isImpersonableKey(key: string): boolean {
  if (key === '*') return true
  const slash = key.indexOf('/')
  return slash !== -1 && slash < key.length - 1 && isDNSSubdomain(key.slice(0, slash)) && key === key.toLowerCase()
}
