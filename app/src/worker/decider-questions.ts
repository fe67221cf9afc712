import {
  completeAt,
  type Decided,
  hoverAt,
  loadChunks,
  type Policy,
  readPolicy,
  reviewYAML,
  type Scenario,
  type ScenarioDecider,
} from '@authz-playground/engine'
import { answerView } from './answer-view.ts'
import { playedOf, rowOf, underEveryDesign } from './comparison.ts'
import { celFor } from './decider-cel.ts'
import { defaultRolesText, markdownOf } from './decider-parts.ts'
import type { Answers, DocumentQuestion, Question, ToldQuestion } from './decider-protocol.ts'
import { detailsOf } from './details.ts'
import { rewritten } from './rewritten.ts'
import type { Reading } from './sent-views.ts'
import { versionsTable } from './versions-table.ts'

/** What the worker begins with, and has for every question. */
export interface Deciding {
  readonly read: Reading
  /** Decides what is on the page. */
  readonly decide: ScenarioDecider
  /** Reads other policies than the page’s without making that one forgotten. */
  readonly decideElsewhere: ScenarioDecider
  /** The decision that was answered under an id; undefined when there has been a newer one. */
  decision(id: number): { readonly decided: Decided; readonly scenario: Scenario } | undefined
  /** The policy that was decided last. */
  policy(): Policy | undefined
  /** Resolves when all that was asked about the page is answered. */
  idle(): Promise<void>
}

/** About many scenarios. */
export type Many = Extract<Question, { kind: 'compare' | 'decide-all' | 'play-all' | 'versions' }>
type Other = Exclude<Question, { kind: 'decide' } | Many | DocumentQuestion | ToldQuestion>

/** Answers what is asked about one scenario behind its decision. */
export async function answerOther(question: Other, deciding: Deciding): Promise<Answers[Other['kind']]> {
  const { read, decideElsewhere, decision } = deciding
  switch (question.kind) {
    case 'complete':
      return completeAt(question.text, question.offset, policyOf(question.text, deciding))
    case 'hover':
      return hoverAt(policyOf(question.text, deciding), question.offset)
    case 'details': {
      const now = decision(question.of)
      return now && detailsOf(now.decided, now.scenario, read)
    }
    case 'review': {
      const check = decision(question.of)?.decided.trace?.steps[question.step]?.check
      return check && reviewYAML(check)
    }
    case 'markdown': {
      const now = decision(question.of)
      return now && markdownOf(now.decided, now.scenario)
    }
    case 'replay': {
      const now = decision(question.of)
      return now && (await import('./decider-replay.ts')).replayView(now, question.title)
    }
    case 'picture': {
      const now = decision(question.of)
      return now && (await import('./decider-pictures.ts')).pictureOf(now, question.form, question.title)
    }
    case 'answer': {
      const { scenario } = question
      return answerView(decideElsewhere(scenario, await loadChunks(scenario), await celFor(scenario)), scenario)
    }
    case 'default-roles':
      return defaultRolesText()
    case 'rewrite':
      return rewritten(question.written, question.changes)
  }
}

let latest: Policy | undefined
/** The policy behind completion and hover, read again only when its text has changed. */
function policyOf(text: string, { policy }: Deciding): Policy {
  const decided = policy()
  if (decided?.text === text) return decided
  if (latest?.text !== text) latest = readPolicy(text)
  return latest
}

/** Answers what is asked about many scenarios, between the questions about the page. */
export function answerMany(question: Many, deciding: Deciding): Promise<Answers[Many['kind']]> {
  const { read, decide, decideElsewhere, decision, idle } = deciding
  const anyhow = () => true
  const elsewhere = (scenarios: readonly Scenario[]) => inTurn(scenarios, decideElsewhere, rowOf, anyhow, idle)
  if (question.kind === 'decide-all') return elsewhere(question.scenarios)
  if (question.kind === 'play-all') return inTurn(question.scenarios, decideElsewhere, playedOf, anyhow, idle)
  if (question.kind === 'versions') return versionsTable(question.scenario, read, elsewhere)
  const scenario = decision(question.of)?.scenario
  if (scenario === undefined) return Promise.resolve(undefined)
  return inTurn(underEveryDesign(scenario), decide, rowOf, () => decision(question.of) !== undefined, idle)
}

/** For so long many scenarios are decided without a look at what else is asked. Milliseconds. */
const TURN = 12

/** Decides one scenario after the other, and lets every question that comes in go first. Undefined once nobody wants it. */
async function inTurn<Shown>(
  scenarios: readonly Scenario[],
  decide: ScenarioDecider,
  shown: (decided: Decided) => Shown,
  wanted: () => boolean,
  idle: () => Promise<void>,
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
    all.push(shown(decide(scenario, await loadChunks(scenario), await celFor(scenario))))
  }
  return all
}
