import type { PolicyRule } from '../../kube/index.ts'
import { parts } from '../known-resources.ts'
import type { LintRule } from '../rule.ts'

export const grantsEverything: LintRule = {
  name: 'grants-everything',
  severity: 'note',
  summary: 'Every verb on every resource.',
  checkRule({ rule }, report) {
    if (!isEverything(rule)) return
    report({
      at: { span: rule.span },
      message: `This rule grants every verb on every resource of every API group, those of the future too.`,
      fix: 'List what is needed, or bind ClusterRole “cluster-admin”, which says so in its name.',
    })
  },
}

export const grantsEscalation: LintRule = {
  name: 'grants-escalation',
  severity: 'note',
  summary: 'A permission that leads to more than it says.',
  checkRule({ rule }, report) {
    if (isEverything(rule)) return
    const words = WAYS.filter((way) => grants(rule, way)).map((way) => way.words)
    if (words.length === 0) return
    report({
      at: { span: rule.span },
      message: `This rule is a way to more privileges: it allows ${words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`}.`,
      fix: 'Limit it with “resourceNames”, or grant it only to those whom you trust with all that it leads to.',
    })
  },
}

/** A way in which a permission leads to more than it says. */
interface Way {
  readonly words: string
  readonly apiGroup: string
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** It counts with “resourceNames” too. */
  readonly named?: true
}

/**
 * What https://kubernetes.io/docs/concepts/security/rbac-good-practices/ lists as ways to more privileges, without those that most
 * controllers need: secrets, and creating pods.
 */
const WAYS: readonly Way[] = [
  {
    words: 'roles with more permissions than its holder has (“escalate”)',
    apiGroup: 'rbac.authorization.k8s.io',
    resources: ['roles', 'clusterroles'],
    verbs: ['escalate'],
  },
  {
    words: 'bindings of roles with more permissions than its holder has (“bind”)',
    apiGroup: 'rbac.authorization.k8s.io',
    resources: ['roles', 'clusterroles'],
    verbs: ['bind'],
  },
  { words: 'acting as any user', apiGroup: '', resources: ['users'], verbs: ['impersonate'] },
  { words: 'acting with any group', apiGroup: '', resources: ['groups'], verbs: ['impersonate'] },
  { words: 'acting as any service account', apiGroup: '', resources: ['serviceaccounts'], verbs: ['impersonate'] },
  { words: 'tokens of any service account', apiGroup: '', resources: ['serviceaccounts/token'], verbs: ['create'] },
  {
    words: 'commands in every container of a node through its kubelet',
    apiGroup: '',
    resources: ['nodes/proxy'],
    verbs: ['create', 'get'],
  },
]

function isEverything({ verbs, apiGroups, resources, resourceNames }: PolicyRule): boolean {
  return verbs.includes('*') && apiGroups.includes('*') && resources.includes('*') && resourceNames.length === 0
}

function grants(rule: PolicyRule, { apiGroup, resources, verbs }: Way): boolean {
  if (rule.resourceNames.length > 0 || rule.nonResourceURLs.length > 0) return false
  if (!rule.apiGroups.includes('*') && !rule.apiGroups.includes(apiGroup)) return false
  if (!verbs.some((verb) => rule.verbs.includes(verb)) && !rule.verbs.includes('*')) return false
  return resources.some((resource) => {
    const [, subresource] = parts(resource)
    return (
      rule.resources.includes(resource) ||
      rule.resources.includes('*') ||
      (subresource !== '' && rule.resources.includes(`*/${subresource}`))
    )
  })
}
