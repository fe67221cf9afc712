import type { ReadRequest } from '../http/index.ts'
import { type KubectlCommands, readBy } from './commands.ts'
import { readEdit, readRollout, readSet, readTaint } from './computed-patches.ts'
import { DRY_RUN, FILES, PRINT, RECORD, ROLLOUT, SET } from './flags.ts'
import type { RawReading } from './raw.ts'
import { kubectlReader } from './reader.ts'

/** What reads the commands whose patch kubectl computes from the stored object. */
export const COMPUTING: KubectlCommands = {
  edit: {
    flags: `${PRINT} ${FILES} ${RECORD} field-manager output-patch! save-config! subresource validate? windows-line-endings!`,
    read: readEdit,
  },
  ...readBy(readRollout, {
    'rollout pause': `${ROLLOUT} field-manager`,
    'rollout restart': `${ROLLOUT} field-manager`,
    'rollout resume': `${ROLLOUT} field-manager`,
    'rollout undo': `${ROLLOUT} dry-run? to-revision`,
  }),
  ...readBy(readSet, {
    'set env': `${SET} containers,c env,e from keys kustomize,k list! overwrite! prefix resolve! selector,l`,
    'set image': `${SET} kustomize,k record! selector,l`,
    'set resources': `${SET} containers,c kustomize,k limits record! requests selector,l`,
    'set selector': `${SET} record! resource-version`,
    'set serviceaccount': `${SET} kustomize,k record!`,
    'set subject': `${SET} group kustomize,k selector,l serviceaccount user`,
  }),
  taint: { flags: `${PRINT} ${DRY_RUN} all! overwrite! selector,l validate?`, read: readTaint },
}

const read = kubectlReader(COMPUTING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlComputing(text: string, rawReading: () => RawReading): ReadRequest {
  return read(text, rawReading)
}
