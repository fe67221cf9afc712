import {
  type Decided,
  type DecideOptions,
  type Diagnostic,
  type KubernetesVersion,
  LineIndex,
  needsConditions,
  type Scenario,
} from '@authz-playground/engine'
import { type Chunks, chunksFor, loadChunks, ScenarioDecider } from '@authz-playground/engine/internal/decide'
import { constrained } from '@authz-playground/engine/internal/designs'
import { NO_REQUESTOR } from '@authz-playground/engine/internal/words'

/** A decision, with the scenario that it is about. */
export interface ScenarioDecision {
  readonly decided: Decided
  readonly scenario: Scenario
}

const onPage = new ScenarioDecider()
const elsewhere = new ScenarioDecider()

/** Decides the scenario of the page. The texts that were read are kept for the next decision. */
export async function decide(scenario: Scenario, evenPartly = false): Promise<Decided> {
  const decided = onPage.decide(scenario, await chunksOf(scenario), { evenPartly, ...(await celFor(scenario)) })
  const isOpen = scenario.requestor.username === '' && decided.state !== 'not-decided'
  return isOpen ? withoutRequestor(decided, scenario, evenPartly) : decided
}

/** Holds back what is decided about a user without a name: nobody has such a name, so it is not known yet who asks. */
function withoutRequestor(decided: Decided, { request }: Scenario, evenPartly: boolean): Decided {
  const { trace: _____, command: _, question: __, change: ___, write: ____, ...rest } = decided
  const error: Diagnostic = {
    severity: 'error',
    code: NO_REQUESTOR,
    message: 'It is not known who asks.',
    fix: 'Enter a username under “Who asks”.',
    range: new LineIndex('request', request.text).range({ start: 0, end: 0 }),
  }
  const errors = { errors: [...decided.errors, error] }
  if (evenPartly) return { ...decided, ...errors, state: 'partly' }
  return {
    ...rest,
    ...errors,
    state: 'not-decided',
    request: { ...decided.request, diagnostics: [...decided.request.diagnostics, error] },
  }
}

/** Decides another scenario than that of the page, without forgetting the texts of the page. */
export async function decideElsewhere(scenario: Scenario): Promise<Decided> {
  return elsewhere.decide(scenario, await chunksOf(scenario), await celFor(scenario))
}

/** The chunks for the scenario that the page opens with. They come with the worker; all others when a scenario needs them. */
const FIRST: Chunks = { designs: [constrained] }

function chunksOf(scenario: Scenario): Chunks | Promise<Chunks> {
  return scenario.design === constrained.id && chunksFor(scenario).size === 0 ? FIRST : loadChunks(scenario)
}

/** The language of conditions is large, so it loads where it is used. */
async function celFor(scenario: Scenario): Promise<Pick<DecideOptions, 'cel'>> {
  return needsConditions(scenario) ? { cel: (await import('@authz-playground/engine/cel')).CEL } : {}
}

/** A function that decides a scenario with other requests in the same form, by the texts of the page; and its language. */
export async function deciderOfRequests(scenario: Scenario): Promise<{
  readonly decide: (other: Scenario) => Decided
  readonly cel: Pick<DecideOptions, 'cel'>
}> {
  const [chunks, cel] = await Promise.all([chunksOf(scenario), celFor(scenario)])
  return { decide: (other) => onPage.decide(other, chunks, cel), cel }
}

/**
 * A function that decides variants of a scenario at once, because all that they need is loaded.
 *
 * @param texts `page`: they have the texts of the page as it was decided last, which are not read again
 */
export async function deciderOfVariants(
  scenario: Scenario,
  texts: 'page' | 'elsewhere' = 'elsewhere',
): Promise<(variant: Scenario, options?: Pick<DecideOptions, 'granting'>) => Decided> {
  const [chunks, cel] = await Promise.all([
    import('./all-chunks.ts').then(({ loadAllChunks }) => loadAllChunks()),
    celFor(scenario),
  ])
  const scenarios = texts === 'page' ? onPage : elsewhere
  return (variant, options) => scenarios.decide(variant, chunks, { ...cel, ...options })
}

/** The text of the roles and bindings that kube-apiserver of a version makes itself. */
export async function defaultRolesText(version: KubernetesVersion): Promise<string> {
  const { defaultRoles } = await import('./all-chunks.ts')
  return defaultRoles(version).text
}
