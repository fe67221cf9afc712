import type { Decided, Scenario } from '@authz-playground/engine'

/** For so long many scenarios are decided without a look at what else is asked. Milliseconds. */
const TURN = 12

/**
 * Decides one scenario after the other, and lets every question that comes in go first. Undefined once nobody wants it.
 * @param idle resolves when all that was asked about the page is answered
 */
export async function inTurn<Shown>(
  scenarios: readonly Scenario[],
  decide: (scenario: Scenario) => Promise<Decided>,
  shown: (decided: Decided) => Shown,
  idle: () => Promise<void>,
  wanted: () => boolean = () => true,
): Promise<readonly Shown[] | undefined> {
  const all: Shown[] = []
  let begun = performance.now()
  for (const scenario of scenarios) {
    if (performance.now() - begun > TURN) {
      await new Promise((arrived) => setTimeout(arrived))
      await idle()
      begun = performance.now()
    }
    if (!wanted()) return undefined
    all.push(shown(await decide(scenario)))
  }
  return all
}
