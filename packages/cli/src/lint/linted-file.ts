import type { Policy } from '@authz-playground/engine'
import type { Finding } from '@authz-playground/engine/lint'
import { type InputFile, STDIN } from '../files.ts'
import type { CommandProblem } from '../problem.ts'

/** A file with what the lint found in it. */
export interface LintedFile {
  readonly file: InputFile
  readonly policy: Policy
  readonly findings: readonly Finding[]
}

/** Why a text is no policy: errors that the API server, or the parser of its YAML, would report. */
export function errorsIn({ file, policy }: LintedFile): readonly CommandProblem[] {
  return policy.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, fix, detail, range }) => ({
      severity: 'error',
      at: `${file.name}:${range.line}:${range.column}`,
      message,
      ...(fix !== undefined && { fix }),
      ...(detail !== undefined && { detail }),
    }))
}

/** The name of a text in outputs for other programs: standard input has a name there too. */
export function pathOf({ name }: InputFile): string {
  return name === STDIN ? 'stdin.yaml' : name.replace(/^\.\//, '')
}
