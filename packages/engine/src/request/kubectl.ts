import { adviceOn } from './advice.ts'
import { CHANGING } from './kubectl-changing.ts'
import { COMPUTING } from './kubectl-computing.ts'
import { CONNECTING } from './kubectl-connecting.ts'
import { CREATING } from './kubectl-creating.ts'
import { GRANTING } from './kubectl-granting.ts'
import { LOOKING } from './kubectl-looking.ts'
import { RAW_READING } from './kubectl-raw.ts'
import { type KubectlAdvice, kubectlReader } from './kubectl-reader.ts'
import { STARTING } from './kubectl-starting.ts'
import type { ReadRequest } from './request.ts'

/**
 * Reads a kubectl command as the request that kubectl 1.36 sends for it: method, target, `Impersonate-*` headers, and
 * the body where the command line says it. Where kubectl sends several, a note tells which is shown, and an error that
 * no single one stands for the command. Nothing is run; names of namespaces and versions that the cluster would tell
 * are assumed, with a note. Each header has the span of its flag.
 */
export function readKubectl(text: string): ReadRequest {
  return read(text, () => RAW_READING)
}

/** Advice about headers as one writes them by hand, which kubectl's own flags make pointless. */
const SAID_ALREADY: ReadonlySet<string> = new Set(['empty-header', 'comma-in-group'])

const advice: KubectlAdvice = (request, command) =>
  adviceOn(request, command).filter(({ code }) => !SAID_ALREADY.has(code))

const read = kubectlReader(
  { ...LOOKING, ...CHANGING, ...COMPUTING, ...CONNECTING, ...CREATING, ...GRANTING, ...STARTING },
  advice,
)
