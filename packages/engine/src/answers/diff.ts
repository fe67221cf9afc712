import type { Cluster } from '../cluster/index.ts'
import type { Evidence } from '../kube/index.ts'
import {
  type AccessChange,
  type ChangeList,
  changeInWords,
  changesNothing,
  diffInWords,
  type PolicyDiff,
  policyDiffSteps,
} from '../policy-diff/index.ts'
import type { RichText } from '../trace/index.ts'
import type { Remark } from './remarks.ts'
import { unjudged } from './unjudged.ts'

/** Something that subjects gain or lose. */
export interface ChangeRow {
  readonly words: RichText
  /** What is not changed of it, and its dangers, a line each. */
  readonly except: readonly RichText[]
  readonly dangers: readonly string[]
  /** The rules that grant it: after the change for a gain, before it for a loss. */
  readonly evidence: readonly Evidence[]
  readonly change: AccessChange
}

/** What a change of policy changes. */
export interface DiffAnswer {
  /** In one or two sentences. */
  readonly lead: RichText
  /** Whether anybody gains or loses anything. */
  readonly changes: boolean
  readonly gains: readonly ChangeRow[]
  readonly losses: readonly ChangeRow[]
  readonly objects: PolicyDiff['objects']
  /** What could not be judged of each policy. */
  readonly unjudged: { readonly before: readonly Remark[]; readonly after: readonly Remark[] }
  readonly diff: PolicyDiff
}

/** Compares two policies in steps, between which other work can be done. May throw `BeyondLimit`. */
export function* diffAnswer(before: Cluster, after: Cluster): Generator<void, DiffAnswer> {
  const diff = yield* policyDiffSteps(before, after)
  return {
    lead: after.asksRBAC
      ? diffInWords(diff)
      : ['This cluster does not ask RBAC, so roles and bindings change nothing.'],
    changes: !changesNothing(diff),
    gains: diff.gains.map((change) => changeRow(change, 'gain')),
    losses: diff.losses.map((change) => changeRow(change, 'loss')),
    objects: diff.objects,
    unjudged: {
      before: unjudged(diff.unread.before, before.rights),
      after: unjudged(diff.unread.after, after.rights),
    },
    diff,
  }
}

function changeRow(change: AccessChange, list: ChangeList): ChangeRow {
  const { sentence, except, dangers } = changeInWords(change, list)
  return { words: sentence, except, dangers, evidence: change.grants, change }
}
