import {
  DESIGN_LIST,
  type Decided,
  type HTTPRequest,
  OWN_DESIGN,
  type Policy,
  type RequestText,
  readPolicy,
  type Scenario,
  type SubjectName,
  sentences,
} from '@authz-playground/engine'
import { type Completion, completeAt, type Hover, hoverAt } from '@authz-playground/engine/editing'
import { type MostReviews, mostReviews } from '@authz-playground/engine/internal/answers'
import { printCurl } from '@authz-playground/engine/internal/curl'
import { type FieldChanges, type PrintedRequest, printHTTP } from '@authz-playground/engine/internal/http'
import { printKubeconfig, printKubectl } from '@authz-playground/engine/internal/kubectl'
import { type CommandOutput, commandOutput, subjectsOf } from '@authz-playground/engine/internal/query'
import { isNotInItsWords, type UserNote, userNote, withMissingGroups } from '@authz-playground/engine/internal/report'
import { printClientGo } from '@authz-playground/engine/internal/request'
import { printReview } from '@authz-playground/engine/internal/review'
import { BeyondLimit } from '@authz-playground/engine/internal/text'
import { discoveryOf } from '@authz-playground/engine/questions'
import { markdown, reviewYAML } from '@authz-playground/engine/report'
import { askedFrom, type OwnPermission } from '@authz-playground/examples/intents'
import { type DesignRow, designRow } from '@authz-playground/pictures'
import type { OutlineEntry, PlayedScenario, PrintedForms, VersionsTable } from './answer.ts'
import { decide, decideElsewhere, type ScenarioDecision } from './decisions.ts'
import { rewritten } from './rewritten.ts'
import { caveatsOf } from './sent-views.ts'
import { versionsTable } from './versions-table.ts'

/** Resolves when all questions about the page are answered. */
type Idle = () => Promise<void>

/** The request with changed fields, as the cluster of the last decision reads it ({@link rewritten}). */
export function rewrite(
  written: RequestText,
  changes: FieldChanges,
  last: ScenarioDecision | undefined,
): PrintedRequest | undefined {
  return rewritten(written, changes, last && discoveryOf(last.decided.cluster))
}

/** Completions at a place of a policy, for the design and the version of the last decision. */
export function complete(text: string, offset: number, last: ScenarioDecision | undefined): readonly Completion[] {
  const { policy, settings } = last?.decided.cluster ?? {}
  const within = last && settings && { design: last.scenario.design, version: settings.version }
  return completeAt(text, offset, policyOf(text, policy), within)
}

export function hover(text: string, offset: number, last: ScenarioDecision | undefined): Hover | undefined {
  const { policy, settings } = last?.decided.cluster ?? {}
  return hoverAt(policyOf(text, policy), offset, settings?.version)
}

/** The users, groups and service accounts that the bindings of a policy name. */
export function subjects(text: string, decided: Policy | undefined): readonly SubjectName[] {
  return subjectsOf(policyOf(text, decided))
}

/** The objects of a policy in the order of the text. */
export function outline(text: string, decided: Policy | undefined): readonly OutlineEntry[] {
  return outlineOf(policyOf(text, decided))
}

let latest: Policy | undefined

/** The policy for completion and hover, read again only when its text has changed. */
function policyOf(text: string, decided: Policy | undefined): Policy {
  if (decided?.text === text) return decided
  if (latest?.text !== text) latest = readPolicy(text)
  return latest
}

/** A request in all forms, as kubectl names its resource in the cluster of the last decision. */
export function print(request: HTTPRequest, username: string, last: ScenarioDecision | undefined): PrintedForms {
  return {
    forms: {
      http: printHTTP(request),
      kubectl: printKubectl(request, last && discoveryOf(last.decided.cluster)),
      curl: printCurl(request),
      review: printReview(request),
    },
    kubeconfig: printKubeconfig(request, username),
    clientGo: printClientGo(request),
  }
}

export function review({ decided }: ScenarioDecision, step: number): string | undefined {
  const check = decided.trace?.steps[step]?.check
  return check && reviewYAML(check)
}

export function mostOfReviews({ decided, scenario }: ScenarioDecision): MostReviews | null {
  return mostReviews(decided, scenario.assumptions?.[decided.design.id]) ?? null
}

/** The permission that a request needs, or why there is none to say; undefined where nothing is decided. */
export function permission({
  decided: { trace, request },
  scenario,
}: ScenarioDecision): OwnPermission['asked'] | { readonly no: string } | undefined {
  return trace && request.request && askedFrom(request.request, scenario.requestor)
}

/** What a command prints for the answer to its question. Null also where listing the rules would take too long. */
export function printed({ decided }: ScenarioDecision): CommandOutput | null {
  try {
    return commandOutput(decided) ?? null
  } catch (error) {
    if (error instanceof BeyondLimit) return null
    throw error
  }
}

/** What a 403 has to do with the users of its request; null where nothing is to be said of them. */
export async function noteOfUsers({ decided, scenario }: ScenarioDecision): Promise<UserNote | null> {
  const completed = withMissingGroups(decided, scenario)
  return userNote(decided, scenario, completed && (await decideElsewhere(completed))) ?? null
}

/** A decision as Markdown; undefined where nothing is decided. `link`: where the page shows the same. */
export async function markdownOf({ decided, scenario }: ScenarioDecision, link: string): Promise<string | undefined> {
  const {
    trace,
    design,
    request: { request },
  } = decided
  if (trace === undefined || request === undefined) return undefined
  const { refusalOf } = await import('./explanations.ts')
  const refusal = await refusalOf({ decided, scenario })
  return markdown(trace, design.graph, sentences(trace, request), {
    caveat: caveatsOf(decided, scenario),
    ...(refusal && { refusal }),
    of: { scenario, design, request, link },
  })
}

export async function decideAll(scenarios: readonly Scenario[], idle: Idle): Promise<readonly DesignRow[]> {
  return (await inTurn(scenarios, decideElsewhere, designRow, idle)) ?? []
}

export async function playAll(scenarios: readonly Scenario[], idle: Idle): Promise<readonly PlayedScenario[]> {
  return (await inTurn(scenarios, decideElsewhere, playedOf, idle)) ?? []
}

export function versions(scenario: Scenario, idle: Idle): Promise<VersionsTable | undefined> {
  return versionsTable(scenario, (scenarios) => decideAll(scenarios, idle))
}

/** `wanted`: whether the question is still about the answer that is shown. */
export function compare(
  { scenario }: ScenarioDecision,
  idle: Idle,
  wanted: () => boolean,
): Promise<readonly DesignRow[] | undefined> {
  return inTurn(underEveryDesign(scenario), decide, comparedRow, idle, wanted)
}

/** For so long many scenarios are decided before other questions are looked at. Milliseconds. */
const TURN = 12

/**
 * Decides one scenario after the other. Every other question that comes in goes first. Undefined once the result is not
 * wanted any more.
 *
 * @param idle resolves when all questions about the page are answered
 */
async function inTurn<Shown>(
  scenarios: readonly Scenario[],
  decide: (scenario: Scenario) => Promise<Decided>,
  shown: (decided: Decided, scenario: Scenario) => Shown,
  idle: () => Promise<void>,
  wanted: () => boolean = () => true,
): Promise<readonly Shown[] | undefined> {
  const all: Shown[] = []
  let begun = performance.now()
  for (const scenario of scenarios) {
    if (performance.now() - begun > TURN) {
      await new Promise((arrived) => setTimeout(arrived))
      await idle()
      begun = performance.now()
    }
    if (!wanted()) return undefined
    all.push(shown(await decide(scenario), scenario))
  }
  return all
}

/** The roles, bindings and access rules, in the order of the text. */
export function outlineOf({ roles, bindings, accessRules, lines }: Policy): readonly OutlineEntry[] {
  const rules = accessRules.map(({ name, span }) => ({ kind: 'ClusterAccessRule', name, namespace: '', span }))
  return [...roles, ...bindings, ...rules]
    .map(({ kind, name, namespace, span }) => {
      const { line, start: offset } = lines.range(span)
      return { kind, name, namespace, line, offset }
    })
    .sort((a, b) => a.offset - b.offset)
}

/** The scenario under every design, in the order in which designs are offered. */
export function underEveryDesign(scenario: Scenario): readonly Scenario[] {
  const own = scenario.designText ? [OWN_DESIGN] : []
  return [...DESIGN_LIST.map(({ id }) => id), ...own].map((design) => ({ ...scenario, design }))
}

/** The result of a scenario in short, and whether the policy is written in the words of the design. */
function comparedRow(decided: Decided, scenario: Scenario): DesignRow {
  const row = designRow(decided)
  return isNotInItsWords(decided, scenario) ? { ...row, notInItsWords: true } : row
}

/** The result of a scenario, with its trace. */
function playedOf(decided: Decided): PlayedScenario {
  const { trace } = decided
  return { row: designRow(decided), ...(trace && { trace }) }
}
