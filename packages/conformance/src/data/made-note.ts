import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runOracle } from '../fuzz/oracle.ts'
import { digest } from './provenance.ts'

/** The origin of generated vectors about policies. */
export interface MadeNote {
  /** The upstream release whose code answered. */
  readonly madeFrom: string
  /** The command that makes them again. */
  readonly command: string
  readonly digest: string
}

/** Writes the note about a vectors file that was just made, with what was counted in it. */
export function writeMadeNote<Counts extends object>(file: string, command: string, counts: Counts): Counts & MadeNote {
  const note = { madeFrom: runOracle('version').trim(), command, ...counts, digest: digestOf(file) }
  writeFileSync(noteOf(file), `${JSON.stringify(note, undefined, 2)}\n`)
  return note
}

export function readMadeNote<Counts extends object>(file: string): Counts & MadeNote {
  return JSON.parse(readFileSync(noteOf(file), 'utf8')) as Counts & MadeNote
}

/** The digest of the current file. */
export function digestOf(file: string): string {
  return digest(readFileSync(file))
}

function noteOf(file: string): string {
  return join(dirname(file), 'made.json')
}
