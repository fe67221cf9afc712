import type { Scenario } from '@authz-playground/engine'
import { playground } from './playground.ts'
import type { PlaygroundState } from './store/state.ts'

/** Acts once a scenario is answered, at once where it is; never where the page shows another scenario before that. */
export function onceAnswered(scenario: Scenario, act: (now: PlaygroundState) => void): void {
  const settled = (now: PlaygroundState): boolean => {
    if (now.scenario === scenario && now.answered !== scenario) return false
    if (now.scenario === scenario) act(now)
    return true
  }
  if (settled(playground.getState())) return
  const stop = playground.subscribe((now) => {
    if (now.scenario === scenario && now.answered !== scenario) return
    stop()
    settled(now)
  })
}
