import { join } from 'node:path'
import { Random, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { VECTORS, writeLines } from '../files.ts'
import { makeConnection } from '../fuzz/connections.ts'
import type { Oracle } from '../fuzz/oracle.ts'

/** Requests that connect to pods, with the gate of their handlers on and off. */
export const CONNECTION_VECTORS = join(VECTORS, 'connections-1.36.3.ndjson.gz')

/** Makes the vectors again: the same seed makes the same vectors. */
export async function makeConnectionVectors(oracle: Oracle, seed: number, count: number): Promise<void> {
  const scenarios: VectorScenario[] = []
  for (let index = 0, vectors = 0; vectors < count; index++) {
    const { answered } = await makeConnection(new Random(seed, index), `connections-${seed}-${index}`, (one) =>
      oracle.answer(one),
    )
    if (answered.dropped !== undefined || answered.error !== undefined) continue
    scenarios.push(answered)
    vectors += answered.expect?.length ?? 0
  }
  writeLines(CONNECTION_VECTORS, scenarios)
}
