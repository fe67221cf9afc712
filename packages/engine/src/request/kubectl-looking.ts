import {
  readAboutServer,
  readDescribe,
  readEvents,
  readGet,
  readHistory,
  readTop,
  readWatchOfObject,
} from './kubectl-read-commands.ts'
import type { KubectlReaders } from './kubectl-reader.ts'

/** What reads the commands that only look. */
export const LOOKING: KubectlReaders = {
  'api-resources': readAboutServer,
  'api-versions': readAboutServer,
  'cluster-info': readAboutServer,
  describe: readDescribe,
  events: readEvents,
  explain: readAboutServer,
  get: readGet,
  'rollout history': readHistory,
  'rollout status': readWatchOfObject,
  'top node': readTop,
  'top pod': readTop,
  version: readAboutServer,
  wait: readWatchOfObject,
}
