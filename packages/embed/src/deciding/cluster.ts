import {
  aboutDesign,
  type ChangeParts,
  type ClusterParts,
  needsConditions,
  needsRoleWriter,
  type Scenario,
} from '@authz-playground/engine'
import { whenAsked } from './when-asked.ts'

/** What the cluster of a scenario has beside the policy, and no more than that. */
export async function partsFor(scenario: Scenario): Promise<ClusterParts> {
  const { cluster, design } = scenario
  const modes = cluster.authorizationModes
  const readsChanges = aboutDesign(design)?.readsChanges === true
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
    changeParts: CHANGE_PARTS,
    roleWriter: writing?.roleWriterPart ?? notNeeded,
    accessRules: conditions?.accessRules ?? notNeeded,
    compiledRBAC: conditions?.compiledRBAC ?? notNeeded,
    ...(conditions && { conditions: conditions.CEL }),
  }
}

/** Which kind of patch a request is, only reading it tells. */
const CHANGE_PARTS: ChangeParts = {
  jsonPatch: whenAsked(async () => (await import('./parts/json-patch.ts')).JSON_PATCHES),
  serverSideApply: whenAsked(async () => (await import('./parts/server-side-apply.ts')).SERVER_SIDE_APPLY),
  strategicMerge: whenAsked(async () => (await import('./parts/strategic-merge.ts')).STRATEGIC_MERGE),
  definitions: whenAsked(async () => (await import('./parts/definitions.ts')).DEFINITIONS),
  patchedObject: whenAsked(async () => (await import('./parts/patched-object.ts')).PATCHED_OBJECTS),
}

function notNeeded(): never {
  throw new Error('a part of the cluster is asked for that the scenario was said not to need')
}
