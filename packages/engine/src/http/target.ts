import { badEscapeAt, printedPath } from '../go/index.ts'

/** The path of a target as sent, and its query without the question mark. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const question = target.indexOf('?')
  return question === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, question), query: target.slice(question + 1) }
}

/** A target as Go prints it (Go: `URL.RequestURI`): the path is encoded again unless it was well encoded; the query is as sent. */
export function printedTarget(target: string): string {
  const { path } = splitTarget(target)
  return printedPath(path) + target.slice(path.length)
}

/** Control characters, which Go's HTTP server refuses in targets. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f\x7f]/

/** Why a target is invalid, and where. */
export interface TargetRefusal {
  readonly at: number
  readonly why: 'no slash' | 'control character' | 'escape'
}

/**
 * Why a target is invalid, or undefined. It has to begin with a slash (or be `*`), and Go's HTTP server answers 400 to
 * control characters and to malformed percent escapes in the path (Go: `url.ParseRequestURI`). `CONNECT host:port` and
 * targets such as `mailto:x`, which that server accepts as requests without a path, are not read.
 */
export function targetRefusal(target: string): TargetRefusal | undefined {
  if (!target.startsWith('/') && target !== '*') return { at: 0, why: 'no slash' }
  const control = target.search(CONTROL)
  if (control !== -1) return { at: control, why: 'control character' }
  const malformed = badEscapeAt(splitTarget(target).path)
  return malformed === -1 ? undefined : { at: malformed, why: 'escape' }
}
