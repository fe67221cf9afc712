import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DESIGNS, type Design, decider, type Trace } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { playScenario, readVectors } from '@authz-playground/engine/vectors'
import { EXAMPLES } from '@authz-playground/examples'
import { root } from '../files.mjs'

/** A run under a design. */
interface KnownRun {
  readonly design: Design
  readonly trace: Trace
}

const CONFORMANCE = join(root, 'packages/conformance')

/** The gallery’s scenarios under each design. */
export function* galleryRuns(): Generator<KnownRun> {
  const decide = decider()
  for (const { scenario } of EXAMPLES) {
    for (const design of DESIGNS) {
      const { trace } = decide({ ...scenario, design: design.id }, { cel: CEL })
      if (trace !== undefined) yield { design, trace }
    }
  }
}

/** The vectors that were written by hand, one file a design. */
export function runsByHand(): Generator<KnownRun> {
  const folder = join(CONFORMANCE, 'designs')
  return vectorRuns(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')))
}

/** One in so many of upstream’s vectors: all of them take a while, and are much alike. */
const SAMPLED = 5

/** Vectors that kube-apiserver’s own code answered: a sample of them, the same each time. */
export function runsOfUpstream(): Generator<KnownRun> {
  const folder = join(CONFORMANCE, 'vectors')
  const names = readdirSync(folder).filter((name) => name.endsWith('.gz'))
  const lines = names.flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .split('\n'),
  )
  return vectorRuns([lines.filter((_, at) => at % SAMPLED === 0).join('\n')])
}

function* vectorRuns(texts: readonly string[]): Generator<KnownRun> {
  for (const scenario of texts.flatMap((text) => readVectors(text))) {
    const played = playScenario(scenario)
    if (played.kind !== 'played') continue
    for (const request of played.requests) if ('trace' in request) yield { design: played.design, trace: request.trace }
  }
}
