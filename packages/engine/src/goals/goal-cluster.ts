import type { Decided, Scenario } from '../decide/index.ts'
import { ALL_AUTHENTICATED, ALL_UNAUTHENTICATED, type Attributes, type UserInfo, userInfo } from '../kube/index.ts'
import { type SubjectName, subjectNamed, subjectsOf, userOf } from '../query/index.ts'
import { rightsOf } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import type { GoalAction, GoalQuestion, GoalSubject } from './goal.ts'
import { groupedBy } from './policy-index.ts'
import type { AskedElsewhere, GoalVerdict } from './result.ts'

/** Decides a scenario, with all that it needs loaded. */
export type DecideForGoals = (scenario: Scenario) => Decided

/** The parts of the judge that only some goals need and that need much of the engine, so that a page can load them later. */
export interface GoalParts {
  /** For “lint finds …”. */
  readonly lint: (question: GoalQuestion & { readonly kind: 'lint' }, cluster: GoalCluster) => GoalVerdict
  /** For “nothing changes” and “nothing else changes”; `start` is the policy at the start. */
  readonly unchanged: (start: string, elsewhere: AskedElsewhere, cluster: GoalCluster) => GoalVerdict
  /** For goals about whom somebody can become, or impersonate. */
  readonly impersonation: ImpersonationGoals
  /** What nearly fits, for goals that fail because no rule allows something. */
  readonly nearest: (
    review: Attributes,
    cluster: GoalCluster,
    /** The request of the goal, where one was refused. */
    refused?: { readonly decided: Decided; readonly scenario: Scenario },
  ) => Pick<GoalVerdict, 'near' | 'places'>
}

/** Judges goals about whom somebody can become, or impersonate. */
export interface ImpersonationGoals {
  readonly judgeBecome: (question: GoalQuestion & { readonly kind: 'become' }, cluster: GoalCluster) => GoalVerdict
  readonly judgeActAs: (
    question: GoalQuestion & { readonly kind: 'act-as' },
    user: UserInfo,
    cluster: GoalCluster,
  ) => GoalVerdict
  /** For an action with the verb “impersonate”: where one of some users may impersonate everybody in a constrained mode. */
  readonly judgeOtherModes: (
    action: GoalAction,
    users: readonly { readonly user: UserInfo; readonly words: RichText }[],
    cluster: GoalCluster,
  ) => GoalVerdict | undefined
}

/** The cluster of a scenario under one design, as goals ask it. */
export class GoalCluster {
  /** The decision about a request that every cluster answers: its errors are those of the cluster's texts. */
  readonly decided: Decided
  #subjects: ReadonlyMap<string, readonly SubjectName[]> | undefined
  #freshName: string | undefined

  constructor(
    readonly scenario: Scenario,
    readonly decide: DecideForGoals,
    readonly parts: Partial<GoalParts>,
  ) {
    const { earlier: _, later: __, after: ___, showsReview: ____, ...cluster } = scenario
    this.decided = decide({ ...cluster, request: PROBE, requestor: { username: '' } })
  }

  /** The subject that a word names. Undefined where it names none. */
  subject(word: string): SubjectName | undefined {
    this.#subjects ??= byName(this.decided)
    return subjectNamed(word, this.#subjects.get(word) ?? [])
  }

  /** A name that the text of the policy does not have, not even as a part of another. */
  get freshName(): string {
    this.#freshName ??= freshNameIn(this.decided.cluster.policy.text)
    return this.#freshName
  }

  /** The user that authentication makes of a subject, with what the goal adds. Undefined where the word names no subject. */
  user(goal: GoalSubject): UserInfo | undefined {
    const subject = this.subject(goal.word)
    return subject === undefined && goal.word !== '' ? undefined : userOfGoal(goal, subject)
  }
}

/** The user that authentication makes of a subject, absent for a user without a name, with what a goal adds. */
export function userOfGoal({ groups, uid = '', extra = [] }: GoalSubject, subject: SubjectName | undefined): UserInfo {
  const named = subject === undefined ? userInfo({ username: '', groups: [ALL_AUTHENTICATED] }) : userOf(subject)
  const isUnauthenticated = groups.includes(ALL_UNAUTHENTICATED)
  const implied = named.groups.filter((group) => !(isUnauthenticated && group === ALL_AUTHENTICATED))
  const values = groupedBy(extra, ({ key }) => key)
  return {
    username: named.username,
    uid,
    groups: [...new Set([...groups, ...implied])],
    extra: new Map([...values].map(([key, all]) => [key, all.map(({ value }) => value)])),
  }
}

/** The subjects that the policy itself binds: `rightsOf` the policy alone, because a goal is not about bindings that every cluster has. */
export function ownSubjects({ decided }: GoalCluster): readonly SubjectName[] {
  return rightsOf(decided.cluster.policy).holders.map(({ subject }) => subject)
}

/** The subjects of all bindings, by their names. */
function byName({ cluster }: Decided): ReadonlyMap<string, readonly SubjectName[]> {
  return groupedBy(subjectsOf(cluster.rights), ({ name }) => name)
}

/** `example`, or `example-2` and so on: the text is looked through once, whatever it has. */
function freshNameIn(text: string): string {
  if (!text.includes('example')) return 'example'
  const taken = new Set<string>()
  // Seven digits are more than a text can use up.
  for (const [, digits = ''] of text.matchAll(/example-(\d{1,7})/g))
    for (let length = 1; length <= digits.length; length++) taken.add(digits.slice(0, length))
  let number = 2
  while (taken.has(String(number))) number++
  return `example-${number}`
}

const PROBE = { form: 'http', text: 'GET /version HTTP/1.1\n' } as const

/** The nobody for whom a question is read. */
export const NOBODY = userInfo({ username: '' })
