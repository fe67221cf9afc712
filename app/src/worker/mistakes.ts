import { assumptionsOf, type Diagnostic, type Policy } from '@authz-playground/engine'
import {
  editsOfError,
  editsOfSilence,
  isDecidedSingly,
  isRuleName,
  lintDesign,
  lintSteps,
  withoutOverlaps,
} from '@authz-playground/engine/internal/lint'
import { edited, editsOf, type Finding, type LintContext, type TextEdit } from '@authz-playground/engine/policy'
import { withControlsOfPage } from './answer-view.ts'
import type { ScenarioDecision } from './decisions.ts'
import { inTurns } from './in-turns.ts'

/** What is wrong in a policy, or worth a second look, with what a click can do about it. */
export interface Mistake extends Diagnostic {
  /** A rule of the lint found it, whose name is the code. */
  readonly ofRule: boolean
  /** An edit mends it. */
  readonly mendable: boolean
  /** A comment can silence it. */
  readonly silenceable: boolean
}

/** The mistakes in a policy. */
export interface MistakesView {
  /** Errors, warnings and notes, in the order of the text. */
  readonly mistakes: readonly Mistake[]
  /** How many of them are mended together, of all codes and by code: those about which nobody has to decide. */
  readonly together: number
  readonly togetherOf: ReadonlyMap<string, number>
}

/** Which mistakes are to be mended: all that need no decision, those of one code, or one; or which one is to be silenced. */
export type Mending =
  | { readonly mend: 'all' }
  | { readonly mend: 'code'; readonly code: string }
  | { readonly mend: 'one' | 'silence'; readonly mistake: number }

/** A policy after mending, and how many mistakes were mended. */
export interface MendedPolicy {
  readonly policy: string
  readonly count: number
}

type Edits = readonly TextEdit[]

/** A mistake with the edits that mend it and those that silence it. */
interface Found {
  readonly diagnostic: Diagnostic
  readonly mend: Edits | undefined
  readonly silence: Edits | undefined
}

/** The most errors whose mends are looked for, and the longest policy, in code units: for each error the policy is read again. */
const MOST_ERRORS = 20
const LONGEST_WITH_ERRORS = 200_000

/** The reason in a comment that silences. A person may write another one. */
const REASON = 'intended'

/** What was found for the last decision that was linted. */
let last: { readonly of: ScenarioDecision; readonly found: readonly Found[] } | undefined

/**
 * The mistakes in the policy of an answer. Questions that came in meanwhile go first.
 *
 * @param idle resolves when all questions about the page are answered
 * @param wanted whether the question is still about the answer that is shown
 */
export async function mistakesIn(
  decision: ScenarioDecision,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<MistakesView | undefined> {
  const { design, cluster } = decision.decided
  const context: LintContext = {
    design: lintDesign(design, assumptionsOf(design, decision.scenario.assumptions?.[design.id])),
    cluster: cluster.settings,
    defaults: cluster.defaultRoles,
  }
  const found = await inTurns(foundIn(cluster.policy, context), idle, wanted)
  if (found === undefined) return undefined
  last = { of: decision, found }
  return viewOf(found)
}

/** The policy of an answer after mending. Undefined where it was not linted, and where nothing of it can be mended. */
export function mend(decision: ScenarioDecision, mending: Mending): MendedPolicy | undefined {
  if (last?.of !== decision) return undefined
  const mends = mendsFor(last.found, mending)
  return mends.length === 0
    ? undefined
    : { policy: edited(decision.decided.cluster.policy.text, mends.flat()), count: mends.length }
}

function* foundIn(policy: Policy, context: LintContext): Generator<void, readonly Found[]> {
  const findings = yield* lintSteps(policy, context)
  const found: Found[] = []
  let errors = policy.text.length > LONGEST_WITH_ERRORS ? MOST_ERRORS : 0
  for (const diagnostic of policy.diagnostics) {
    if (isFinding(diagnostic)) continue
    const looked = diagnostic.severity === 'error' && errors++ < MOST_ERRORS
    found.push({ diagnostic, mend: looked ? editsOfError(policy, diagnostic) : undefined, silence: undefined })
    yield
  }
  for (const finding of findings) {
    const silence = editsOfSilence(policy, finding, REASON)
    found.push({ diagnostic: finding, mend: editsOf(policy, finding), silence })
    yield
  }
  return found.sort(({ diagnostic: { range: a } }, { diagnostic: { range: b } }) => a.start - b.start)
}

/** Whether a diagnostic of reading is among the findings of the lint, or is silenced there. */
function isFinding({ severity, code, setting }: Diagnostic): boolean {
  return severity !== 'error' && setting === undefined && isRuleName(code)
}

function viewOf(found: readonly Found[]): MistakesView {
  const codes = new Set(found.map(({ diagnostic: { code } }) => code))
  return {
    mistakes: withControlsOfPage(found.map(({ diagnostic }) => diagnostic)).map((diagnostic, at) => ({
      ...withoutMend(diagnostic),
      ofRule: 'page' in diagnostic,
      mendable: found[at]?.mend !== undefined,
      silenceable: found[at]?.silence !== undefined,
    })),
    together: mendsFor(found, { mend: 'all' }).length,
    togetherOf: new Map([...codes].map((code) => [code, mendsFor(found, { mend: 'code', code }).length])),
  }
}

function withoutMend(diagnostic: Diagnostic & Partial<Pick<Finding, 'mend' | 'page'>>): Diagnostic {
  const { mend: _, page: __, ...rest } = diagnostic
  return rest
}

function mendsFor(found: readonly Found[], mending: Mending): readonly Edits[] {
  if (mending.mend === 'one' || mending.mend === 'silence') {
    const edits = found[mending.mistake]?.[mending.mend === 'one' ? 'mend' : 'silence']
    return edits === undefined ? [] : [edits]
  }
  const wanted = mending.mend === 'code' ? mending.code : undefined
  return withoutOverlaps(
    found
      .filter(({ diagnostic: { code } }) => !isDecidedSingly(code) && (wanted === undefined || code === wanted))
      .map(({ mend }) => mend),
  )
}
