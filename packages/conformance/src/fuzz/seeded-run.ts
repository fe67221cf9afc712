import { parseArgs } from 'node:util'
import { runProgram } from '../program.ts'
import { buildOracle, Oracle } from './oracle.ts'

/** The value of a numeric option. Throws with the accepted values. */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new Error(`--${option} takes a whole number, not ${JSON.stringify(text)}`)
}

/** The value of `--seed`. Where it is left out, each run has another one. */
export const seedOf = (text = String(Date.now() % 2 ** 31)): number => wholeNumber('seed', text)

/**
 * Runs a command that makes random inputs and has kube-apiserver's code answer them. Its options are `--seed`, `--count` and
 * `--help`.
 *
 * @param atLeast the count where the option is left out
 * @param run makes the inputs, and returns how many answers are wrong; the exit code is 1 where any is
 */
export function runSeeded(
  usage: string,
  atLeast: number,
  run: (seed: number, count: number, oracle: Oracle) => Promise<number>,
): Promise<void> {
  return runProgram(async () => {
    const { values } = parseArgs({
      options: { seed: { type: 'string' }, count: { type: 'string' }, help: { type: 'boolean' } },
    })
    if (values.help) {
      process.stdout.write(`${usage}\n`)
      return 0
    }
    const seed = seedOf(values.seed)
    const count = wholeNumber('count', values.count ?? String(atLeast))
    buildOracle()
    const oracle = new Oracle()
    try {
      return (await run(seed, count, oracle)) > 0 ? 1 : 0
    } finally {
      oracle.close()
    }
  })
}
