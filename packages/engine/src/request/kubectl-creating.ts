import { readBeside, readCanI, readCreate, readDebug, readRun, readWhoAmI } from './kubectl-create-commands.ts'
import type { KubectlReaders } from './kubectl-reader.ts'

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
