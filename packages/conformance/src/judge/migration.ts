import { setTimeout as wait } from 'node:timers/promises'
import { Random, type VectorRequest, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import type { Cluster } from '../cluster/start.ts'
import { madeCluster } from '../migration/impersonators.ts'
import { checkMigration, type MigrationCheck } from '../migration/migration-check.ts'
import { observedAnswer } from './observation.ts'
import { replay } from './replay.ts'
import type { ClusterStage } from './stage.ts'
import { withUniqueUsernames } from './unique-usernames.ts'

/** Requests for each impersonator. */
const REQUESTS_EACH = 12
/** Near requests for each request. Most of them passed before. */
const NEAR_EACH = 5
/** How long the server keeps the result of an impersonation, and one second. Milliseconds. */
const FORGOTTEN = 11_000

/**
 * Plays the requests of random impersonators, makes rules from the audit log of the server, and plays the same requests and near
 * ones under the new policy.
 */
export function constrainVerdict(
  cluster: Cluster,
  stage: ClusterStage,
  seed: number,
  requests: number,
): Promise<MigrationCheck | undefined> {
  const id = `constrain-${seed}`
  const size = { impersonators: Math.ceil(requests / REQUESTS_EACH), requests }
  const made = withUniqueUsernames(madeCluster(new Random(seed), id, size), id)
  let logged = ''
  const answer = async (scenario: VectorScenario): Promise<VectorScenario> => {
    // The requestors are the same as under the policy before.
    await wait(FORGOTTEN)
    await stage.namespaces(scenario.requests.flatMap(({ url }) => /\/namespaces\/([^/?]+)\//.exec(url)?.[1] ?? []))
    const start = cluster.audit.end()
    const replayed = await replay(cluster, stage, { ...scenario, requests: scenario.requests.map(asPlayed) })
    if (replayed.kind !== 'played')
      throw new Error(
        `the server does not take the policy: ${replayed.kind === 'refused' ? replayed.text : replayed.why}`,
      )
    logged = cluster.audit.lines(start).join('\n')
    return { ...scenario, expect: replayed.seen.map((one) => observedAnswer(one, undefined, true)) }
  }
  return checkMigration(
    {
      ...made,
      cluster: {
        ...made.cluster,
        version: cluster.version,
        authorizationModes: ['Node', 'RBAC'],
        defaultRoles: true,
      },
    },
    { answer, auditLog: async () => logged, mostNear: requests * NEAR_EACH },
  )
}

/** Writes nothing, so that each request finds the same cluster; no cache has an answer when the first one is sent. */
function asPlayed({ after: _, ...request }: VectorRequest): VectorRequest {
  const { method, url } = request
  if (method === 'GET' || !url.startsWith('/api')) return request
  return { ...request, url: `${url}${url.includes('?') ? '&' : '?'}dryRun=All` }
}
