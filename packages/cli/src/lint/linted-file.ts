import type { Policy, SourceRange } from '@authz-playground/engine'
import type { Finding } from '@authz-playground/engine/policy'
import { type InputFile, STDIN } from '../files.ts'
import type { CommandProblem } from '../problem.ts'
import type { LintedText } from './policies.ts'

/** A file with what the lint found in it. */
export interface LintedFile {
  readonly file: LintedText
  readonly policy: Policy
  readonly findings: readonly Finding[]
}

/** The place in its file of a place in a policy. */
export function rangeIn({ within }: LintedText, range: SourceRange): SourceRange {
  return within === undefined ? range : within.rangeOf(range)
}

/** `rbac.yaml:3:5`. */
export function placeIn(file: LintedText, range: SourceRange): string {
  const { line, column } = rangeIn(file, range)
  return `${file.name}:${line}:${column}`
}

/** `rbac.yaml:3`. */
export function lineIn(file: LintedText, range: SourceRange): string {
  return `${file.name}:${rangeIn(file, range).line}`
}

/** Why a text is not a policy: the errors that the API server, or the parser of its YAML, would report. */
export function errorsIn({ file, policy }: LintedFile): readonly CommandProblem[] {
  return policy.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, fix, detail, range }) => ({
      severity: 'error',
      at: placeIn(file, range),
      message,
      ...(fix !== undefined && { fix }),
      ...(detail !== undefined && { detail }),
    }))
}

/** The name of a text in outputs for other programs: standard input has a name there too. */
export function pathOf({ name }: InputFile): string {
  return name === STDIN ? 'stdin.yaml' : name.replace(/^\.\//, '')
}
