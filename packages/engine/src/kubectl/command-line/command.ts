import type { Word } from '../../shell/index.ts'
import type { Span } from '../../text/index.ts'
import { nearest, type Problem, quoted } from '../../text/index.ts'
import { type CommandTable, fullName, INSTEAD, isGroup, NOT_PLAYED, WITHOUT_REQUEST } from './command-table.ts'
import { isFlag, takesNextWord } from './flags.ts'

/** The command of a command line. */
export interface CommandPath {
  readonly path: string
  readonly span: Span
  /** The positions of the words of its name. */
  readonly positions: ReadonlySet<number>
}

/**
 * Finds the command among the words after `kubectl`; flags may be between them. If there is none, or if no single request
 * represents it, reports that and returns undefined.
 */
export function findCommand(words: readonly Word[], problems: Problem[], table: CommandTable): CommandPath | undefined {
  let path = ''
  let span: Span = { start: words[0]?.span.start ?? 0, end: words.at(-1)?.span.end ?? 0 }
  const positions = new Set<number>()
  for (let position = 0; position < words.length; position++) {
    const word = words[position] as Word
    if (word.value === '--') break
    if (isFlag(word.value)) {
      if (takesNextWord(word.value, table.flagsOf(path))) position++
      continue
    }
    const longer = fullName(path === '' ? word.value : `${path} ${word.value}`)
    if (!table.has(longer)) {
      if (path !== '' && !isGroup(path)) break
      problems.push(unknownCommand(path, word, words.slice(position), table))
      return undefined
    }
    span = path === '' ? word.span : { start: span.start, end: word.span.end }
    path = longer
    positions.add(position)
    if (WITHOUT_REQUEST.has(path)) break
  }
  if (path === '' || isGroup(path)) {
    const choices = table.subcommandsOf(path).slice(0, 8).join(', ')
    problems.push({
      severity: 'error',
      code: 'missing-command',
      message: `Expected a command after "${`kubectl ${path}`.trim()}": ${path === '' ? 'get, create, delete, logs' : choices} or another.`,
      fix: path === '' ? 'kubectl get pods' : `kubectl ${path} ${table.subcommandsOf(path)[0] ?? ''}`,
      span,
    })
    return undefined
  }
  return playable({ path, span, positions }, problems)
}

function playable(command: CommandPath, problems: Problem[]): CommandPath | undefined {
  const { path, span } = command
  const why = NOT_PLAYED.get(path)
  if (why !== undefined) {
    const message = `"kubectl ${path}" ${why}: no single request represents it.`
    problems.push({
      severity: 'error',
      code: 'not-played',
      message,
      fix: INSTEAD.get(path) ?? 'Write the request that you mean, for example with kubectl get, create or patch.',
      span,
    })
    return undefined
  }
  if (!WITHOUT_REQUEST.has(path)) return command
  problems.push(noRequest(`"kubectl ${path}" sends no request to the API server.`, span))
  return undefined
}

/** The problem of a command that never reaches the API server. */
export function noRequest(message: string, span: Span): Problem {
  return { severity: 'error', code: 'no-request', message, fix: 'kubectl get pods', span }
}

function unknownCommand(path: string, { value, span }: Word, from: readonly Word[], table: CommandTable): Problem {
  const near = nearest(value, table.subcommandsOf(path))
  const args = from.map((one) => one.value).filter((one) => !isFlag(one))
  return {
    severity: 'error',
    code: 'unknown-command',
    message: `kubectl ${path === '' ? '' : `${path} `}has no command ${quoted(value)}.`,
    fix:
      near ??
      (path === '' ? 'get, create, delete, patch, logs, exec' : table.subcommandsOf(path).slice(0, 8).join(', ')),
    detail:
      path === '' ? `unknown command ${quoted(value)} for "kubectl"` : `unknown command ${quoted(args.join(' '))}`,
    span,
  }
}
