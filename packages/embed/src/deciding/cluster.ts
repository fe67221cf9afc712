import {
  type ClusterParts,
  DESIGN_LIST,
  needsConditions,
  type ReadRequest,
  type RequestText,
  readHTTP,
  type Scenario,
  sentRequests,
} from '@authz-playground/engine'

/** How the requests of a scenario are read: kubectl and curl are loaded where one of them is written so. */
export async function readingFor(scenario: Scenario): Promise<(request: RequestText) => ReadRequest> {
  if (sentRequests(scenario).every(({ request }) => request.form === 'http')) return ({ text }) => readHTTP(text)
  return (await import('./parts/requests.ts')).readRequest
}

/** What the cluster of a scenario has beside the policy, and no more than that. */
export async function partsFor(scenario: Scenario): Promise<ClusterParts> {
  const { cluster, design } = scenario
  const modes = cluster.authorizationModes
  const readsChanges = DESIGN_LIST.find(({ id }) => id === design)?.readsChanges === true
  const [node, webhook, roles, changes, conditions] = await Promise.all([
    modes.includes('Node') ? import('./parts/node.ts') : undefined,
    modes.includes('Webhook') ? import('./parts/webhook.ts') : undefined,
    cluster.defaultRoles ? import('./parts/default-roles.ts') : undefined,
    readsChanges ? import('./parts/changes.ts') : undefined,
    needsConditions(scenario) ? import('./parts/conditions.ts') : undefined,
  ])
  return {
    node: node?.nodePart ?? notNeeded,
    webhook: webhook?.webhookPart ?? notNeeded,
    defaultRoles: roles?.defaultRoles ?? notNeeded,
    changes: changes?.changeReader ?? notNeeded,
    accessRules: conditions?.accessRules ?? notNeeded,
    compiledRBAC: conditions?.compiledRBAC ?? notNeeded,
    ...(conditions && { conditions: conditions.CEL }),
  }
}

function notNeeded(): never {
  throw new Error('a part of the cluster is asked for that the scenario was said not to need')
}
