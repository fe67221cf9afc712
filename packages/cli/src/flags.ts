import { parseArgs } from 'node:util'
import { nearestOf } from './nearest.ts'
import { refusedInput } from './problem.ts'

/** One flag of a command. */
export interface Flag {
  readonly name: string
  readonly short?: string
  /** The name of its value in the help. Absent for a boolean flag. */
  readonly value?: string
  /** Whether it may be given several times. */
  readonly many?: true
  readonly help: string
}

/** The parsed words of a command line. */
export interface CommandWords {
  /** The words that are not flags, in order. */
  readonly files: readonly string[]
  /** The words after `--`; absent where there is none. */
  readonly command?: readonly string[]
  /** Whether a flag is set, as `--flag` or `--flag=true`. */
  readonly has: (name: string) => boolean
  /** The value of a flag that is given once at most. */
  readonly one: (name: string) => string | undefined
  readonly all: (name: string) => readonly string[]
}

/** Parses the words of a command. Throws `Refused` where a flag is unknown, has no value, or is repeated. */
export function readCommandLine(args: readonly string[], flags: readonly Flag[]): CommandWords {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      flags.map(({ name, short, value }) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short !== undefined && { short }) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values = new Map<string, string[]>()
  const end = tokens.find(({ kind }) => kind === 'option-terminator')
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = flags.find(({ name }) => name === token.name)
    if (flag === undefined) throw unknownFlag(token.rawName, flags)
    const given = values.get(flag.name) ?? []
    if (given.length > 0 && flag.many === undefined) {
      throw refusedInput(token.rawName, 'This flag is given twice.', 'Keep one of them.')
    }
    values.set(flag.name, [...given, givenValue(token, flag)])
  }
  return {
    files: tokens.flatMap((token) =>
      token.kind === 'positional' && (end === undefined || token.index < end.index) ? [token.value] : [],
    ),
    ...(end && { command: args.slice(end.index + 1) }),
    has: (name) => values.get(name)?.[0] === 'true',
    one: (name) => values.get(name)?.[0],
    all: (name) => values.get(name) ?? [],
  }
}

function givenValue(
  {
    rawName,
    value,
    inlineValue,
  }: { readonly rawName: string; readonly value?: unknown; readonly inlineValue?: unknown },
  flag: Flag,
): string {
  if (flag.value === undefined) {
    if (value === undefined || value === 'true' || value === 'false') return String(value ?? true)
    throw refusedInput(rawName, `This flag is true or false, and “${String(value)}” is neither.`, `Write ${rawName}.`)
  }
  // A flag in the place of a value means that the value was forgotten.
  const isFlag = inlineValue !== true && typeof value === 'string' && /^-./.test(value)
  if (typeof value === 'string' && !isFlag) return value
  const fix = isFlag
    ? `Write ${rawName} ${flag.value}, or ${rawName}=${value} if that is the value.`
    : `Write ${rawName} ${flag.value}.`
  throw refusedInput(rawName, `This flag needs a value.`, fix)
}

function unknownFlag(written: string, flags: readonly Flag[]) {
  const near = nearestOf(
    written,
    flags.map(({ name }) => `--${name}`),
  )
  return refusedInput(written, 'There is no such flag.', near === undefined ? 'See --help.' : `Did you mean ${near}?`)
}
