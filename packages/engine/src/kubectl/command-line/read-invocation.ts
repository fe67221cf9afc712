import { goQuote } from '../../go/index.ts'
import { noteOption, reportExpansions, type Word } from '../../shell/index.ts'
import { nearest, type Problem, quoted, type Span } from '../../text/index.ts'
import { findCommand } from './command.ts'
import type { CommandTable } from './command-table.ts'
import { type FlagDefinition, isFlag, longFlag, WHO_AND_WHERE, WITHOUT_EFFECT } from './flags.ts'
import { type FlagUse, type Invocation, TRUE } from './invocation.ts'

/**
 * Splits the words after `kubectl` into command, flags and words (Go: cobra and pflag). Flags may be anywhere, also before
 * the command; of a flag that is not a list, the last use counts. Undefined if no command is found.
 */
export function readInvocation(
  words: readonly Word[],
  stdin: Word | undefined,
  problems: Problem[],
  table: CommandTable,
): Invocation | undefined {
  const command = findCommand(words, problems, table)
  if (command === undefined) return undefined
  const parser = new FlagParser(command.path, problems, table)
  const { rest, afterDashes } = parser.read(words.filter((_, position) => !command.positions.has(position)))
  parser.checkAccepted()
  const runs = command.path === 'exec' || command.path === 'run' || command.path === 'debug'
  return {
    command: command.path,
    commandSpan: command.span,
    words: runs || afterDashes === undefined ? rest : [...rest, ...afterDashes],
    flags: parser.flags,
    ...(afterDashes === undefined ? {} : { afterDashes }),
    ...(stdin === undefined ? {} : { stdin }),
  }
}

const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])

/** A use of a flag, and whether its value was refused, or is only known to the shell. */
interface ReadUse extends FlagUse {
  readonly isRefused: boolean
}

class FlagParser {
  readonly #path: string
  readonly #problems: Problem[]
  readonly #definitions: readonly FlagDefinition[]
  readonly flags = new Map<string, ReadUse[]>()
  #words: readonly Word[] = []
  #position = 0
  #saidWho = false

  constructor(path: string, problems: Problem[], table: CommandTable) {
    this.#path = path
    this.#problems = problems
    this.#definitions = table.flagsOf(path)
  }

  read(words: readonly Word[]): { readonly rest: readonly Word[]; readonly afterDashes: readonly Word[] | undefined } {
    this.#words = words
    const rest: Word[] = []
    for (this.#position = 0; this.#position < words.length; this.#position++) {
      const word = words[this.#position] as Word
      if (word.value === '--') {
        const afterDashes = words.slice(this.#position + 1)
        for (const one of afterDashes) this.#expansions(one)
        return { rest, afterDashes }
      }
      if (!isFlag(word.value)) {
        this.#expansions(word)
        rest.push(word)
      } else if (word.value.startsWith('--')) this.#long(word)
      else this.#short(word)
    }
    return { rest, afterDashes: undefined }
  }

  #expansions(word: Word): void {
    reportExpansions(word, this.#problems)
  }

  #long(word: Word): void {
    const equals = word.value.indexOf('=')
    const name = equals === -1 ? word.value.slice(2) : word.value.slice(2, equals)
    const definition = longFlag(this.#definitions, name)
    if (definition === undefined) {
      this.#unknown(word, `--${name}`, `unknown flag: --${name}`)
      // An incomplete name of a flag: the next word is its value if all flags that begin so take one.
      const begun = this.#definitions.filter((one) => one.name.startsWith(name))
      if (equals === -1 && begun.length > 0 && begun.every(({ kind }) => kind === 'value') && this.#nextIsPlain())
        this.#position++
    } else if (equals !== -1) this.#record(definition, word.value.slice(equals + 1), word)
    else if (definition.kind !== 'value') this.#record(definition, 'true', word)
    else this.#takeNext(definition, word, `flag needs an argument: --${name}`)
  }

  #short(word: Word): void {
    for (let at = 1; at < word.value.length; at++) {
      const letter = word.value.charAt(at)
      const definition = this.#definitions.find(({ shorthand }) => shorthand === letter)
      const rest = word.value.slice(at + 1)
      if (definition === undefined) {
        this.#unknown(word, `-${letter}`, `unknown shorthand flag: ${goRune(letter)} in ${word.value}`)
        return
      }
      const takesRest = rest.startsWith('=') || definition.kind === 'value'
      if (!takesRest) this.#record(definition, 'true', word)
      else if (rest === '')
        this.#takeNext(definition, word, `flag needs an argument: ${goRune(letter)} in ${word.value}`)
      else this.#record(definition, rest.startsWith('=') ? rest.slice(1) : rest, word)
      if (takesRest) return
    }
  }

  #nextIsPlain(): boolean {
    const next = this.#words[this.#position + 1]
    return next !== undefined && !next.value.startsWith('-')
  }

  #takeNext(definition: FlagDefinition, word: Word, detail: string): void {
    const next = this.#words[this.#position + 1]
    if (next === undefined) {
      const message = `${word.value} needs a value after it.`
      const fix = `--${definition.name}=${EXAMPLES.get(definition.name) ?? 'VALUE'}`
      this.#problems.push({ severity: 'error', code: 'flag-without-value', message, fix, detail, span: word.span })
      return
    }
    this.#position++
    if (isFlag(next.value) && longFlag(this.#definitions, next.value.slice(2).split('=', 1).join()) !== undefined) {
      const message = `${word.value} uses the next word, ${quoted(next.value)}, as its value.`
      const fix = `${word.value} VALUE ${next.value}`
      this.#problems.push({ severity: 'warning', code: 'flag-as-value', message, fix, span: next.span })
    }
    this.#record(definition, next.value, word, next)
  }

  #record(definition: FlagDefinition, value: string, word: Word, valueWord = word): void {
    const { name, kind, isOwn } = definition
    const span = { start: word.span.start, end: valueWord.span.end }
    const saysWho = !isOwn && WHO_AND_WHERE.has(name)
    if (!saysWho && (WHO_AND_WHERE.has(name) || !WITHOUT_EFFECT.has(name))) this.#expansions(valueWord)
    if (kind === 'switch' && !TRUE.has(value) && !FALSE.has(value)) {
      const message = `--${name} is on or off, found ${quoted(value)}.`
      const detail = invalidArgument(definition, value, `strconv.ParseBool: parsing ${goQuote(value)}: invalid syntax`)
      this.#problems.push({ severity: 'error', code: 'invalid-switch', message, fix: `--${name}`, detail, span })
      return
    }
    const refusal = valueWord.expansions.length > 0 ? undefined : definition.type?.refusal?.(value)
    if (refusal !== undefined) this.#invalid(definition, value, span, invalidArgument(definition, value, refusal))
    if (saysWho && !this.#saidWho) {
      this.#saidWho = true
      const message = `The requestor is set separately from the command: --${name} has no effect here.`
      this.#problems.push({ severity: 'note', code: 'who-asks', message, setting: 'requestor', span })
    }
    if (!isOwn) noteOption('kubectl', name, value, span, this.#problems)
    const use = { value, span, isRefused: refusal !== undefined || valueWord.expansions.length > 0 }
    const uses = this.flags.get(name)
    if (uses === undefined) this.flags.set(name, [use])
    else uses.push(use)
  }

  /** Reports the values that the command does not accept, although they are of the type of their flag. */
  checkAccepted(): void {
    for (const definition of this.#definitions) {
      const { name, type } = definition
      const uses = this.flags.get(name) ?? []
      for (const { value, span, isRefused } of type?.isList ? uses : uses.slice(-1)) {
        const refusal = isRefused ? undefined : type?.refusalByCommand?.(value)
        if (refusal === undefined) continue
        this.#invalid(definition, value, span, refusal)
        break
      }
    }
  }

  #invalid({ name, type }: FlagDefinition, value: string, span: Span, detail: string): void {
    if (type === undefined) return
    const message = `--${name} is ${type.is}, found ${quoted(value)}.`
    const fix = `--${name}=${type.example}`
    this.#problems.push({ severity: 'error', code: 'invalid-flag-value', message, fix, detail, span })
  }

  #unknown(word: Word, shown: string, detail: string): void {
    const long = longFlag(this.#definitions, word.value.slice(1).split('=', 1).join())
    const names = this.#definitions.map(({ name }) => name)
    const near = this.#problems.length > MOST_SUGGESTIONS ? undefined : nearest(shown.slice(2), names)
    const fix =
      long !== undefined
        ? `-${word.value}`
        : near !== undefined && shown.startsWith('--')
          ? `--${near}`
          : 'Leave it out.'
    const message = `kubectl ${this.#path} has no flag ${shown}.`
    this.#problems.push({ severity: 'error', code: 'unknown-flag', message, fix, detail, span: word.span })
  }
}

/** Problems beyond this number are not shown, so they need no suggestion. */
const MOST_SUGGESTIONS = 500

/** What pflag says of a value that it does not take. */
function invalidArgument({ name, shorthand }: FlagDefinition, value: string, why: string): string {
  const shown = shorthand === '' ? `--${name}` : `-${shorthand}, --${name}`
  return `invalid argument ${goQuote(value)} for "${shown}" flag: ${why}`
}

function goRune(character: string): string {
  return `'${character}'`
}

const EXAMPLES = new Map([
  ['as', 'jane'],
  ['as-group', 'developers'],
  ['as-uid', '1000'],
  ['as-user-extra', 'example.com/scopes=view'],
  ['field-selector', 'metadata.name=web'],
  ['namespace', 'default'],
  ['raw', '/healthz'],
  ['selector', 'app=web'],
])
