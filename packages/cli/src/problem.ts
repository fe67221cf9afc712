import type { Diagnostic, SettingKey, Severity } from '@authz-playground/engine'

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
  'default-roles': 'Add --default-roles if its rules are to count; in a document defaultRoles: true.',
  'access-rules': 'Add AccessRules to --authorization-mode; in a document to authorizationModes.',
  'request-body':
    'kubectl makes this body from files or from the stored object: write --request and --body FILE, or http: in a document.',
  requestor: 'Name the requestor by --user and --group; in a document by requestor:.',
}

/** A problem of the engine, at a place in a file. */
export function problemOf(diagnostic: Diagnostic, at: string): CommandProblem {
  const { severity, message, setting, detail } = diagnostic
  const fix = setting === undefined ? diagnostic.fix : FIXES[setting]
  return { severity, at, message, ...(fix !== undefined && { fix }), ...(detail !== undefined && { detail }) }
}

/** The problems without those that are said at the same place in the same words. */
export function distinct(problems: readonly CommandProblem[]): readonly CommandProblem[] {
  return [...new Map(problems.map((one) => [`${one.severity} ${one.at} ${one.message}`, one])).values()]
}

/** A fix is a sentence, or the text to type. */
export function fixInWords(fix: string): string {
  return /[.?]$/.test(fix) ? fix : `Write: ${fix}`
}
