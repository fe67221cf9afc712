import {
  type Completion,
  completeAt,
  type Hover,
  hoverAt,
  markdown,
  type Policy,
  readPolicy,
  reviewYAML,
  type Scenario,
  sentences,
} from '@authz-playground/engine'
import type { DesignRow, PlayedScenario, VersionsTable } from './answer.ts'
import { caveatsOf } from './caveats.ts'
import { playedOf, rowOf, underEveryDesign } from './comparison.ts'
import { type Decision, decide, decideElsewhere, read } from './decisions.ts'
import { inTurn } from './many.ts'
import { versionsTable } from './versions-table.ts'

export { rewritten } from './rewritten.ts'

/** Resolves when all that was asked about the page is answered. */
type Idle = () => Promise<void>

/** `decided`: the policy that was decided last. */
export function complete(text: string, offset: number, decided: Policy | undefined): readonly Completion[] {
  return completeAt(text, offset, policyOf(text, decided))
}

export function hover(text: string, offset: number, decided: Policy | undefined): Hover | undefined {
  return hoverAt(policyOf(text, decided), offset)
}

let latest: Policy | undefined

/** The policy for completion and hover, read again only when its text has changed. */
function policyOf(text: string, decided: Policy | undefined): Policy {
  if (decided?.text === text) return decided
  if (latest?.text !== text) latest = readPolicy(text)
  return latest
}

export function review({ decided }: Decision, step: number): string | undefined {
  const check = decided.trace?.steps[step]?.check
  return check && reviewYAML(check)
}

/** A decision as Markdown; undefined when it is none. */
export function markdownOf({ decided, scenario }: Decision): string | undefined {
  const {
    trace,
    design,
    request: { request },
  } = decided
  if (trace === undefined || request === undefined) return undefined
  return markdown(trace, design.graph, sentences(trace, request), caveatsOf(decided, scenario))
}

export async function decideAll(scenarios: readonly Scenario[], idle: Idle): Promise<readonly DesignRow[]> {
  return (await inTurn(scenarios, decideElsewhere, rowOf, idle)) ?? []
}

export async function playAll(scenarios: readonly Scenario[], idle: Idle): Promise<readonly PlayedScenario[]> {
  return (await inTurn(scenarios, decideElsewhere, playedOf, idle)) ?? []
}

export function versions(scenario: Scenario, idle: Idle): Promise<VersionsTable | undefined> {
  return versionsTable(scenario, read, (scenarios) => decideAll(scenarios, idle))
}

/** `wanted`: it is still about the answer shown. */
export function compare(
  { scenario }: Decision,
  idle: Idle,
  wanted: () => boolean,
): Promise<readonly DesignRow[] | undefined> {
  return inTurn(underEveryDesign(scenario), decide, rowOf, idle, wanted)
}
