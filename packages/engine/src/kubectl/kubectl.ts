import type { ReadRequest } from '../http/index.ts'
import { adviceOn } from '../http/index.ts'
import { CHANGING } from './changing.ts'
import { COMPUTING } from './computing.ts'
import { CONNECTING } from './connecting.ts'
import { CREATING } from './creating.ts'
import { GRANTING } from './granting.ts'
import { LOOKING } from './looking.ts'
import { RAW_READING } from './raw.ts'
import { type KubectlAdvice, kubectlReader } from './reader.ts'
import { STARTING } from './starting.ts'

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
