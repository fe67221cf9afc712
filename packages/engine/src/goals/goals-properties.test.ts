import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authorizerChain, rbac } from '../authorizers/index.ts'
import { decider } from '../decide/index.ts'
import { ANY_VERSION, type Attributes, attributesFor } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { subjectNamed, userOf } from '../query/index.ts'
import { rightsOf } from '../rights/index.ts'
import { asksOf } from './asked.ts'
import { GoalJudgeWithAllParts } from './judge-with-all-parts.ts'
import { readGoal } from './read-goal.ts'
import { ANY_SUBJECTS, anyAction, anyPolicy, scenarioOfPolicy } from './testing.ts'

const decide = await decider()

const judged = (policy: string, ...goals: readonly string[]) => [
  ...new GoalJudgeWithAllParts({ scenario: scenarioOfPolicy(policy), goals }, decide).results(),
]
const ANY_VERBS = ['get', 'list', 'delete', 'impersonate', 'impersonate:user-info', 'impersonate-on:user-info:list']
const anySubject = fc.constantFrom(...ANY_SUBJECTS)
const anyTarget = fc.constantFrom('', ' as jane', ' as ci/bot', ' as bob in group devs')

describe('goals, for any policy', () => {
  it('“can” and “cannot” never both hold', () => {
    fc.assert(
      fc.property(anyPolicy, anySubject, anyTarget, anyAction, (policy, subject, target, action) => {
        const who = `${subject}${target}`
        const [can, cannot] = judged(policy, `${who} can ${action}`, `${who} cannot ${action}`)
        expect([can?.problem, cannot?.problem]).toEqual([undefined, undefined])
        expect([can?.state, cannot?.state]).not.toEqual(['holds', 'holds'])
      }),
    )
  })

  it('“can” and “cannot” agree with the decision about the request that shows them', () => {
    let shown = 0
    fc.assert(
      fc.property(anyPolicy, anySubject, anyTarget, anyAction, (policy, subject, target, action) => {
        const who = `${subject}${target}`
        for (const result of judged(policy, `${who} can ${action}`, `${who} cannot ${action}`)) {
          const { play, goal, state } = result
          if (play === undefined || goal?.question.kind !== 'can') continue
          shown += 1
          const { trace } = decide({ ...scenarioOfPolicy(policy), ...play })
          const isAllowed = trace?.outcome.kind === 'allowed'
          expect(isAllowed, result.text).toBe(goal.question.can === (state === 'holds'))
        }
      }),
      { numRuns: 300 },
    )
    expect(shown).toBeGreaterThan(100)
  })

  it('“cannot” holds where no review of any name and namespace is allowed', () => {
    fc.assert(
      fc.property(anyPolicy, anySubject, anyAction, (policy, subject, action) => {
        const sentence = `${subject} cannot ${action}`
        const [result] = judged(policy, sentence)
        const allowed = reviewsOf(sentence).some(allowing(policy))
        const { unread } = decide(scenarioOfPolicy(policy)).cluster
        const refused = unread.length === 0 ? ['holds'] : ['holds', 'not-decided']
        expect(allowed ? ['fails'] : refused, sentence).toContain(result?.state)
      }),
      { numRuns: 300 },
    )
  })

  it('“can” holds where the reviews of a name that no rule has are allowed, in a namespace that none has where it is anywhere', () => {
    fc.assert(
      fc.property(anyPolicy, anySubject, anyAction, (policy, subject, action) => {
        const sentence = `${subject} can ${action}`
        const [result] = judged(policy, sentence)
        const all = reviewsOf(sentence, ['unheard-of'], ['']).every(allowing(policy))
        const { unread } = decide(scenarioOfPolicy(policy)).cluster
        const refused = unread.length === 0 ? ['fails'] : ['fails', 'not-decided']
        expect(all ? ['holds'] : refused, sentence).toContain(result?.state)
      }),
      { numRuns: 300 },
    )
  })

  it('where “nobody can” holds, nobody can; where “only” holds, nobody else can', () => {
    fc.assert(
      fc.property(anyPolicy, anyAction, (policy, action) => {
        const subjects = ['jane', 'deputy', 'ci/bot', 'Group/devs']
        const [nobody, onlyJane, ...cannot] = judged(
          policy,
          `nobody can ${action}`,
          `only jane can ${action}`,
          ...subjects.map((subject) => `${subject} cannot ${action}`),
        )
        const states = cannot.map(({ state }) => state)
        if (nobody?.state === 'holds') expect(states).toEqual(subjects.map(() => 'holds'))
        if (onlyJane?.state === 'holds') expect(states).toEqual(['fails', 'holds', 'holds', 'holds'])
      }),
      { numRuns: 300 },
    )
  })

  it('nothing changes against the policy itself, and a goal that holds is a change that was asked for', () => {
    fc.assert(
      fc.property(anyPolicy, anyPolicy, anySubject, anyAction, (start, policy, subject, action) => {
        const compared = (from: string, to: string, goals: readonly string[]) => {
          const input = { scenario: scenarioOfPolicy(to), goals, start: from }
          return [...new GoalJudgeWithAllParts(input, decide).results()].map(({ state }) => state)
        }
        expect(compared(policy, policy, ['nothing changes'])).toEqual(['holds'])
        const goals = [`${subject} can ${action}`, 'nothing else changes']
        const [asked, unchanged] = compared(policy, policy, goals)
        if (asked === 'holds') expect(unchanged).toBe('holds')
        const [nothing, nothingElse] = compared(start, policy, ['nothing changes', 'nothing else changes'])
        expect(nothing).toBe(nothingElse)
      }),
    )
  })
})

/** The reviews that a goal is about, with these names where it names none, and in these namespaces where it is anywhere. */
function reviewsOf(
  sentence: string,
  names: readonly string[] = ['', 'web', 'jane', 'example', 'unheard-of'],
  namespaces: readonly string[] = ['', 'prod', 'staging', 'other'],
): readonly Attributes[] {
  const { goal } = readGoal(sentence)
  if (goal?.question.kind !== 'can') throw new Error('a goal of another kind')
  const { subject, action } = goal.question
  const named = subjectNamed(subject.word, [])
  if (named === undefined) throw new Error('a subject without a name')
  const known = userOf(named)
  const user = { ...known, groups: [...subject.groups, ...known.groups] }
  return asksOf(action, ANY_VERSION).flatMap(({ everywhere, ...asked }) => {
    const wildcards = asked.verb === '*' ? ANY_VERBS : [asked.verb]
    const isNamespace = asked.resource === 'namespaces'
    return wildcards.flatMap((verb) =>
      (asked.resource === '*' ? ['pods', 'secrets', 'users', 'nodes', 'namespaces'] : [asked.resource]).flatMap(
        (resource) =>
          (asked.apiGroup === '*' ? ['', 'apps', 'authentication.k8s.io'] : [asked.apiGroup]).flatMap((apiGroup) =>
            (asked.resource === '*' && asked.subresource === '' ? ['', 'log'] : [asked.subresource]).flatMap(
              (subresource) =>
                (asked.name === '' && asked.isResourceRequest ? names : [asked.name]).flatMap((name) =>
                  (everywhere ? namespaces : [isNamespace ? name : asked.namespace]).map((namespace) => ({
                    ...attributesFor(user, {}),
                    ...asked,
                    user,
                    verb,
                    resource,
                    apiGroup,
                    subresource,
                    name,
                    namespace,
                  })),
                ),
            ),
          ),
      ),
    )
  })
}

/** Whether RBAC allows a review by a policy. */
function allowing(text: string): (review: Attributes) => boolean {
  const chain = authorizerChain({ rbac: rbac(rightsOf(readPolicy(text))) }, ['RBAC'], '1.36')
  return (review) => chain.authorize(review).decision === 'Allow'
}
