import {
  type Decided,
  type Decision,
  type Diagnostic,
  type Evidence,
  type Outcome,
  questionInWords,
  type RichText,
  type UserInfo,
} from '@authz-playground/engine'
import { finalAnswer } from '@authz-playground/engine/internal/trace'

/** The answer of one design to a request, in short. */
export interface DesignRow {
  /** The id of the design. */
  readonly design: string
  /** What the client gets. Absent where that is not decided. */
  readonly outcome?: Pick<Outcome, 'kind' | 'code'>
  /** The first problem that prevents a decision. */
  readonly problem?: Diagnostic
  /** How many checks were made. */
  readonly checks: number
  /**
   * The check that decided: the one that the client's error is about, or the last one. Absent where no check was made.
   */
  readonly decisive?: {
    readonly question: RichText
    readonly decision: Decision
    /** The rule or entry that decided it, with its place. */
    readonly evidence?: Evidence
  }
  /** The message that the client reads, where there is one. */
  readonly message: string
  /** The constraint in the audit event; empty for none. */
  readonly constraint: string
  /** The user that the request is authorized as. Absent unless impersonation succeeded. */
  readonly impersonatedUser?: UserInfo
  /**
   * The policy grants the requestor nothing in the words of the design, so the refusal says nothing about the permission
   * (`isNotInItsWords`). Only in comparisons.
   */
  readonly notInItsWords?: true
}

/** The result of a scenario, in short. */
export function designRow({ design, trace, errors }: Pick<Decided, 'design' | 'trace' | 'errors'>): DesignRow {
  if (trace === undefined) {
    const [problem] = errors
    return { design: design.id, ...(problem && { problem }), checks: 0, message: '', constraint: '' }
  }
  const { outcome, constraint = '', impersonatedUser } = trace
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const blamed =
    outcome.kind === 'forbidden' ? checks.find(({ attributes }) => attributes === outcome.about) : undefined
  const decisive = blamed ?? checks.at(-1)
  return {
    design: design.id,
    outcome: { kind: outcome.kind, code: outcome.code },
    checks: checks.length,
    ...(decisive && {
      decisive: {
        question: questionInWords(decisive),
        decision: finalAnswer(decisive).decision,
        ...(finalAnswer(decisive).evidence && { evidence: finalAnswer(decisive).evidence }),
      },
    }),
    message: 'message' in outcome ? outcome.message : '',
    constraint,
    ...(impersonatedUser && { impersonatedUser }),
  }
}
