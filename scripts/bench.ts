import {
  authorizerChain,
  CLUSTER_PARTS,
  DESIGNS,
  decider,
  readPolicy,
  readRequest,
  traceOf,
  userInfo,
} from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'

/** The bar for a keystroke to its decision, at the median: the next frame. Milliseconds. */
const BAR = 16
const WARM_UP = 30
const RUNS = 101

/** Times what a keystroke in the policy costs, and its parts, for every gallery example. Returns the exit status. */
function main(): number {
  let slowest = 0
  console.log(
    `${'example'.padEnd(34)} ${'keystroke'.padStart(10)} ${'parse'.padStart(8)} ${'decide'.padStart(8)}   median of ${RUNS}, ms`,
  )
  for (const { id, scenario } of EXAMPLES) {
    const decide = decider(readRequest)
    // A keystroke is a new policy text, so that nothing read before can be used again.
    const keystroke = median((i) => decide({ ...scenario, policy: `${scenario.policy}# ${i}\n` }))
    const parse = median((i) => readPolicy(`${scenario.policy}# ${i}\n`))
    const decision = median(decisionOf(scenario))
    slowest = Math.max(slowest, keystroke)
    console.log(`${id.padEnd(34)} ${[keystroke, parse, decision].map((ms) => ms.toFixed(3).padStart(9)).join('')}`)
  }
  console.log(`\nslowest keystroke to decision: ${slowest.toFixed(3)} ms at the median (bar: ${BAR} ms)`)
  return slowest <= BAR ? 0 : 1
}

function decisionOf(scenario: (typeof EXAMPLES)[number]['scenario']): () => unknown {
  const policy = readPolicy(scenario.policy)
  const { request } = readRequest(scenario.request)
  const design = DESIGNS.find(({ id }) => id === scenario.design)
  if (request === undefined || design === undefined) throw new Error('an example that cannot be decided')
  const requestor = userInfo(scenario.requestor)
  const { authorizer: node } = CLUSTER_PARTS.node(scenario.objects ?? '')
  return () =>
    traceOf(
      design,
      request,
      requestor,
      scenario.cluster,
      authorizerChain({ policy, ...(node && { node }) }, scenario.cluster.authorizationModes),
    )
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
