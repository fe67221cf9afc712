import { POD_CONNECTIONS, type Role, resourceParts } from '../../kube/index.ts'
import { apiGroupMatches, ruleAllowsAction } from '../../rights/index.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { quoted } from '../words.ts'

/** A role that grants half of what a connection to a pod needs. */
export const connectionWithoutCreate: LintRule = {
  name: 'connection-without-create',
  severity: 'warning',
  summary: 'Only “get” for connections to pods, which need “create” as well.',
  checkRole(role, linted, report) {
    for (const rule of role.rules) {
      const verb = rule.verbs.indexOf('get')
      if (verb === -1 || !apiGroupMatches(rule, '')) continue
      const resource = rule.resources.find((one) => isConnection(one) && !grantsCreate(role.rules, one))
      if (resource === undefined) continue
      const half = linted.connectionsNeedCreate
      report({
        at: placeIn({ rule }, 'verbs', verb),
        severity: half ? 'warning' : 'note',
        message: half
          ? `A connection by GET needs “create” on ${quoted(resource)} as well, from Kubernetes 1.35 on: this role alone opens none. Until 1.34 “get” alone opens one.`
          : `Here “get” alone opens a connection by ${quoted(resource)}. From Kubernetes 1.35 on it needs “create” as well.`,
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

function grantsCreate(rules: Role['rules'], connection: string): boolean {
  const [, subresource] = resourceParts(connection)
  return rules.some((rule) => ruleAllowsAction(rule, { verb: 'create', apiGroup: '', resource: `pods/${subresource}` }))
}
