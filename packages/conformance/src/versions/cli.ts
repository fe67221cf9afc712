import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runProgram } from '../program.ts'
import { CONNECTIONS, connectionFindings } from './connections.ts'
import { answersOf } from './release.ts'
import { type Findings, findings } from './report.ts'
import { type ScriptedScenario, scriptedScenario } from './scripted-scenarios.ts'

const USAGE = `pnpm conformance:versions [--seed N] [--count N] [--connections] [--write]

Answers at least N requests (12,000) with the impersonation filters of kube-apiserver 1.35, 1.36 and 1.37 (needs Go),
whose authorizer decides alike in each, and compares the answers, also with the engine's. --write keeps what was found
in packages/conformance/versions.json. Exit status 1 when decisions differ or the engine disagrees.
With --connections the handlers of pods/exec, attach and portforward of 1.34 to 1.37 are asked instead, and --write keeps their
answers in packages/conformance/connections.json, to which a test holds the engine.`

const FINDINGS = fileURLToPath(new URL('../../versions.json', import.meta.url))

function main(): number {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '12000' },
      connections: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  if (values.connections) {
    const text = `${JSON.stringify(connectionFindings(), undefined, 1)}\n`
    if (values.write) writeFileSync(CONNECTIONS, text)
    else process.stdout.write(text)
    return 0
  }
  const seed = wholeNumber('seed', values.seed)
  const count = wholeNumber('count', values.count)
  const scenarios: ScriptedScenario[] = []
  for (let requests = 0; requests < count; requests += scenarios.at(-1)?.requests.length ?? 0) {
    scenarios.push(scriptedScenario(seed, scenarios.length))
  }
  const found = findings(`pnpm conformance:versions --seed ${seed} --count ${count} --write`, scenarios, {
    '1.35': answersOf('1.35', scenarios),
    '1.36': answersOf('1.36', scenarios),
    '1.37': answersOf('1.37', scenarios),
  })
  const text = `${JSON.stringify(found, undefined, 2)}\n`
  process.stdout.write(text)
  if (values.write) writeFileSync(FINDINGS, text)
  return same(found) ? 0 : 1
}

function same({ versions }: Findings): boolean {
  return Object.values(versions).every(({ differing, engine }) => differing === 0 && engine.disagrees === 0)
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`)
}

await runProgram(main)
