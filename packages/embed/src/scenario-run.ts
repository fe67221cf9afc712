import type { Where } from './loading/fetch.ts'
import { load } from './loading/load.ts'
import { type Given, hashOfScenario, scenarioSource } from './loading/source.ts'
import { type Problems, Run, type RunHost, type RunState } from './run.ts'
import { figure } from './view/figure.ts'
import type { EditedText } from './view/view.ts'

const BOTH: ReadonlySet<EditedText> = new Set(['request', 'policy'])
const NONE: ReadonlySet<EditedText> = new Set()

/** The run of a scenario that an element names; or the problems of that scenario. Rejects only when it is aborted. */
export async function openScenario(given: Given, where: Where, host: RunHost): Promise<Run | Problems> {
  const source = scenarioSource(given)
  if ('problem' in source) return { problems: [source.problem] }
  const loaded = await load(source, where, given.designSrc)
  if ('problems' in loaded) return loaded
  const design = (): string | undefined => host.settings().design
  return Run.open(loaded.document, host, {
    figure,
    edits: () => (host.settings().editable ? BOTH : NONE),
    hidden: () => undefined,
    design,
    unfolded: false,
    permalink: (run) => permalink(hashOfScenario(source, given), run, design(), host.home()),
  })
}

/** The address of the playground with the scenario. `hash`: of the link that it came from. */
async function permalink(
  hash: string | undefined,
  run: RunState,
  design: string | undefined,
  home: string | undefined,
): Promise<string | undefined> {
  if (home === undefined) return undefined
  if (hash !== undefined && !run.edited && design === undefined) return home + hash
  return home + (await import('./loading/link-write.ts')).runHash(run, design)
}
