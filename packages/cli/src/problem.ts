import type { Diagnostic, Severity } from '@authz-playground/engine'

/** Something to tell whoever typed the command. */
export interface Problem {
  readonly severity: Severity
  /** Where it stands, as compilers write it: `policy.yaml:3:5`, or the flag. Empty where it has no place. */
  readonly at: string
  readonly message: string
  /** What to do about it. */
  readonly fix?: string
  /** The API server's own words for it. */
  readonly detail?: string
}

/** What was asked for cannot be done. Caught by the command, which prints the problems and ends with 2. */
export class Refused extends Error {
  readonly problems: readonly Problem[]

  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join('\n'))
    this.problems = problems
  }
}

export function refused(at: string, message: string, fix?: string): Refused {
  return new Refused({ severity: 'error', at, message, ...(fix !== undefined && { fix }) })
}

/** What the engine says about a text, at a place of a file. */
export function problemOf({ severity, message, fix, detail }: Diagnostic, at: string): Problem {
  return { severity, at, message, ...(fix !== undefined && { fix }), ...(detail !== undefined && { detail }) }
}
