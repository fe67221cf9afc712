import { discoveryIn } from '../cluster/index.ts'
import type { Decided, Scenario, SentRequest } from '../decide/index.ts'
import { plainUser } from '../kube/index.ts'
import { BEYOND_LIMIT, BeyondLimit, type Diagnostic, LineIndex } from '../text/index.ts'
import { judgeCan, judgeCannot } from './access-goals.ts'
import type { Goal, GoalQuestion, GoalSubject } from './goal.ts'
import { printAction } from './goal-action.ts'
import { type DecideForGoals, GoalCluster, type GoalParts } from './goal-cluster.ts'
import { scenarioOf } from './goal-requests.ts'
import { judgeCanAs, judgeCannotAs } from './impersonated-goals.ts'
import { judgeBindingNames, judgeCount, judgeOnly, judgeRuleSays } from './policy-goals.ts'
import { goalInWords, type ReadGoal, readGoal } from './read-goal.ts'
import { judgeAnswer, judgeAsks, judgeFrom, judgeRequestText } from './request-goals.ts'
import { type GoalResult, type GoalVerdict, NO_PART, notDecided } from './result.ts'

/** The goals of a scenario. */
export interface GoalsInput {
  /** Its policy, cluster and design are what the goals are asked of; its request is “the request”. */
  readonly scenario: Scenario
  /** The sentences. */
  readonly goals: readonly string[]
  /** The policy at the start, for “nothing else changes”. Without it these goals are not decided. */
  readonly start?: string
}

/** Reads the sentences as they are about a scenario: they may name the resources that its texts define. */
export function readGoals({ scenario, goals }: Pick<GoalsInput, 'scenario' | 'goals'>): readonly ReadGoal[] {
  const discovery = discoveryIn(scenario)
  return goals.map((text) => readGoal(text, discovery))
}

/**
 * Judges goals one by one: the sentences of a document, or the conditions of a hint. Each request is asked of a server that
 * has just started, unless its goal begins with “then”. Where the policy has errors, no goal is decided; without a part that it
 * needs, a goal is not decided either.
 */
export class GoalJudge {
  readonly #read: readonly ReadGoal[]
  readonly #clusters = new Map<string, GoalCluster>()
  readonly #verdicts = new Map<number, GoalVerdict>()
  #own: Decided | undefined

  constructor(
    readonly input: GoalsInput,
    readonly decide: DecideForGoals,
    readonly parts: Partial<GoalParts> = {},
  ) {
    this.#read = readGoals(input)
  }

  /** The results in the order of the sentences, one a step: other work can be done between two of them. */
  *results(): Generator<GoalResult, void> {
    for (const index of this.input.goals.keys()) yield this.result(index)
  }

  result(index: number): GoalResult {
    const text = this.input.goals[index] ?? ''
    const read = this.#read[index]
    if (read?.goal === undefined) {
      const problem = read?.problem
      const words = problem === undefined ? [] : [`${problem.message} ${problem.fix}`]
      return { index, text, sentence: goalInWords(text), state: 'not-decided', words, ...(problem && { problem }) }
    }
    const { granted: _, refused: __, ...verdict } = this.#verdict(index, read.goal)
    return { index, text, sentence: goalInWords(text, read.nouns), goal: read.goal, ...verdict }
  }

  #verdict(index: number, goal: Goal): GoalVerdict {
    const known = this.#verdicts.get(index)
    if (known !== undefined) return known
    const verdict = this.#judged(index, goal)
    this.#verdicts.set(index, verdict)
    return verdict
  }

  #judged(index: number, goal: Goal): GoalVerdict {
    const { scenario } = this.input
    try {
      const cluster = this.#cluster(goal.design ?? scenario.design)
      const { errors } = cluster.decided
      if (errors.length > 0) return notDecided(['The policy or the cluster has errors.'], errors)
      return this.#answer(index, goal, cluster)
    } catch (error) {
      if (!(error instanceof BeyondLimit)) throw error
      const { message, fix } = error.problem
      const range = error.range ?? new LineIndex('policy', scenario.policy).range({ start: 0, end: 0 })
      const diagnostic: Diagnostic = {
        severity: 'error',
        code: BEYOND_LIMIT,
        message,
        range,
        ...(fix !== undefined && { fix }),
      }
      return notDecided([message], [diagnostic])
    }
  }

  #answer(index: number, { question, design }: Goal, cluster: GoalCluster): GoalVerdict {
    const { scenario, start } = this.input
    switch (question.kind) {
      case 'can': {
        const { subject, as, can, action } = question
        const user = cluster.user(subject)
        if (user === undefined) return noSubject(subject)
        if (as === undefined) return can ? judgeCan(user, action, cluster) : judgeCannot(user, action, cluster)
        return can ? judgeCanAs(user, as, action, cluster) : judgeCannotAs(user, as, action, cluster)
      }
      case 'request':
        return this.#request(index, question, cluster)
      case 'answer':
        return judgeAnswer(this.#ofOwn(design), question.answer, cluster, scenario)
      case 'asks':
        return judgeAsks(question.action, question.as, this.#ofOwn(design), cluster)
      case 'from':
        return judgeFrom(question.subject, scenario.requestor, cluster)
      case 'request-text':
        return judgeRequestText(question.text, question.has, scenario)
      case 'only':
        return judgeOnly(this.#named(index, question), question.action, cluster)
      case 'become':
        return this.parts.impersonation?.judgeBecome(question, cluster) ?? notDecided(NO_PART)
      case 'act-as': {
        const user = cluster.user(question.subject)
        if (user === undefined) return noSubject(question.subject)
        return this.parts.impersonation?.judgeActAs(question, user, cluster) ?? notDecided(NO_PART)
      }
      case 'count':
        return judgeCount(question, cluster)
      case 'rule-says':
        return judgeRuleSays(question, cluster)
      case 'binding-names':
        return judgeBindingNames(question, cluster)
      case 'lint':
        return this.parts.lint?.(question, cluster) ?? notDecided(NO_PART)
      case 'unchanged':
        if (start === undefined) return notDecided(['There is no start to compare with.'])
        return (
          this.parts.unchanged?.(start, question.else ? this.#askedElsewhere(index) : NOTHING_ASKED, cluster) ??
          notDecided(NO_PART)
        )
    }
  }

  #cluster(design: string): GoalCluster {
    const known = this.#clusters.get(design)
    if (known !== undefined) return known
    const cluster = new GoalCluster({ ...this.input.scenario, design }, this.decide, this.parts)
    this.#clusters.set(design, cluster)
    return cluster
  }

  /** The decision about the scenario’s own request. */
  #ofOwn(design: string | undefined): Decided {
    if (design !== undefined) return this.decide({ ...this.input.scenario, design })
    this.#own ??= this.decide(this.input.scenario)
    return this.#own
  }

  /** Decides the request of a goal, after those before it that it follows by “then”. */
  #request(index: number, question: GoalQuestion & { readonly kind: 'request' }, cluster: GoalCluster): GoalVerdict {
    const user = cluster.user(question.subject)
    if (user === undefined) return noSubject(question.subject)
    const earlier = question.then === undefined ? [] : this.#before(index, cluster)
    const scenario: Scenario = {
      ...scenarioOf(user, question.request, cluster),
      ...(earlier.length > 0 && { earlier, after: question.then?.after ?? 0 }),
    }
    return judgeAnswer(this.decide(scenario), question.answer, cluster, scenario)
  }

  /** The requests of the goals before this one, back to the first that does not follow another. */
  #before(index: number, cluster: GoalCluster): readonly SentRequest[] {
    const sent: SentRequest[] = []
    for (let at = index - 1; at >= 0; at--) {
      const question = this.#read[at]?.goal?.question
      if (question?.kind !== 'request') continue
      const user = cluster.user(question.subject)
      if (user === undefined) break
      const after = question.then === undefined ? {} : { after: question.then.after }
      sent.unshift({ request: question.request, requestor: plainUser(user), ...after })
      if (question.then === undefined) break
    }
    return sent
  }

  /** The subjects of “only” and “nobody else”: the latter are those to whom other goals allow the same. */
  #named(index: number, question: GoalQuestion & { readonly kind: 'only' }): readonly string[] {
    if (!question.others) return question.subjects.map(({ word }) => word)
    const action = printAction(question.action)
    return this.#read.flatMap((one, at) => {
      const other = one.goal?.question
      return at !== index &&
        other?.kind === 'can' &&
        other.can &&
        other.as === undefined &&
        printAction(other.action) === action
        ? [other.subject.word, ...other.subject.groups.map((group) => `Group/${group}`)].filter((word) => word !== '')
        : []
    })
  }

  #askedElsewhere(index: number) {
    const verdicts = this.#read.flatMap((one, at) => {
      const isComparison = one.goal?.question.kind === 'unchanged'
      return at === index || one.goal === undefined || isComparison ? [] : [this.#verdict(at, one.goal)]
    })
    const met = verdicts.filter(({ state }) => state === 'holds')
    return { granted: met.flatMap(({ granted = [] }) => granted), refused: met.flatMap(({ refused = [] }) => refused) }
  }
}

const NOTHING_ASKED = { granted: [], refused: [] }

function noSubject({ word }: GoalSubject): GoalVerdict {
  return notDecided([`“${word}” names no subject.`])
}

/** A scenario for each design and form of request that goals need: a page loads what these need before it judges. */
export function scenariosOfGoals({ scenario, goals, start }: GoalsInput): readonly Scenario[] {
  const discovery = discoveryIn(scenario)
  const compared = start === undefined ? [] : [{ ...scenario, policy: start }]
  const asked = goals.flatMap((text) => {
    const { goal } = readGoal(text, discovery)
    if (goal === undefined) return []
    const { design = scenario.design, question } = goal
    return [{ ...scenario, design, ...(question.kind === 'request' && { request: question.request }) }]
  })
  return [...asked, ...compared]
}
