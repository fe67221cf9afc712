import { type Diagnostic, type Evidence, type Policy, type RichText, readPolicy } from '@authz-playground/engine'
import type { AnswerWithin } from '@authz-playground/engine/answers'
import { clusterOf } from '@authz-playground/engine/cluster'
import {
  type AccessChange,
  type ChangeList,
  changeInWords,
  diffInWords,
  diffMarkdown,
  type PolicyDiff,
  policyDiffSteps,
} from '@authz-playground/engine/policy-diff'
import { BeyondLimit } from '@authz-playground/engine/query'
import { readScenarioDocument } from '@authz-playground/engine/scenario-file'
import { lineInWords } from '@authz-playground/engine/views'
import type { ScenarioDecision } from './decisions.ts'
import { inTurns } from './in-turns.ts'

/** What changed from another policy to that of the page. */
export interface PolicyDiffView {
  readonly lead: RichText
  readonly gains: ListView<ChangeView>
  readonly losses: ListView<ChangeView>
  readonly objects: ListView<PolicyDiff['objects'][number]>
  /** For a pull request. */
  readonly markdown: string
}

/** The first of a list, and the number of all. */
export interface ListView<One> {
  readonly shown: readonly One[]
  readonly total: number
}

/** A gain or a loss in words, with the rules that grant it: in the policy of the page for a gain, in the other for a loss. */
export interface ChangeView {
  readonly sentence: RichText
  readonly except: readonly RichText[]
  readonly dangers: readonly string[]
  readonly grants: readonly Evidence[]
}

/** The comparison; or why there is none: errors of one of the texts, or too much to compare. */
export type PolicyDiffAnswer =
  | AnswerWithin<PolicyDiffView>
  | { readonly unread: 'page' }
  | { readonly unread: 'other'; readonly problems: readonly string[] }

const MOST_SHOWN = 300
const MOST_PROBLEMS = 5

/**
 * Compares in turns with other questions. Undefined where the answer is not the newest any more.
 *
 * @param other the text of a policy, or of a scenario document that has one
 */
export async function policyDiffView(
  { decided }: ScenarioDecision,
  other: string,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<PolicyDiffAnswer | undefined> {
  const { policy, defaultRoles: own } = decided.cluster
  if (policy.diagnostics.some(isError)) return { unread: 'page' }
  const { document } = readScenarioDocument(other)
  const text = document?.scenario.policy ?? other
  const before = readPolicy(text, own === undefined ? {} : { defaults: own })
  const errors = before.diagnostics.filter(isError)
  if (errors.length > 0) return { unread: 'other', problems: problemsOf(errors) }
  const defaultRoles = own ?? (await clusterAdmin())
  try {
    const diff = await inTurns(
      policyDiffSteps(clusterOf(before, {}, { defaultRoles }), clusterOf(policy, {}, { defaultRoles })),
      idle,
      wanted,
    )
    return diff && { answer: viewOf(diff) }
  } catch (error) {
    if (!(error instanceof BeyondLimit)) throw error
    return { beyond: { ...error.problem, ...(error.range && { range: error.range }) } }
  }
}

/** The ClusterRole that every cluster has, also where other default roles do not count. */
async function clusterAdmin(): Promise<Policy> {
  const all = (await import('./rest.ts')).defaultRoles()
  return { ...all, roles: all.roles.filter(({ name }) => name === 'cluster-admin'), bindings: [] }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

function problemsOf(errors: readonly Diagnostic[]): readonly string[] {
  const said = errors.slice(0, MOST_PROBLEMS).map(({ message, range }) => `Line ${range.line}: ${message}`)
  return errors.length > MOST_PROBLEMS ? [...said, `${errors.length - MOST_PROBLEMS} more are not shown.`] : said
}

function viewOf(diff: PolicyDiff): PolicyDiffView {
  return {
    lead: diffInWords(diff),
    gains: firstOf(diff.gains, (one) => changeView(one, 'gain')),
    losses: firstOf(diff.losses, (one) => changeView(one, 'loss')),
    objects: firstOf(diff.objects, (one) => one),
    markdown: diffMarkdown(diff, {
      placeOf: (range, side) => `${lineInWords(range)}${side === 'before' ? ' before' : ''}`,
    }),
  }
}

function firstOf<Of, One>(all: readonly Of[], view: (one: Of) => One): ListView<One> {
  return { shown: all.slice(0, MOST_SHOWN).map(view), total: all.length }
}

function changeView(change: AccessChange, list: ChangeList): ChangeView {
  const { sentence, except, dangers } = changeInWords(change, list)
  return { sentence, except, dangers, grants: change.grants }
}
