import { POD_CONNECTIONS, type Role, resourceParts } from '../../kube/index.ts'
import { apiGroupMatches, type Rights, ruleAllowsAction, subjectsIn } from '../../rights/index.ts'
import { grantedRules } from '../impersonators.ts'
import { type LintRule, placeIn } from '../rule.ts'
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
        (one) => isConnection(one) && !grantsCreate(role.rules, one) && !isCompleted(role, one, linted.rights),
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
function isCompleted(role: Role, connection: string, rights: Rights): boolean {
  const isPlace = (one: string, other: string) => one === other || one === '' || other === ''
  return rights
    .bindingsTo(role)
    .some((binding) =>
      subjectsIn(binding).some((subject) =>
        rights
          .holder(subject)
          ?.matches.some(
            (match) =>
              isPlace(match.binding.namespace, binding.namespace) &&
              grantsCreate(grantedRules(rights, match.binding)?.map(({ rule }) => rule) ?? [], connection),
          ),
      ),
    )
}

function grantsCreate(rules: Role['rules'], connection: string): boolean {
  const [, subresource] = resourceParts(connection)
  return rules.some((rule) => ruleAllowsAction(rule, { verb: 'create', apiGroup: '', resource: `pods/${subresource}` }))
}
