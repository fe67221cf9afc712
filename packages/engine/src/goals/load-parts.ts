import type { Goal } from './goal.ts'
import { isAboutImpersonation } from './goal-action.ts'
import type { GoalParts } from './goal-cluster.ts'

const LOADERS: { readonly [Name in keyof GoalParts]: () => Promise<GoalParts[Name]> } = {
  lint: async () => (await import('./lint-goal.ts')).judgeLint,
  unchanged: async () => (await import('./unchanged-goal.ts')).judgeUnchanged,
  impersonation: async () => import('./impersonation-goals.ts'),
  nearest: async () => (await import('./near-goal.ts')).nearestInGoal,
}

/** Loads parts of the judge, for {@link GoalJudge}. */
export async function loadGoalParts(names: Iterable<keyof GoalParts>): Promise<Partial<GoalParts>> {
  const load = async (name: keyof GoalParts) => [name, await LOADERS[name]()] as const
  return Object.fromEntries(await Promise.all([...new Set(names)].map(load)))
}

/** The part without which a goal cannot be judged. What nearly fits is none: the verdict is the same without it. */
export function partFor({ question }: Goal): 'lint' | 'unchanged' | 'impersonation' | undefined {
  switch (question.kind) {
    case 'lint':
    case 'unchanged':
      return question.kind
    case 'become':
    case 'act-as':
      return 'impersonation'
    case 'only':
      return isAboutImpersonation(question.action) ? 'impersonation' : undefined
    case 'can':
      return !question.can && question.as === undefined && isAboutImpersonation(question.action)
        ? 'impersonation'
        : undefined
    default:
      return undefined
  }
}
