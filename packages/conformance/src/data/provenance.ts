import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DOCUMENT_VECTORS, VECTORS } from '../files.ts'

const ENGINE = dirname(createRequire(import.meta.url).resolve('@authz-playground/engine'))

/** The files of the engine that are made from upstream, by their subcommand of the oracle. */
export const UPSTREAM_DATA = {
  'default-roles': join(ENGINE, 'cluster/defaults/default-roles-1.36.ts'),
  'default-roles-changes': join(ENGINE, 'cluster/defaults/default-roles-changes.json'),
  'node-rules': join(ENGINE, 'authorizers/node/node-rules.json'),
  printable: join(ENGINE, 'go/printable-runs.ts'),
} as const

/** The generated vectors, and the note about their origin. */
export const MADE_VECTORS = join(VECTORS, 'scenarios-1.36.3.ndjson.gz')
/** Vectors of 1.37, answered by its own code: scenarios, and requests that write roles and bindings. */
export const NEWER_VECTORS = join(VECTORS, 'scenarios-1.37.2.ndjson.gz')
export const MADE_DOCUMENTS = join(DOCUMENT_VECTORS, 'kubernetes-1.36.3.ndjson.gz')
export const PROVENANCE = join(VECTORS, 'made.json')

/** The origin of the files that were made together. A part that was changed since then has another digest. */
export interface Provenance {
  /** The upstream release whose code answered. */
  readonly madeFrom: string
  /** The command that makes all of it again. */
  readonly command: string
  /** Requests, and policies that the API server refuses. */
  readonly vectors: number
  readonly scenarios: number
  /** Documents that are not empty, and how many of them are refused. */
  readonly documents: number
  readonly refused: number
  readonly digests: Readonly<Record<keyof typeof UPSTREAM_DATA | 'scenarios' | 'documents', string>>
}

/** The digests of the current files. Those of the data ignore white space, which the formatter changes. */
export function digestsNow(): Provenance['digests'] {
  const data = Object.entries(UPSTREAM_DATA).map(
    ([name, file]) => [name, digest(readFileSync(file, 'utf8').replaceAll(/\s/g, ''))] as const,
  )
  const scenarios = digest(readFileSync(MADE_VECTORS))
  return {
    ...Object.fromEntries(data),
    scenarios,
    documents: digest(readFileSync(MADE_DOCUMENTS)),
  } as Provenance['digests']
}

export function readProvenance(): Provenance {
  return JSON.parse(readFileSync(PROVENANCE, 'utf8')) as Provenance
}

export function digest(content: string | Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}
