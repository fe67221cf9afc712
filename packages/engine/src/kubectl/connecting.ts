import type { ReadRequest } from '../http/index.ts'
import type { KubectlCommands } from './commands.ts'
import { readAttach, readCopy, readExec, readLogs, readPortForward } from './connect-commands.ts'
import type { RawReading } from './raw.ts'
import { kubectlReader } from './reader.ts'

/** What reads the commands that connect to a pod. */
export const CONNECTING: KubectlCommands = {
  attach: { flags: 'container,c detach-keys pod-running-timeout quiet,q! stdin,i! tty,t!', read: readAttach },
  cp: { flags: 'container,c no-preserve! retries', read: readCopy },
  exec: { flags: 'container,c filename,f pod-running-timeout quiet,q! stdin,i! tty,t!', read: readExec },
  logs: {
    flags:
      'all-containers! all-pods! container,c follow,f! ignore-errors! insecure-skip-tls-verify-backend! limit-bytes ' +
      'max-log-requests pod-running-timeout prefix! previous,p! selector,l since since-time tail timestamps!',
    read: readLogs,
  },
  'port-forward': { flags: 'address pod-running-timeout', read: readPortForward },
}

const read = kubectlReader(CONNECTING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlConnecting(text: string, rawReading: () => RawReading): ReadRequest {
  return read(text, rawReading)
}
