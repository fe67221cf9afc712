import type { ReadRequest } from '../http/index.ts'
import { type KubectlCommands, readBy } from './commands.ts'
import { CREATE } from './flags.ts'
import { readGrant } from './grant-commands.ts'
import type { RawReading } from './raw.ts'
import { kubectlReader } from './reader.ts'

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
