import { unreadInWords } from '../cluster/index.ts'
import type { Scenario } from '../decide/index.ts'
import type { Attributes, Binding, Evidence } from '../kube/index.ts'
import type { Diagnostic, SourceRange } from '../text/index.ts'
import type { RichText } from '../trace/index.ts'
import type { Goal, GoalProblem } from './goal.ts'

/** The verdict on a goal, before it is known which goal it is. */
export interface GoalVerdict {
  /** `not-decided`: a part of the policy or of the goal's request was not understood. */
  readonly state: 'holds' | 'fails' | 'not-decided'
  /** Why, in a sentence. */
  readonly words: RichText
  /** What nearly fits, where the goal fails because no rule allows something. */
  readonly near?: RichText
  /** The places that `words` and `near` mention, beside those of the evidence; the most telling first. */
  readonly places?: readonly SourceRange[]
  /** The rules that decided, in the policy or the default roles. */
  readonly evidence?: readonly Evidence[]
  /** Of one that is not decided because a role was not read: what it is as far as roles were. @internal */
  readonly asRead?: 'holds' | 'fails'
  /** The errors because of which nothing is decided. */
  readonly errors?: readonly Diagnostic[]
  /** A request that shows it on the chart, after those that the same server answered before. Absent where no request does. */
  readonly play?: Pick<Scenario, 'request' | 'requestor' | 'design' | 'earlier' | 'after'>
  /** What was asked and allowed: “nothing else changes” does not count it as another change. */
  readonly granted?: readonly Attributes[]
  /** What was asked and refused. */
  readonly refused?: readonly Attributes[]
}

/** What other goals of a list ask for. */
export interface AskedElsewhere {
  readonly granted: readonly Attributes[]
  readonly refused: readonly Attributes[]
}

/** A goal with the verdict on it. */
export interface GoalResult extends Omit<GoalVerdict, 'granted' | 'refused'> {
  /** Its place in the list. */
  readonly index: number
  /** The sentence as it is written. */
  readonly text: string
  /** The sentence as people read it, with its names as code. */
  readonly sentence: RichText
  /** Absent where the sentence is not understood. @internal */
  readonly goal?: Goal
  /** The part of the sentence that is not understood. @internal */
  readonly problem?: GoalProblem
}

export function holds(words: RichText, more: Partial<GoalVerdict> = {}): GoalVerdict {
  return { state: 'holds', words, ...more }
}

/** Holds, unless there is a binding that may grant something else, whose role was not read. */
export function holdsUnless(unread: readonly Binding[], words: RichText, more: Partial<GoalVerdict> = {}): GoalVerdict {
  return unknownBy(unread, 'holds') ?? holds(words, more)
}

/** Not decided, because of a binding whose role was not read. Undefined where there is none. */
export function unknownBy([unread]: readonly Binding[], asRead: 'holds' | 'fails'): GoalVerdict | undefined {
  return unread && { ...notDecided(unreadInWords(unread)), asRead }
}

export function fails(words: RichText, more: Partial<GoalVerdict> = {}): GoalVerdict {
  return { state: 'fails', words, ...more }
}

/** Why a goal is not decided whose part of the judge is not loaded. */
export const NO_PART = ['A part of the judge is not loaded.']

export function notDecided(words: RichText, errors: readonly Diagnostic[] = []): GoalVerdict {
  return { state: 'not-decided', words, errors }
}
