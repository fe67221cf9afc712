import {
  readAboutServer,
  readDescribe,
  readEvents,
  readGet,
  readHistory,
  readTop,
  readWatchOfObject,
} from './kubectl-read-commands.ts'
import { type KubectlReaders, kubectlReader } from './kubectl-reader.ts'
import type { ReadRequest } from './request.ts'

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

const read = kubectlReader(LOOKING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlLooking(text: string): ReadRequest {
  return read(text)
}
