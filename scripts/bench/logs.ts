import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ObservationReader } from '@authz-playground/engine/logs'
import { buildCLI } from '../cli/build.ts'
import { auditLines, type LogKind } from './audit-log.ts'
import { megabytes, REPORT_MEMORY } from './most-memory.ts'

const SEED = 20261123
const COMMAND_EVENTS = 1_000_000
const READER_EVENTS = 100_000
/** As the page reads a file. Bytes. */
const PIECE = 1_000_000

/** A figure, its limit and its unit. */
interface Figure {
  readonly what: string
  readonly took: number
  readonly bar: number
  readonly unit: 's' | 'MB'
}

/** 100,000 events through the reader that the page uses, in one thread. */
function reader(kind: LogKind): Figure {
  const bytes = Buffer.from(`${[...auditLines(kind, READER_EVENTS, SEED)].join('\n')}\n`)
  const began = performance.now()
  const log = new ObservationReader()
  log.begin('audit.log')
  for (let at = 0; at < bytes.length; at += PIECE) log.read(bytes.subarray(at, at + PIECE))
  log.end()
  const { requests, unread } = log.impersonations()
  const took = (performance.now() - began) / 1000
  const { events, distinct } = log
  if (events !== READER_EVENTS || unread.length > 0) throw new Error(`${events} of ${READER_EVENTS} events were read`)
  return {
    what: `${events} events, ${distinct} different, ${requests.length} of them impersonated, through the reader`,
    took,
    bar: 5,
    unit: 's',
  }
}

/** 1,000,000 events through `observe` of the built command line: the time, and the most memory that the process had. */
async function command(kind: LogKind, program: string, folder: string): Promise<readonly Figure[]> {
  const log = join(folder, `${kind}.log`)
  await pipeline(Readable.from(chunks(kind)), createWriteStream(log))
  const size = Math.round(statSync(log).size / 1e6)
  const began = performance.now()
  const { status, errors, memory } = await run(program, ['observe', log, '--to', join(folder, 'observation.ndjson')])
  const took = (performance.now() - began) / 1000
  rmSync(log)
  const summary = errors.split('\n')[0] ?? ''
  if (status !== 0 || !summary.startsWith(`${COMMAND_EVENTS} requests,`)) throw new Error(`observe failed: ${errors}`)
  const what = `${COMMAND_EVENTS} events of ${size} MB on the command line, ${kind}`
  return [
    { what: `${what}: time`, took, bar: 60, unit: 's' },
    { what: `${what}: memory`, took: memory, bar: 500, unit: 'MB' },
  ]
}

function* chunks(kind: LogKind): Generator<string, void> {
  let lines: string[] = []
  for (const line of auditLines(kind, COMMAND_EVENTS, SEED)) {
    lines.push(`${line}\n`)
    if (lines.length < 1000) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

/** Runs the program as a process of its own. `memory` is its largest resident set in MB. */
async function run(program: string, words: readonly string[]) {
  const child = spawn(process.execPath, [...REPORT_MEMORY, program, ...words], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let [errors, memory] = ['', '']
  child.stdio[2]?.on('data', (piece: Buffer) => {
    errors += piece.toString()
  })
  child.stdio[3]?.on('data', (piece: Buffer) => {
    memory += piece.toString()
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, errors, memory: megabytes(memory) }
}

/** Prints each figure as soon as it is measured, the ones above their bar marked. Returns the exit status. */
async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'authz-playground-bench-'))
  let [all, above] = [0, 0]
  const print = ({ what, took, bar, unit }: Figure): void => {
    all++
    if (took > bar) above++
    const measured = `${took.toFixed(1)} ${unit}`.padStart(10)
    console.log(`${measured}  ${`of ${bar} ${unit}`.padEnd(10)}  ${what}${took > bar ? '  ABOVE' : ''}`)
  }
  try {
    await buildCLI(join(folder, 'cli'))
    const program = join(folder, 'cli', 'authz-playground.mjs')
    for (const kind of ['realistic', 'all-different'] as const) {
      print(reader(kind))
      for (const figure of await command(kind, program, folder)) print(figure)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  console.log(`\n${all} figures, ${above} above their bar`)
  return above === 0 ? 0 : 1
}

process.exitCode = await main()
