import { POD_CONNECTIONS, type Role, resourceParts } from '../../kube/index.ts'
import { apiGroupMatches, rightsOf, ruleAllowsAction, subjectOfGroup, userOf } from '../../rights/index.ts'
import { grantedRules } from '../impersonators.ts'
import { type Linted, type LintRule, placeIn } from '../rule.ts'
import { listed } from '../words.ts'

/** A role that grants half of what a connection to a pod needs, where nobody has the other half by another role. */
export const connectionWithoutCreate: LintRule = {
  name: 'connection-without-create',
  severity: 'warning',
  summary: 'Only “get” for connections to pods, which need “create” as well.',
  checkRole(role, linted, report) {
    for (const rule of role.rules) {
      const verb = rule.verbs.indexOf('get')
      if (verb === -1 || !apiGroupMatches(rule, '')) continue
      const halves = rule.resources.filter(
        (one) => isConnection(one) && !grantsCreate(role.rules, one) && !isCompleted(role, one, linted),
      )
      if (halves.length === 0) continue
      const half = linted.connectionsNeedCreate
      report({
        at: placeIn({ rule }, 'verbs', verb),
        severity: half ? 'warning' : 'note',
        message: half
          ? `A connection by GET needs “create” on ${listed(halves)} as well, from Kubernetes 1.35 on: this role alone opens none. Until 1.34 “get” alone opens one.`
          : `Here “get” alone opens a connection by ${listed(halves, 'or')}. From Kubernetes 1.35 on it needs “create” as well.`,
        fix: 'Add “create” where the connection is meant, or remove the subresource.',
        ...(half && !rule.verbs.includes('create') && { replace: ['get', 'create'] }),
      })
    }
  },
}

function isConnection(resource: string): boolean {
  const [whole, subresource] = resourceParts(resource)
  return (whole === 'pods' || whole === '*') && POD_CONNECTIONS.has(subresource)
}

/** Whether somebody who has the role has the other half as well, somewhere where the role counts: then it is of use. */
function isCompleted(role: Role, connection: string, { policy, defaults }: Linted): boolean {
  // The role may be a part of a default role.
  const rights = rightsOf(policy, defaults)
  const isPlace = (one: string, other: string) => one === other || one === '' || other === ''
  return rights.holders.some(({ subject }) => {
    const matches = [subject, ...userOf(subject).groups.map(subjectOfGroup)].flatMap(
      (one) => rights.holder(one)?.matches ?? [],
    )
    const granted = matches.map(({ binding }) => ({
      place: binding.namespace,
      of: grantedRules(rights, binding) ?? [],
    }))
    const halves = granted.filter(({ of }) => of.some((one) => one.role === role))
    const rules = granted
      .filter(({ place }) => halves.some((half) => isPlace(half.place, place)))
      .flatMap(({ of }) => of.map(({ rule }) => rule))
    return grantsCreate(rules, connection)
  })
}

function grantsCreate(rules: Role['rules'], connection: string): boolean {
  const [, subresource] = resourceParts(connection)
  return rules.some((rule) => ruleAllowsAction(rule, { verb: 'create', apiGroup: '', resource: `pods/${subresource}` }))
}
