import type { Diagnostic, SettingKey, Severity } from '@authz-playground/engine'
import { fixInWords } from '@authz-playground/engine/internal/answers'

/** A message to the user of the command. */
export interface CommandProblem {
  readonly severity: Severity
  /** The place in the format of compilers: `policy.yaml:3:5`, or the flag. Empty where it has no place. */
  readonly at: string
  readonly message: string
  /** The fix. */
  readonly fix?: string
  /** The API server's own text for it. */
  readonly detail?: string
}

/** The command cannot be run. Caught by the command, which prints the problems and exits with 2. */
export class Refused extends Error {
  readonly problems: readonly CommandProblem[]

  constructor(...problems: readonly CommandProblem[]) {
    super(problems.map(({ message }) => message).join('\n'))
    this.problems = problems
  }
}

export function refusedInput(at: string, message: string, fix?: string): Refused {
  return new Refused({ severity: 'error', at, message, ...(fix !== undefined && { fix }) })
}

/** Fixes that name the flags of the command line, and the fields of a scenario document. */
const FIXES: Readonly<Record<SettingKey, string>> = {
  'default-roles':
    'To let it count, leave out --default-roles=false, and defaultRoles: false in a document; documents of version 1 mean that without it.',
  'access-rules': 'Add AccessRules to --authorization-mode; in a document to authorizationModes.',
  'request-body':
    'kubectl makes this body from files or from the stored object: write --request and --body FILE, or http: in a document.',
  requestor: 'Name the requestor by --user and --group; in a document by requestor:.',
}

/** A problem of the engine, at a place in a file. */
export function problemOf(
  diagnostic: Pick<Diagnostic, 'severity' | 'message' | 'fix' | 'setting' | 'detail'>,
  at: string,
): CommandProblem {
  const { severity, message, setting, detail } = diagnostic
  const fix = setting === undefined ? diagnostic.fix : FIXES[setting]
  return { severity, at, message, ...(fix !== undefined && { fix }), ...(detail !== undefined && { detail }) }
}

/** The problems without those that are said at the same place in the same words. */
export function distinct(problems: readonly CommandProblem[]): readonly CommandProblem[] {
  return [...new Map(problems.map((one) => [`${one.severity} ${one.at} ${one.message}`, one])).values()]
}

/** A problem at its first place, with its other ones. */
export interface FoldedProblem extends CommandProblem {
  readonly elsewhere: readonly string[]
}

/** Warnings and notes that are equal but for their places are one. Each error stays: each has to be mended. */
export function folded(problems: readonly CommandProblem[]): readonly FoldedProblem[] {
  const found = new Map<string, FoldedProblem & { readonly elsewhere: string[] }>()
  for (const one of distinct(problems)) {
    const { severity, at, message, fix, detail } = one
    const key = JSON.stringify([severity, message, fix, detail, severity === 'error' ? at : ''])
    const known = found.get(key)
    if (known === undefined) found.set(key, { ...one, elsewhere: [] })
    else known.elsewhere.push(at)
  }
  return [...found.values()]
}

/** "once", "61 times; also a.log:2, a.log:4, …". `elsewhere`: some of the places beside the first one. */
export function timesInWords(count: number, elsewhere: readonly string[]): string {
  const times = count === 1 ? 'once' : `${count} times`
  if (elsewhere.length === 0) return times
  return `${times}; also ${elsewhere.join(', ')}${count > elsewhere.length + 1 ? ', …' : ''}`
}

/** So many places beside the first one are named. */
const MOST_PLACES = 2

/** What a problem says and what to do, and how often it was found, without its place. */
export function problemInWords({ message, fix, elsewhere }: FoldedProblem): readonly string[] {
  return [
    message,
    ...(fix === undefined ? [] : [fixInWords(fix)]),
    ...(elsewhere.length === 0 ? [] : [`(${timesInWords(elsewhere.length + 1, elsewhere.slice(0, MOST_PLACES))})`]),
  ]
}
