import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Random } from '@authz-playground/engine/internal/vectors'
import { COMMAND_LINES, PACKAGES, textsFor } from './command-lines.ts'
import { damaged } from './damage.ts'

/** The longest that one command line may take. Milliseconds of the processor. */
const MOST = 3000

/** A command line that takes so long is ended. Milliseconds. */
const PATIENCE = 60_000

/** A process of its own, of which nothing is imported. */
const PROGRAM = join(PACKAGES, 'cli/src/command-lines.ts')

/** How a command line ended; `packages/cli/src/command-lines.ts` sends it. */
interface Ended {
  readonly status?: number
  readonly out: string
  readonly err: string
  readonly threw?: string
  readonly took: number
}

/**
 * Damages one file of a folder, and runs each command line that reads it: from every command of the command line. Prints each that throws,
 * prints a stack trace, says nothing of what it did not understand, takes longer than the limit, or changes a file that is not its
 * own; and each file that `lint --fix` leaves worse.
 *
 * @returns how many did
 */
export async function fuzzCommands(seed: number, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'authz-playground-'))
  const program = new ManyCommands(folder)
  let [wrong, ran, slowest] = [0, 0, 0]
  try {
    const left = await commandsLeftOut(program)
    if (left.length > 0) throw new Error(`No command line of ${left.join(', ')} is tried: add one to COMMAND_LINES.`)
    for (let index = 0; index < count; index++) {
      const random = new Random(seed, index)
      const file = put(random, folder)
      for (const args of COMMAND_LINES.filter((words) => reads(words, file))) {
        const before = contentsOf(folder)
        const ended = await program.run(args)
        ran += 1
        slowest = Math.max(slowest, ended.took)
        rmSync(join(folder, 'written'), { recursive: true, force: true })
        const changed = contentsOf(folder) === before ? [] : ['changed a file']
        const faults = [...faultsOf(ended), ...changed]
        if (faults.length > 0) wrong += 1
        for (const fault of faults) {
          process.stdout.write(`seed ${seed}, input ${index}, ${file}: ${args.join(' ')}: ${fault}\n`)
        }
      }
      if (/^(?:policy|other)\.yaml/.test(file)) {
        const worse = await worseByFix(program, folder, file)
        if (worse !== undefined) {
          wrong += 1
          process.stdout.write(`seed ${seed}, input ${index}, ${file}: lint --fix: ${worse}\n`)
        }
      }
      if (index % 100 === 99) process.stderr.write(`${index + 1} inputs, ${ran} command lines, ${wrong} wrong\n`)
    }
  } finally {
    program.end()
    rmSync(folder, { recursive: true })
  }
  process.stdout.write(
    `seed ${seed}: ${count} inputs, ${ran} command lines, ${wrong} wrong, the slowest ${Math.round(slowest)} ms\n`,
  )
  return wrong
}

/** Whether a command line reads a file; a folder has all. */
function reads(words: readonly string[], file: string): boolean {
  return words.some((word) => word === '.' || word.split(',').includes(file))
}

/** Writes the files, one of them damaged, and returns the name of that. */
function put(random: Random, folder: string): string {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  const texts = textsFor(random)
  const damagedFile = random.pick(Object.keys(texts))
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, name), name === damagedFile ? encoded(random, damaged(random, text)) : text)
  }
  return damagedFile
}

/** The bytes of a text: mostly UTF-8. */
function encoded(random: Random, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  const ways: readonly (() => Uint8Array)[] = [
    () => gzipSync(bytes),
    () => gzipSync(bytes).subarray(0, random.between(2, 200)),
    () => Buffer.from(`\ufeff${text}`, 'utf16le'),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.from(text.replaceAll('\n', '\r')),
    () => Buffer.from(text.replaceAll('\n', '\r\n')),
  ]
  return random.chance(0.7) ? bytes : random.pick(ways)()
}

function faultsOf({ status, out, err, threw, took }: Ended): readonly string[] {
  return [
    ...(threw === undefined ? [] : [`threw ${threw}`]),
    ...(took > MOST ? [`${Math.round(took)} ms`] : []),
    ...(/^\s+at .*:\d+:\d+\)?$/m.test(err) ? [`a stack trace: ${err}`] : []),
    ...(threw === undefined && ![0, 1, 2].includes(status ?? -1) ? [`status ${status}`] : []),
    ...(status === 2 && out + err === '' ? ['status 2 without a word'] : []),
  ]
}

/** Why a file is worse after `lint --fix`; undefined where it is not. */
async function worseByFix(program: ManyCommands, folder: string, file: string): Promise<string | undefined> {
  const before = await program.run(['lint', file, '-o', 'json'])
  await program.run(['lint', file, '--fix'])
  const mended = readFileSync(join(folder, file))
  const after = await program.run(['lint', file, '-o', 'json'])
  if ((after.status ?? 3) > (before.status ?? 3)) return `status ${before.status} before, ${after.status} after`
  await program.run(['lint', file, '--fix'])
  return mended.equals(readFileSync(join(folder, file))) ? undefined : 'changes the file once more'
}

/** The commands of the program that no command line is from. */
async function commandsLeftOut(program: ManyCommands): Promise<readonly string[]> {
  const { out } = await program.run(['help'])
  const commands = [...out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2,}\S/gm)].map(([, name = '']) => name)
  if (commands.length === 0) throw new Error('The help of the program lists no command.')
  return commands.filter((name) => !COMMAND_LINES.some((words) => words.join(' ').startsWith(`${name} `)))
}

/** All files below a folder with their contents, as one value. */
function contentsOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return files.map((name) => `${name}\0${readFileSync(join(folder, name), 'latin1')}`).join('\0')
}

/** The command line in a process that runs one after the other, and is started again where it ended. */
class ManyCommands {
  readonly #folder: string
  #child: ChildProcess | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  run(args: readonly string[]): Promise<Ended> {
    const child = this.#running()
    const began = performance.now()
    return new Promise((resolve) => {
      const finish = (ended: Ended): void => {
        clearTimeout(patience)
        child.removeAllListeners()
        resolve(ended)
      }
      const failed = (why: string): void => {
        this.end()
        finish({ out: '', err: '', threw: why, took: performance.now() - began })
      }
      const patience = setTimeout(() => failed(`nothing within ${PATIENCE} ms`), PATIENCE)
      child.once('message', (ended) => finish(ended as Ended))
      child.once('exit', (code, signal) => failed(`the process ended (${signal ?? code})`))
      child.send({ args, folder: this.#folder })
    })
  }

  end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #running(): ChildProcess {
    this.#child ??= fork(PROGRAM)
    return this.#child
  }
}
