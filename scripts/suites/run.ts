import { type Suite, suites } from './suites.ts'
import { failure, sum, type Tally, type TimedTest } from './tally.ts'

/**
 * Runs the suites of these names, all when there are none, and prints `N passed, N failed` last.
 * @returns the exit status: 0 when something passed and nothing failed
 */
export async function runSuites(names: readonly string[]): Promise<number> {
  const known = suites.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no suite ${unknown.join(', ')}; there are ${known.join(', ')}.`)
    console.log('0 passed, 1 failed')
    return 1
  }
  const rows: { readonly name: string; readonly tally: Tally; readonly seconds: number }[] = []
  for (const suite of suites.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`\n── ${suite.name} ${'─'.repeat(60 - suite.name.length)}`)
    const began = performance.now()
    const tally = await runSuite(suite)
    rows.push({ name: suite.name, tally, seconds: (performance.now() - began) / 1000 })
  }
  console.log(`\n${'─'.repeat(64)}`)
  for (const { name, tally, seconds } of rows) {
    const { passed, failed, notes } = tally
    console.log(
      `${name.padEnd(12)} ${count(passed)} passed ${count(failed)} failed ${seconds.toFixed(1).padStart(8)} s`,
    )
    for (const note of notes) console.log(`  ${note.replaceAll('\n', '\n  ')}`)
  }
  const total = sum(rows.map(({ tally }) => tally))
  printSlowest(total.tests)
  if (total.unsteady.length > 0) {
    console.log('\nPassed only when tried again:')
    for (const name of total.unsteady) console.log(`  ${name}`)
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.passed > 0 && total.failed === 0 ? 0 : 1
}

/** How many of the slowest tests are named. */
const SLOWEST = 10

function printSlowest(tests: readonly TimedTest[]): void {
  const slowest = [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  if (slowest.length === 0) return
  console.log('\nThe slowest tests:')
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
}

async function runSuite(suite: Suite): Promise<Tally> {
  try {
    const tally = await suite.run()
    return tally.passed + tally.failed === 0 ? failure('it ran nothing') : tally
  } catch (error) {
    return failure(`it broke off: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
  }
}

function count(value: number): string {
  return value.toString().padStart(6)
}
