import { readAttach, readCopy, readExec, readLogs, readPortForward } from './kubectl-connect-commands.ts'
import { type KubectlReaders, kubectlReader } from './kubectl-reader.ts'
import type { ReadRequest } from './request.ts'

/** What reads the commands that connect to a pod. */
export const CONNECTING: KubectlReaders = {
  attach: readAttach,
  cp: readCopy,
  exec: readExec,
  logs: readLogs,
  'port-forward': readPortForward,
}

const read = kubectlReader(CONNECTING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlConnecting(text: string): ReadRequest {
  return read(text)
}
