import { API_RESOURCES, type Rule } from '../kube/index.ts'
import type { Opened } from './opened.ts'

/** What counts for a wildcard, and for all names, where grants are compared: more than anybody lists. */
const ALL_VALUES = 50
const ALL_NAMES = 20
const ALL_NAMESPACES = 20
/** A group has many members, and impersonation opens what another user may do. */
const MEMBERS = 20
const AS_ANOTHER = 1000

/** How much a rule grants, as a number to compare rules by. It counts combinations of values. */
export function breadthOfRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): number {
  const count = (list: readonly string[]) => list.reduce((sum, one) => sum + (one.includes('*') ? ALL_VALUES : 1), 0)
  const names = resourceNames.length === 0 ? ALL_NAMES : resourceNames.length
  return count(verbs) * (count(apiGroups) * count(resources) * names + count(nonResourceURLs))
}

/** How much is opened, as a number to compare changes by. */
export function breadthOf(opened: readonly Opened[]): number {
  return opened.reduce((sum, { subject, namespace, rule }) => {
    const members = subject.kind === 'Group' ? MEMBERS : 1
    const places = namespace === '' && isNamespaced(rule) ? ALL_NAMESPACES : 1
    const legacy = rule.verbs.includes('impersonate') ? AS_ANOTHER : 1
    return sum + breadthOfRule(rule) * members * places * legacy
  }, 0)
}

/** Whether one of the resources of a rule may be in a namespace: all that are not known to be in none. */
function isNamespaced({ apiGroups, resources }: Rule): boolean {
  return resources.some((resource) => {
    const [base] = resource.split('/')
    const known = API_RESOURCES.filter((one) => one.resource === base && apiGroups.includes(one.apiGroup))
    return known.length === 0 ? !IDENTITIES.has(base ?? '') : known.some(({ namespaced }) => namespaced)
  })
}

/** Resources of impersonation that are asked for without a namespace. */
const IDENTITIES: ReadonlySet<string> = new Set(['users', 'groups', 'uids', 'userextras', 'nodes'])
