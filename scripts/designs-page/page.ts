import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Design } from '@authz-playground/engine'
import { root } from '../files.mjs'
import { argumentsSettled, checksOfEightParts } from './arguments.ts'
import { DESIGNS } from './decided.ts'
import { checksOfSimplest, intentsInEveryDesign, saidExactly } from './intents.ts'
import { integrationTests } from './kep-tests.ts'
import { anchor, prose, table } from './markdown.ts'
import { designSection, headingOf } from './one-design.ts'
import { versionsSection } from './versions.ts'
import { wellKnownRequests } from './well-known.ts'

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const MOST = 16 * 1024 * 1024

/** Each begins with its heading, and is complete on its own. */
const SECTIONS: readonly (() => string)[] = [
  wellKnownRequests,
  intentsInEveryDesign,
  () => ['## The designs, one by one', ...DESIGNS.map(designSection)].join('\n\n'),
  argumentsSettled,
  versionsSection,
  integrationTests,
]

/** Where the page is kept. */
export const DESIGNS_PAGE = 'docs/designs.md'

/** The page about every design, as Markdown that GitHub renders. Every figure on it is computed here. */
export function designsPage(): string {
  const text = [
    '# Every design, computed',
    'How kube-apiserver could constrain impersonation: the designs of KEP-5284, of its review, of later work, and KEP-3617. Each is a flowchart that runs; `pnpm docs:designs` writes this page from their results. Codes and counts come from the engine, and quotes from the documents; there are no other claims. Checks are those of the impersonation, or of the review that a client makes first: the check of the request itself is not counted.',
    summary(),
    ...SECTIONS.map((section) => section()),
  ].join('\n\n')
  return formatted(`${text}\n`, DESIGNS_PAGE)
}

function summary(): string {
  return [
    table(
      ['design', 'from', 'in a sentence', 'checks', 'eight parts', 'intents'],
      DESIGNS.map((design) => [
        `[\`${design.id}\`](${anchor(headingOf(design))})`,
        DOCUMENTS[design.origin],
        prose(design.summary),
        checksOfSimplest(design.id),
        checksOfEightParts(design.id),
        saidExactly(design.id),
      ]),
    ),
    '*checks*: for listing pods as one user, under the design’s own rules. *eight parts*: for the request with eight parts that the review thread counts (extra keys domain-prefixed), everything granted. *intents*: how many of the six below its rules say exactly, and let nothing else through; – where a design is not about impersonation.',
  ].join('\n\n')
}

const DOCUMENTS: Readonly<Record<Design['origin'], string>> = {
  released: 'Kubernetes',
  'kep-5284': 'KEP-5284',
  'review thread': 'review of KEP-5284',
  'compound and unified': 'compound or unified',
  'kep-5681': 'KEP-5681',
  'kep-3617': 'KEP-3617',
  own: 'Of one’s own',
}

/** A file’s text as the linter wants to see it. */
function formatted(text: string, path: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIOME, 'format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: MOST,
  })
  if (status !== 0) throw new Error(`${path} could not be formatted: ${stderr}`)
  return stdout
}
