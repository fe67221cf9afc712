import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { KubernetesVersion } from '@authz-playground/engine'
import type { VectorScenario } from '@authz-playground/engine/internal/vectors'
import { buildWithKubernetes, KUBERNETES_RELEASES } from '../oracle-program.ts'

const FOLDER = fileURLToPath(new URL('../../oracle', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../oracle/.cache/oracle', import.meta.url))

/** A scenario with its answers, or with `error`, or with the reason why it cannot be a vector. */
export type OracleAnswer = VectorScenario & { readonly dropped?: string }

/** Why what is asked about a policy has no answer: the API server refuses the policy, or the answer cannot be a vector. */
export interface Unanswered {
  readonly error?: string
  readonly dropped?: string
}

/** The answers about policies that are made without an end, without those that have none. */
export async function* answersAbout<Asked, Answered extends Unanswered>(
  oracle: OracleProcess<Asked, Answered>,
  make: (index: number) => Asked,
): AsyncGenerator<Answered> {
  for (let index = 0; ; index++) {
    const answered = await oracle.ask(make(index))
    if (answered.error === undefined && answered.dropped === undefined) yield answered
  }
}

/** Builds the program where that is needed. Throws with the missing requirement. */
export function buildOracle(): void {
  const built = spawnSync('go', ['build', '-o', PROGRAM, '.'], { cwd: FOLDER, encoding: 'utf8' })
  if (built.error !== undefined) throw new Error(`Go is needed to build the oracle: ${built.error.message}`)
  if (built.status !== 0) throw new Error(`the oracle was not built:\n${built.stderr}`)
}

/** The output of the program for a subcommand. */
export function runOracle(...args: readonly string[]): string {
  const run = spawnSync(PROGRAM, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (run.status !== 0) throw new Error(run.stderr || String(run.error))
  return run.stdout
}

/** kube-apiserver's own code, in a process that answers the lines of one subcommand, one by one. */
export class OracleProcess<Asked, Answered> {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #waiting: { readonly resolve: (answered: Answered) => void; readonly reject: (error: Error) => void }[] = []

  /** @param program built with another release, where it is not the oracle's own */
  constructor(subcommand: string, program = PROGRAM) {
    this.#process = spawn(program, [subcommand])
    let complaint = ''
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-4000)
    })
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      this.#waiting.shift()?.resolve(JSON.parse(line) as Answered)
    })
    this.#process.on('close', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(`the oracle ended: ${complaint}`))
    })
  }

  ask(question: Asked): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#process.stdin.write(`${JSON.stringify(question)}\n`)
    })
  }

  close(): void {
    this.#process.stdin.end()
  }
}

/** Answers scenarios. */
export class Oracle extends OracleProcess<VectorScenario, OracleAnswer> {
  readonly #version: KubernetesVersion | undefined

  /** @param version asks the oracle as it is built with the release of another version than 1.36 */
  constructor(version?: keyof typeof KUBERNETES_RELEASES) {
    super('answer', version && buildWithKubernetes('.', KUBERNETES_RELEASES[version]))
    this.#version = version
  }

  answer(scenario: VectorScenario): Promise<OracleAnswer> {
    const asked = this.#version ? { ...scenario, cluster: { ...scenario.cluster, version: this.#version } } : scenario
    return this.ask({ ...asked, expect: undefined, error: undefined } as unknown as VectorScenario)
  }
}
