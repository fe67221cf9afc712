import { readAttach, readCopy, readExec, readLogs, readPortForward } from './kubectl-connect-commands.ts'
import type { KubectlReaders } from './kubectl-reader.ts'

/** What reads the commands that connect to a pod. */
export const CONNECTING: KubectlReaders = {
  attach: readAttach,
  cp: readCopy,
  exec: readExec,
  logs: readLogs,
  'port-forward': readPortForward,
}
