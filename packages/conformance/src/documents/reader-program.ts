import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DocumentVector } from './document-vector.ts'

const FOLDER = fileURLToPath(new URL('../../oracle', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../oracle/.cache/read', import.meta.url))

/** A vector, or the reason why a text cannot be one. */
export type ReadText = DocumentVector & { readonly dropped?: string }

/** Builds the program where that is needed. Throws with the missing requirement. */
export function buildReader(): void {
  const built = spawnSync('go', ['build', '-o', PROGRAM, './read'], { cwd: FOLDER, encoding: 'utf8' })
  if (built.error !== undefined) throw new Error(`Go is needed to build the oracle: ${built.error.message}`)
  if (built.status !== 0) throw new Error(`the oracle was not built:\n${built.stderr}`)
}

/** kubectl and kube-apiserver's own code, in a process that reads texts one by one. */
export class Reader {
  readonly #process: ChildProcessWithoutNullStreams = spawn(PROGRAM)
  readonly #waiting: { readonly resolve: (read: ReadText) => void; readonly reject: (error: Error) => void }[] = []

  constructor() {
    let complaint = ''
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-4000)
    })
    createInterface({ input: this.#process.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      this.#waiting.shift()?.resolve(JSON.parse(line) as ReadText)
    })
    this.#process.on('close', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(`the oracle ended: ${complaint}`))
    })
  }

  read(id: string, text: string): Promise<ReadText> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#process.stdin.write(`${JSON.stringify({ id, text })}\n`)
    })
  }

  close(): void {
    this.#process.stdin.end()
  }
}
