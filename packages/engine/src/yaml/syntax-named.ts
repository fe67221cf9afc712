import type { Span } from '../text/index.ts'
import type { ExplainSyntax } from './document-tree.ts'
import { YamlProblem } from './problem.ts'

/**
 * What keeps a document from being YAML in the parser’s own words, without telling what to type instead. `explainSyntax`
 * tells, and is long: pages that show texts which people wrote before load it once something is wrong with one.
 */
export const nameSyntax: ExplainSyntax = (problem, text, base) => {
  if (!(problem instanceof YamlProblem)) return problem
  const { at, detail } = problem
  const { start, end } = restOfLine(text, Math.min(at, text.length))
  return {
    severity: 'error',
    code: 'not-yaml',
    message: `This is no YAML: ${problem.problem}.`,
    span: { start: base + start, end: base + end },
    ...(detail === undefined ? {} : { detail }),
  }
}

/** From the offset to the end of its line, blanks at the end left out; at least one character where there is one. */
export function restOfLine(text: string, at: number): Span {
  const lineBreak = text.indexOf('\n', at)
  const line = text.slice(at, lineBreak === -1 ? text.length : lineBreak).trimEnd()
  if (line !== '') return { start: at, end: at + line.length }
  // Reading stopped at the end of a line or of the document: point at what stands last before it.
  const end = text.slice(0, at).trimEnd().length
  return { start: Math.max(end - 1, 0), end }
}
