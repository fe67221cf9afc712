import { type KubectlCommands, readBy } from './kubectl-commands.ts'
import { CREATE } from './kubectl-flags.ts'
import { readGrant } from './kubectl-grant-commands.ts'
import type { RawReading } from './kubectl-raw.ts'
import { kubectlReader } from './kubectl-reader.ts'
import type { ReadRequest } from './request.ts'

/** What reads the commands that create roles and bindings. */
export const GRANTING: KubectlCommands = readBy(readGrant, {
  'create clusterrole': `${CREATE} aggregation-rule non-resource-url resource resource-name verb`,
  'create clusterrolebinding': `${CREATE} clusterrole group serviceaccount user`,
  'create role': `${CREATE} resource resource-name verb`,
  'create rolebinding': `${CREATE} clusterrole group role serviceaccount user`,
})

const read = kubectlReader(GRANTING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlGranting(text: string, rawReading: () => RawReading): ReadRequest {
  return read(text, rawReading)
}
