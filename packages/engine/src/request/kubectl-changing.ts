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
import type { KubectlReaders } from './kubectl-reader.ts'

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
