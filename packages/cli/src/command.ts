import type { Files } from './files.ts'
import type { CommandWords } from './flags.ts'
import type { CommandHelp } from './help.ts'
import type { Remarks } from './remarks.ts'
import type { World } from './world.ts'

/** The world of a command. */
export interface CommandWorld extends World {
  readonly remarks: Remarks
}

/** A command. The name of a sub-command has two words. */
export interface Command extends CommandHelp {
  /** Whether its files, and flags of these names, are read in pieces: then standard input is not read before. */
  readonly inPieces?: { readonly files: boolean; readonly flags: readonly string[] }
  readonly run: (words: CommandWords, files: Files, world: CommandWorld) => number | Promise<number>
}
