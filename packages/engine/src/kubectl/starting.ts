import type { ReadRequest } from '../http/index.ts'
import type { KubectlCommands } from './commands.ts'
import { CHANGE, DELETION, PRINT } from './flags.ts'
import type { RawReading } from './raw.ts'
import { kubectlReader } from './reader.ts'
import { readBeside, readCanI, readDebug, readRun, readWhoAmI } from './start-commands.ts'

/** What reads the commands that ask, start something, or create something beside what is there. */
export const STARTING: KubectlCommands = {
  'auth can-i': { flags: 'all-namespaces,A! list! no-headers! quiet,q! subresource', read: readCanI },
  'auth whoami': { flags: PRINT, read: readWhoAmI },
  autoscale: { flags: `${CHANGE} cpu cpu-percent max memory min name save-config!`, read: readBeside },
  debug: {
    flags:
      'arguments-only! attach! container,c copy-to custom env filename,f image image-pull-policy keep-annotations! ' +
      'keep-init-containers! keep-labels! keep-liveness! keep-readiness! keep-startup! profile quiet,q! replace! ' +
      'same-node! set-image share-processes! stdin,i! target tty,t!',
    read: readDebug,
  },
  expose: {
    flags:
      `${CHANGE} cluster-ip external-ip labels,l load-balancer-ip name override-type overrides port protocol save-config! ` +
      'selector session-affinity target-port type',
    read: readBeside,
  },
  run: {
    flags:
      `${CHANGE} ${DELETION} annotations attach! command! detach-keys env expose! image image-pull-policy labels,l ` +
      'leave-stdin-open! override-type overrides pod-running-timeout port privileged! quiet,q! restart rm! save-config! stdin,i! tty,t!',
    read: readRun,
  },
}

const read = kubectlReader(STARTING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlStarting(text: string, rawReading: () => RawReading): ReadRequest {
  return read(text, rawReading)
}
