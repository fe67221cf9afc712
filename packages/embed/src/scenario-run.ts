import type { Where } from './loading/fetch.ts'
import { load } from './loading/load.ts'
import type { ScenarioSource } from './loading/source.ts'
import { Run, type RunHost, type RunState } from './run.ts'
import { figure } from './view/figure.ts'
import type { EditedText } from './view/view.ts'

const BOTH: ReadonlySet<EditedText> = new Set(['request', 'policy'])
const NONE: ReadonlySet<EditedText> = new Set()

/** The run of a scenario that an element names; or the problems of that scenario. Rejects only when it is aborted. */
export async function openScenario(
  source: ScenarioSource,
  where: Where,
  host: RunHost,
): Promise<Run | { readonly problems: readonly string[] }> {
  const loaded = await load(source, where)
  if ('problems' in loaded) return loaded
  const design = (): string | undefined => host.settings().design
  return Run.open(loaded.document, host, {
    figure,
    edits: () => (host.settings().editable ? BOTH : NONE),
    held: () => undefined,
    design,
    unfolded: false,
    permalink: (run) => permalink(source, run, design(), host.home()),
  })
}

/** The address of the playground with the scenario. */
async function permalink(
  source: ScenarioSource,
  { document, scenario, edited }: RunState,
  design: string | undefined,
  home: string | undefined,
): Promise<string | undefined> {
  if (home === undefined) return undefined
  if (source.kind === 'link' && !edited && design === undefined) return home + source.hash
  const { linkHash } = await import('./loading/link-write.ts')
  const shown = { ...scenario, ...(design !== undefined && { design }) }
  return home + linkHash({ document: { ...document, scenario: shown, ...(edited && { expect: [] }) } })
}
