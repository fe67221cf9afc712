import { CLUSTER_PARTS, decider, readPolicy, readRequest } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/conditions'
import { EXAMPLES } from '@authz-playground/examples'

/** The bar for a keystroke to its decision, at the median: the next frame. Milliseconds. */
const BAR = 16
const WARM_UP = 30
const RUNS = 101
const PARTS = { ...CLUSTER_PARTS, conditions: CEL }

/** Times what a keystroke in the policy costs, and its parts, for every gallery example. Returns the exit status. */
function main(): number {
  let slowest = 0
  console.log(
    `${'example'.padEnd(34)} ${'keystroke'.padStart(10)} ${'parse'.padStart(8)} ${'decide'.padStart(8)}   median of ${RUNS}, ms`,
  )
  for (const { id, scenario } of EXAMPLES) {
    const decide = decider(readRequest)
    // A keystroke is a new policy text, so that nothing read before can be used again.
    const keystroke = median((i) => decide({ ...scenario, policy: `${scenario.policy}# ${i}\n` }, { parts: PARTS }))
    const parse = median((i) => readPolicy(`${scenario.policy}# ${i}\n`))
    const decision = median(() => decide(scenario, { parts: PARTS }))
    slowest = Math.max(slowest, keystroke)
    console.log(`${id.padEnd(34)} ${[keystroke, parse, decision].map((ms) => ms.toFixed(3).padStart(9)).join('')}`)
  }
  console.log(`\nslowest keystroke to decision: ${slowest.toFixed(3)} ms at the median (bar: ${BAR} ms)`)
  return slowest <= BAR ? 0 : 1
}

function median(work: (run: number) => unknown): number {
  const times: number[] = []
  for (let i = 0; i < WARM_UP + RUNS; i++) {
    const began = performance.now()
    work(i)
    if (i >= WARM_UP) times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[RUNS >> 1] ?? 0
}

process.exitCode = main()
