import { readBeside, readCanI, readCreate, readDebug, readRun, readWhoAmI } from './kubectl-create-commands.ts'
import { type KubectlReaders, kubectlReader } from './kubectl-reader.ts'
import type { ReadRequest } from './request.ts'

/** What reads the commands that create something, be it a review. */
export const CREATING: KubectlReaders = {
  'auth can-i': readCanI,
  'auth whoami': readWhoAmI,
  autoscale: readBeside,
  create: readCreate,
  debug: readDebug,
  expose: readBeside,
  run: readRun,
}

const read = kubectlReader(CREATING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlCreating(text: string): ReadRequest {
  return read(text)
}
