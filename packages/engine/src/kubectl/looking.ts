import type { ReadRequest } from '../http/index.ts'
import { type KubectlCommands, readBy } from './commands.ts'
import { FILES, PRINT, ROLLOUT } from './flags.ts'
import type { RawReading } from './raw.ts'
import {
  readAboutServer,
  readDescribe,
  readEvents,
  readGet,
  readHistory,
  readTop,
  readWatchOfObject,
} from './read-commands.ts'
import { kubectlReader } from './reader.ts'

/** What reads the commands that only look. */
export const LOOKING: KubectlCommands = {
  'api-resources': {
    flags: 'api-group cached! categories namespaced! no-headers! output,o show-managed-fields! sort-by verbs',
    read: readAboutServer,
  },
  'api-versions': { flags: '', read: readAboutServer },
  'cluster-info': { flags: '', read: readAboutServer },
  describe: { flags: `${FILES} all-namespaces,A! chunk-size selector,l show-events!`, read: readDescribe },
  events: { flags: `${PRINT} all-namespaces,A! chunk-size for no-headers! types watch,w!`, read: readEvents },
  explain: { flags: 'api-version output,o recursive,R!', read: readAboutServer },
  get: {
    flags:
      `${PRINT} ${FILES} all-namespaces,A! chunk-size field-selector ignore-not-found! label-columns,L no-headers! ` +
      'output-watch-events! raw selector,l server-print! show-kind! show-labels! sort-by subresource watch,w! watch-only!',
    read: readGet,
  },
  'rollout history': { flags: `${ROLLOUT} revision`, read: readHistory },
  'rollout status': { flags: `${FILES} revision selector,l timeout watch,w!`, read: readWatchOfObject },
  ...readBy(readTop, {
    'top node': 'no-headers! selector,l show-capacity! show-swap! sort-by use-protocol-buffers!',
    'top pod':
      'all-namespaces,A! containers! field-selector no-headers! selector,l show-swap! sort-by sum! use-protocol-buffers!',
  }),
  version: { flags: 'client! output,o', read: readAboutServer },
  wait: {
    flags: `${PRINT} filename,f recursive,R! all! all-namespaces,A! field-selector for local! selector,l timeout`,
    read: readWatchOfObject,
  },
}

const read = kubectlReader(LOOKING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlLooking(text: string, rawReading: () => RawReading): ReadRequest {
  return read(text, rawReading)
}
