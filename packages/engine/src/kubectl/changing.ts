import type { ReadRequest } from '../http/index.ts'
import {
  readApply,
  readCertificate,
  readCordon,
  readDelete,
  readMark,
  readPatch,
  readReplace,
  readScale,
} from './change-commands.ts'
import { type KubectlCommands, readBy } from './commands.ts'
import { CHANGE, CREATE, DELETION, FILES, MARK, PRINT, RECORD } from './flags.ts'
import type { RawReading } from './raw.ts'
import { kubectlReader } from './reader.ts'

/** What reads the commands that change or delete what is there, but for those of which kubectl computes the patch. */
export const CHANGING: KubectlCommands = {
  annotate: { flags: MARK, read: (call) => readMark(call, 'annotations') },
  apply: {
    flags: `${CHANGE} ${DELETION} all! force-conflicts! openapi-patch! overwrite! prune! prune-allowlist selector,l server-side! subresource validate?`,
    read: readApply,
  },
  ...readBy(readCertificate, {
    'certificate approve': `${PRINT} ${FILES} force!`,
    'certificate deny': `${PRINT} ${FILES} force!`,
  }),
  cordon: { flags: 'dry-run? selector,l', read: readCordon },
  delete: {
    flags: `${FILES} ${DELETION} all! all-namespaces,A! dry-run? field-selector ignore-not-found! interactive,i! now! output,o raw selector,l`,
    read: readDelete,
  },
  drain: {
    flags:
      'chunk-size delete-emptydir-data! disable-eviction! dry-run? force! grace-period ignore-daemonsets! pod-selector ' +
      'selector,l skip-wait-for-delete-timeout timeout',
    read: readCordon,
  },
  label: { flags: MARK, read: (call) => readMark(call, 'labels') },
  patch: { flags: `${CHANGE} local! patch,p patch-file subresource type`, read: readPatch },
  replace: { flags: `${CREATE} ${FILES} ${DELETION} raw subresource`, read: readReplace },
  scale: {
    flags: `${PRINT} ${FILES} ${RECORD} dry-run? all! current-replicas replicas resource-version selector,l timeout`,
    read: readScale,
  },
  uncordon: { flags: 'dry-run? selector,l', read: readCordon },
}

const read = kubectlReader(CHANGING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlChanging(text: string, rawReading: () => RawReading): ReadRequest {
  return read(text, rawReading)
}
