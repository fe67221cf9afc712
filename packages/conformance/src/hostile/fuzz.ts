import { CEL } from '@authz-playground/engine/cel'
import { linkHash, readLinkHash, readScenarioDocument, recognise } from '@authz-playground/engine/documents'
import { loadAllChunks, ScenarioDecider } from '@authz-playground/engine/internal/decide'
import { Random } from '@authz-playground/engine/internal/vectors'
import { EXAMPLES } from '@authz-playground/examples'
import { damaged } from './damage.ts'

/** The longest that one input may take. Milliseconds of the processor. */
const MOST = 2000

/**
 * Makes links, policies and pastes of the gallery's examples, each with parts that are repeated, cut out, swapped or odd, and reads and
 * decides them. Prints each that throws or takes longer than the limit.
 *
 * @returns how many did
 */
export async function fuzzHostile(seed: number, count: number): Promise<number> {
  const chunks = await loadAllChunks()
  let wrong = 0
  let slowest = 0
  for (let index = 0; index < count; index++) {
    const random = new Random(seed, index)
    const { title, scenario } = random.pick(EXAMPLES)
    const policy = damaged(random, scenario.policy)
    const text = damaged(random, scenario.request.text)
    const document = { title, explanation: '', expect: [], scenario: { ...scenario, policy } }
    const hash = linkHash({ document })
    const inputs: Readonly<Record<string, () => unknown>> = {
      policy: () => new ScenarioDecider().decide({ ...scenario, policy }, chunks, { cel: CEL }),
      request: () =>
        new ScenarioDecider().decide({ ...scenario, request: { ...scenario.request, text } }, chunks, { cel: CEL }),
      link: () => readLinkHash(hash),
      'damaged link': () => readLinkHash(damaged(random, hash)),
      document: () => readScenarioDocument(damaged(random, JSON.stringify({ version: 2, policy, request: {} }))),
      paste: () => recognise(policy + text),
    }
    for (const [what, read] of Object.entries(inputs)) {
      const began = process.cpuUsage()
      let threw = ''
      try {
        await read()
      } catch (error) {
        threw = `threw ${error}`
      }
      const { user, system } = process.cpuUsage(began)
      const took = (user + system) / 1000
      slowest = Math.max(slowest, took)
      if (threw === '' && took <= MOST) continue
      wrong += 1
      process.stdout.write(`seed ${seed}, input ${index}, ${what}: ${threw || `${Math.round(took)} ms`}\n`)
    }
  }
  process.stdout.write(
    `seed ${seed}: ${count} inputs of each kind, ${wrong} wrong, the slowest ${Math.round(slowest)} ms\n`,
  )
  return wrong
}
