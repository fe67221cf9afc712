import { join } from 'node:path'
import { Random, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { VECTORS, writeLines } from '../files.ts'
import { makeChain } from '../fuzz/chains.ts'
import { makeConnection } from '../fuzz/connections.ts'
import { Oracle, type OracleAnswer } from '../fuzz/oracle.ts'

/** Requests to clusters with an AuthorizationConfiguration, whose webhooks answered on loopback, by the version that answered. */
export const CHAIN_VECTORS = {
  '1.36': join(VECTORS, 'chains-1.36.3.ndjson.gz'),
  '1.37': join(VECTORS, 'chains-1.37.2.ndjson.gz'),
} as const
/** Requests that connect to pods, with the gate of their handlers on and off. */
export const CONNECTION_VECTORS = join(VECTORS, 'connections-1.36.3.ndjson.gz')

/** Makes the vectors again: the same seed makes the same vectors. Throws where kube-apiserver refuses a configuration. */
export async function makeChainVectors(seed: number, count: number): Promise<void> {
  for (const version of ['1.36', '1.37'] as const) {
    const oracle = version === '1.36' ? new Oracle() : new Oracle(version)
    try {
      const made = await answeredScenarios(oracle, count, (index, answer) =>
        makeChain(new Random(seed, index), `chains-${seed}-${index}`, answer),
      )
      writeLines(CHAIN_VECTORS[version], made)
    } finally {
      oracle.close()
    }
  }
}

/** Makes the vectors again: the same seed makes the same vectors. */
export async function makeConnectionVectors(oracle: Oracle, seed: number, count: number): Promise<void> {
  const made = await answeredScenarios(oracle, count, (index, answer) =>
    makeConnection(new Random(seed, index), `connections-${seed}-${index}`, answer),
  )
  writeLines(CONNECTION_VECTORS, made)
}

/** Scenarios with at least `count` requests, and their answers, without those that cannot be vectors. */
async function answeredScenarios(
  oracle: Oracle,
  count: number,
  make: (index: number, answer: Oracle['answer']) => Promise<{ readonly answered: OracleAnswer }>,
): Promise<readonly VectorScenario[]> {
  const scenarios: VectorScenario[] = []
  for (let index = 0, vectors = 0; vectors < count; index++) {
    const { answered } = await make(index, (one) => oracle.answer(one))
    if (answered.error?.includes('AuthorizationConfiguration')) throw new Error(answered.error)
    if (answered.dropped !== undefined || answered.error !== undefined) continue
    scenarios.push(answered)
    vectors += answered.expect?.length ?? 0
  }
  return scenarios
}
