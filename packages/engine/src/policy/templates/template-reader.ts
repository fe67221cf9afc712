import type { Problem, ReportProblem, Span } from '../../text/index.ts'
import type { Struct } from '../decode/decoded-value.ts'

/** Finds templates in a policy. It is a part of its own, because most policies have none ({@link mayHaveTemplates}). */
export interface TemplateReader {
  /**
   * The problems of a document, with one error that names the template instead of the errors that it causes. `parsed`: the
   * document is YAML. The error keeps the first of the API server's texts.
   */
  readonly named: (problems: readonly Problem[], text: string, document: Span, parsed: boolean) => readonly Problem[]
  /** Warns of annotations of ytt in a document that is valid without ytt. */
  readonly lintDocument: (text: string, document: Span, report: ReportProblem) => void
  /** Warns of template text in the names of a valid object and in what its rules grant. */
  readonly warnOfObject: (object: Struct, report: ReportProblem) => void
  /** Whether a value has template text. */
  readonly isIn: (value: string) => boolean
}

/** The code of problems about templates. A text has one error and one warning, since the fix is one for the whole text. */
export const TEMPLATE = 'template'

/** Marks of templates and patches, and keys that RBAC objects do not have. */
const MARKS =
  /\{[{%#]|\$[{(]|#@|\(@|\$(?:patch|retainKeys|setElementOrder|deleteFrom)|^(?!(?:apiVersion|kind|metadata|rules?|roleRef|subjects|aggregationRule|items)\b)[A-Za-z]+:|kustomize\.config/m

/** Whether a policy may need a {@link TemplateReader}; true for some that do not. */
export function mayHaveTemplates(text: string): boolean {
  return MARKS.test(text)
}
