import {
  type ClusterParts,
  needsConditions,
  needsOfDesign,
  needsRoleWriter,
  type Scenario,
} from '@authz-playground/engine'

/** What the cluster of a scenario has beside the policy, and no more than that. */
export async function partsFor(scenario: Scenario): Promise<ClusterParts> {
  const { cluster, design } = scenario
  const modes = cluster.authorizationModes
  const readsChanges = needsOfDesign(design).readsChanges === true
  const [node, webhook, roles, changes, writing, conditions] = await Promise.all([
    modes.includes('Node') ? import('./parts/node.ts') : undefined,
    modes.includes('Webhook') ? import('./parts/webhook.ts') : undefined,
    cluster.defaultRoles ? import('./parts/default-roles.ts') : undefined,
    readsChanges ? import('./parts/changes.ts') : undefined,
    needsRoleWriter(scenario) ? import('./parts/writing.ts') : undefined,
    needsConditions(scenario) ? import('./parts/conditions.ts') : undefined,
  ])
  return {
    node: node?.nodePart ?? notNeeded,
    webhook: webhook?.webhookPart ?? notNeeded,
    defaultRoles: roles?.defaultRoles ?? notNeeded,
    changes: changes?.changeReader ?? notNeeded,
    roleWriter: writing?.roleWriterPart ?? notNeeded,
    accessRules: conditions?.accessRules ?? notNeeded,
    compiledRBAC: conditions?.compiledRBAC ?? notNeeded,
    ...(conditions && { conditions: conditions.CEL }),
  }
}

function notNeeded(): never {
  throw new Error('a part of the cluster is asked for that the scenario was said not to need')
}
