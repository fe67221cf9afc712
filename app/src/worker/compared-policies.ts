import {
  type Cluster,
  type Diagnostic,
  type KubernetesVersion,
  type RichText,
  readPolicy,
} from '@authz-playground/engine'
import { readScenarioDocument } from '@authz-playground/engine/documents'
import {
  type AnswerWithin,
  type ChangeRow,
  type DiffAnswer,
  diffAnswer,
} from '@authz-playground/engine/internal/answers'
import { clusterOf, readingIn } from '@authz-playground/engine/internal/cluster'
import { BeyondLimit, isError } from '@authz-playground/engine/internal/text'
import { lineInWords } from '@authz-playground/engine/internal/words'
import { diffMarkdown, type PolicyDiff } from '@authz-playground/engine/policy'
import type { ScenarioDecision } from './decisions.ts'
import { inTurns } from './in-turns.ts'

/** What changed from another policy to that of the page. */
export interface PolicyDiffView {
  readonly lead: RichText
  readonly gains: ListView<ChangeView>
  readonly losses: ListView<ChangeView>
  readonly objects: ListView<PolicyDiff['objects'][number]>
  /** What could not be judged of each policy. */
  readonly unjudged: DiffAnswer['unjudged']
  /** For a pull request. */
  readonly markdown: string
}

/** The first of a list, and the number of all. */
export interface ListView<One> {
  readonly shown: readonly One[]
  readonly total: number
}

/** A gain or a loss, with the rules that grant it: in the policy of the page for a gain, in the other for a loss. */
export type ChangeView = Omit<ChangeRow, 'change'>

/** The versions of Kubernetes of both sides of a comparison. */
export interface ComparedVersions {
  readonly before: KubernetesVersion
  readonly after: KubernetesVersion
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
  versions: ComparedVersions,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<PolicyDiffAnswer | undefined> {
  const { policy, settings } = decided.cluster
  const { defaultRoles } = await import('./all-chunks.ts')
  const clusterIn = (version: KubernetesVersion, text: string): Cluster => {
    const [of, defaults] = [{ ...settings, version }, defaultRoles(version)]
    return clusterOf(readPolicy(text, readingIn(of, defaults)), of, { defaultRoles: defaults })
  }
  const after = clusterIn(versions.after, policy.text)
  if (policy.diagnostics.some(isError) || after.policy.diagnostics.some(isError)) return { unread: 'page' }
  const { document } = readScenarioDocument(other)
  const before = clusterIn(versions.before, document?.scenario.policy ?? other)
  const errors = before.policy.diagnostics.filter(isError)
  if (errors.length > 0) return { unread: 'other', problems: problemsOf(errors) }
  try {
    const diff = await inTurns(diffAnswer(before, after), idle, wanted)
    return diff && { answer: viewOf(diff) }
  } catch (error) {
    if (!(error instanceof BeyondLimit)) throw error
    return { beyond: { ...error.problem, ...(error.range && { range: error.range }) } }
  }
}

function problemsOf(errors: readonly Diagnostic[]): readonly string[] {
  const said = errors.slice(0, MOST_PROBLEMS).map(({ message, range }) => `Line ${range.line}: ${message}`)
  return errors.length > MOST_PROBLEMS ? [...said, `${errors.length - MOST_PROBLEMS} more are not shown.`] : said
}

function viewOf({ lead, gains, losses, objects, unjudged, diff }: DiffAnswer): PolicyDiffView {
  return {
    lead,
    unjudged,
    gains: firstOf(gains, changeView),
    losses: firstOf(losses, changeView),
    objects: firstOf(objects, (one) => one),
    markdown: diffMarkdown(diff, {
      placeOf: (range, side) => `${lineInWords(range)}${side === 'before' ? ' before' : ''}`,
    }),
  }
}

function firstOf<Of, One>(all: readonly Of[], view: (one: Of) => One): ListView<One> {
  return { shown: all.slice(0, MOST_SHOWN).map(view), total: all.length }
}

/** Without the rules themselves, which the page does not show. */
function changeView({ change: _, ...row }: ChangeRow): ChangeView {
  return row
}
