import type { Cluster } from '../cluster/index.ts'
import type { Evidence } from '../kube/index.ts'
import {
  type AccessChange,
  type ChangeList,
  changeInWords,
  changesNothing,
  diffInWords,
  notComparedModes,
  type PolicyDiff,
  policyDiffSteps,
} from '../policy-diff/index.ts'
import type { RichText } from '../trace/index.ts'
import type { Remark } from './remarks.ts'
import { unaskedAboutRights, unjudged } from './unjudged.ts'

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
  /** What the authorizers beside RBAC may change: an error where they are not the same in both clusters. */
  readonly notCompared: readonly Remark[]
  readonly diff: PolicyDiff
}

/** Compares two policies in steps, between which other work can be done. May throw `BeyondLimit`. */
export function* diffAnswer(before: Cluster, after: Cluster): Generator<void, DiffAnswer> {
  const diff = yield* policyDiffSteps(before, after)
  return {
    lead:
      before.asksRBAC || after.asksRBAC
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
    notCompared: notCompared(diff),
    diff,
  }
}

function notCompared(diff: PolicyDiff): readonly Remark[] {
  const { before, after } = diff.settings
  const modes = notComparedModes(diff)
  const shared = after.authorizationModes.filter((mode) => !modes.includes(mode))
  return [
    ...modes.map((mode): Remark => {
      const isShared = [before, after].every(({ authorizationModes }) => authorizationModes.includes(mode))
      const how = isShared ? 'comes in another order' : 'is an authorizer of one of the clusters only'
      return {
        severity: 'error',
        code: 'not-compared',
        message: `${mode} ${how}: what that changes is not compared.`,
        fix: 'Ask each cluster with run, or give both the same authorizers beside RBAC.',
      }
    }),
    ...unaskedAboutRights({ ...after, authorizationModes: ['RBAC', ...shared] }),
  ]
}

function changeRow(change: AccessChange, list: ChangeList): ChangeRow {
  const { sentence, except, dangers } = changeInWords(change, list)
  return { words: sentence, except, dangers, evidence: change.grants, change }
}
