import { announce } from '../ui/index.ts'
import type { AnswerView, Mending, MistakesView } from '../worker/index.ts'
import { playground, usePlayground, workerApi } from './playground.ts'
import { oncePerAnswer, useLastAnswer } from './useAnswer.ts'

/** The mistakes in a policy, and the answer about it. */
export interface AnsweredMistakes extends MistakesView {
  readonly answer: AnswerView
}

const mistakesOnce = oncePerAnswer(async (answer): Promise<AnsweredMistakes | undefined> => {
  const view = await workerApi().mistakes()
  return view && { ...view, answer }
})

/** The mistakes in the policy, as the page shows them. */
export interface ShownMistakes {
  /** The last that were found. Undefined until the first are. */
  readonly last: AnsweredMistakes | undefined
  /** They are about the policy on screen, and can be mended. Until the worker has answered they may be of an older one. */
  readonly current: boolean
}

/** The mistakes in the policy that were found last. */
export function useMistakes(): ShownMistakes {
  const answer = usePlayground((now) => now.answer)
  const fresh = usePlayground(({ answered, scenario }) => answered === scenario)
  const last = useLastAnswer(() => answer && mistakesOnce(answer), [answer])
  return { last, current: fresh && last !== undefined && last.answer === answer }
}

/** Each mending is a step of undo of its own. */
let mendings = 0

/** Mends mistakes in the policy, as one step of undo, and says so. Does nothing once the policy has changed. */
export async function mend(mending: Mending): Promise<void> {
  const { scenario, answered } = playground.getState()
  if (answered !== scenario) return
  const mended = await workerApi()
    .mend(mending)
    .catch(() => undefined)
  if (mended === undefined || playground.getState().scenario !== scenario) return
  change(mended.policy)
  announce(
    mending.mend === 'silence' ? 'Silenced with a comment' : `Mended${mended.count > 1 ? ` ${mended.count}` : ''}`,
  )
}

function change(policy: string): void {
  mendings += 1
  playground.getState().edit({ subject: `mending ${mendings}`, change: { policy }, shown: true })
}

/** Makes the roles count that every cluster has from the start and a binding names, as one step of undo. */
export function switchDefaultRolesOn(): void {
  const { scenario, edit } = playground.getState()
  const { defaultRoles: _, ...cluster } = scenario.cluster
  edit({ subject: 'default roles', change: { cluster } })
  announce('Default roles switched on')
}
