import { join } from 'node:path'
import { Random, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { VECTORS, writeLines } from '../files.ts'
import { makeChain } from '../fuzz/chains.ts'
import type { Oracle } from '../fuzz/oracle.ts'

/** Requests to clusters with an AuthorizationConfiguration, whose webhooks answered on loopback. */
export const CHAIN_VECTORS = join(VECTORS, 'chains-1.36.3.ndjson.gz')

/** Makes the vectors again: the same seed makes the same vectors. Throws where kube-apiserver refuses a configuration. */
export async function makeChainVectors(oracle: Oracle, seed: number, count: number): Promise<void> {
  const scenarios: VectorScenario[] = []
  for (let index = 0, vectors = 0; vectors < count; index++) {
    const { answered } = await makeChain(new Random(seed, index), `chains-${seed}-${index}`, (one) =>
      oracle.answer(one),
    )
    if (answered.error?.includes('AuthorizationConfiguration')) throw new Error(answered.error)
    if (answered.dropped !== undefined || answered.error !== undefined) continue
    scenarios.push(answered)
    vectors += answered.expect?.length ?? 0
  }
  writeLines(CHAIN_VECTORS, scenarios)
}
