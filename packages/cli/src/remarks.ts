import { markdownText } from '@authz-playground/engine/internal/words'
import type { Flag } from './flags.ts'
import { paint, printProblems } from './paint.ts'
import { type CommandProblem, folded, problemInWords } from './problem.ts'
import type { World } from './world.ts'

export const QUIET_FLAG: Flag = { name: 'quiet', short: 'q', help: 'print no notes; warnings and errors stay' }

/** What a command says beside its answers. */
export class Remarks {
  readonly #world: Pick<World, 'err' | 'color'>
  readonly #quiet: boolean
  readonly #kept: CommandProblem[] = []

  /** `quiet`: whether notes are left out, of every format. */
  constructor(world: Pick<World, 'err' | 'color'>, quiet: boolean) {
    this.#world = world
    this.#quiet = quiet
  }

  /** Those that are part of an answer. */
  of(problems: readonly CommandProblem[]): readonly CommandProblem[] {
    return this.#quiet ? problems.filter(({ severity }) => severity !== 'note') : problems
  }

  /** Prints errors now, and keeps warnings and notes for {@link printKept}, because equal ones may follow. */
  add(problems: readonly CommandProblem[]): void {
    const isError = ({ severity }: CommandProblem) => severity === 'error'
    this.print(problems.filter(isError))
    this.#kept.push(...problems.filter((one) => !isError(one)))
  }

  /** Prints problems now, as a command does that does not end by itself. */
  print(problems: readonly CommandProblem[]): void {
    const shown = this.of(problems)
    if (shown.length > 0) this.#world.err(printProblems(shown, paint(this.#world.color.err)))
  }

  /** Prints what was kept, and forgets it. */
  printKept(): void {
    this.print(this.#kept.splice(0))
  }
}

/** The warnings and notes of an answer as a field of its value, each with its place; no field where there are none. */
export function diagnosticsValue(problems: readonly CommandProblem[]) {
  return problems.length === 0 ? {} : { diagnostics: problems.map(diagnosticValue) }
}

function diagnosticValue({ severity, at, message, fix, detail }: CommandProblem) {
  return {
    severity,
    ...(at !== '' && { at }),
    message,
    ...(fix !== undefined && { fix }),
    ...(detail !== undefined && { detail }),
  }
}

/** The most warnings and notes in Markdown: a comment on GitHub has at most 65,536 characters. */
const MOST_IN_MARKDOWN = 50

/** The warnings and notes of an answer as a list of Markdown; empty where there are none. */
function remarksMarkdown(problems: readonly CommandProblem[]): string {
  const all = folded(problems)
  const items = all.slice(0, MOST_IN_MARKDOWN).map((problem) => {
    const place = problem.at === '' ? '' : `${markdownText(problem.at)}: `
    return `- ${place}**${problem.severity}**: ${problemInWords(problem).map(markdownText).join(' ')}\n`
  })
  const more = all.length - items.length
  return [...items, ...(more > 0 ? [`- ${more} more are not shown.\n`] : [])].join('')
}

/** Markdown with the warnings and notes at its end. */
export function withRemarks(markdown: string, problems: readonly CommandProblem[]): string {
  const remarks = remarksMarkdown(problems)
  return remarks === '' ? markdown : `${markdown}\n${remarks}`
}
