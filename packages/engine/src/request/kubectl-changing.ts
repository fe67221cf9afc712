import {
  readApply,
  readCertificate,
  readCordon,
  readDelete,
  readMark,
  readPatch,
  readReplace,
  readScale,
} from './kubectl-change-commands.ts'
import { readEdit, readRollout, readSet, readTaint } from './kubectl-computed-patches.ts'
import { type KubectlReaders, kubectlReader } from './kubectl-reader.ts'
import type { ReadRequest } from './request.ts'

/** What reads the commands that change or delete what is there. */
export const CHANGING: KubectlReaders = {
  annotate: (call) => readMark(call, 'annotations'),
  apply: readApply,
  'certificate approve': readCertificate,
  'certificate deny': readCertificate,
  cordon: readCordon,
  delete: readDelete,
  drain: readCordon,
  edit: readEdit,
  label: (call) => readMark(call, 'labels'),
  patch: readPatch,
  replace: readReplace,
  rollout: readRollout,
  scale: readScale,
  set: readSet,
  taint: readTaint,
  uncordon: readCordon,
}

const read = kubectlReader(CHANGING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlChanging(text: string): ReadRequest {
  return read(text)
}
