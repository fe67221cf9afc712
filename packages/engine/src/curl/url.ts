import { utf8Bytes } from '../go/index.ts'
import { splitTarget } from '../http/index.ts'
import { reportExpansions } from '../shell/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import type { CurlOption } from './options.ts'

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//

/** A host with an optional port as curl accepts it: a name without the characters that curl refuses, or an IPv6 address in brackets. */
const HOST = /^(?:\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[\w.%-]+)?\]|[^\0-\x20\x7f:#?!@{}[\]\\$'"^`*<>=;,]+)(?::(\d*))?$/
const HIGHEST_PORT = 65_535

const EXAMPLE = 'https://localhost:6443/api/v1/namespaces/default/pods'

/** How curl treats the URL that it is given. */
export interface URLHandling {
  readonly globbing: boolean
  readonly pathAsIs: boolean
}

/**
 * The target that curl makes of a URL: path and query without the fragment, at least a slash, dot parts squashed,
 * characters beyond ASCII percent-encoded. Host and port are ignored, so they may be a variable. Undefined for an
 * invalid URL, whose problem is reported.
 */
export function targetOfURL(option: CurlOption, handling: URLHandling, problems: Problem[]): string | undefined {
  const { value, span, expansions } = option
  const refuse = (code: string, message: string, fix: string): undefined => {
    problems.push({ severity: 'error', code, message, fix, span })
    return undefined
  }
  // A variable's text may contain slashes, as in ${A:-http://b}.
  const masked = withoutExpansions(option)
  const scheme = SCHEME.exec(masked)?.[0] ?? ''
  if (scheme !== '' && !/^https?:/i.test(scheme)) {
    return refuse('not-http', `Expected an http or https URL, found ${quoted(value)}.`, EXAMPLE)
  }
  const length = masked.slice(scheme.length).search(/[/?#]/)
  const pathStart = length === -1 ? masked.length : scheme.length + length
  const unknown = expansions.filter(({ at }) => at >= pathStart || length === -1)
  reportExpansions({ expansions: unknown }, problems)
  const authority = value.slice(scheme.length, pathStart)
  if (authority === '') {
    const path = value.slice(pathStart)
    return refuse('missing-host', `Expected a host before ${quoted(path)}.`, `https://localhost:6443${path}`)
  }
  if (authority.includes('@')) {
    const message = 'The requestor is set separately from the command: the credentials in the URL have no effect here.'
    problems.push({
      severity: 'note',
      code: 'who-asks',
      message,
      fix: 'Remove them, so that they are not shared.',
      span,
    })
  }
  // Nothing is decided by a host, so its variables need not be known.
  if (!expansions.some(({ at }) => at < pathStart) && !isHost(authority.slice(authority.indexOf('@') + 1))) {
    const message = `curl refuses the host and port in ${quoted(value)}.`
    return refuse('malformed-host', message, `https://localhost:6443${rooted(value.slice(pathStart))}`)
  }
  const rest = value.slice(pathStart).split('#', 1).join()
  if (/[\0-\x20\x7f]/.test(rest)) {
    const fix = rest.includes(' ') ? 'Write %20 for a space.' : 'Remove it.'
    return refuse('space-in-url', 'A URL has no spaces or control characters in it.', fix)
  }
  const globbed = handling.globbing ? /[{}[\]]/.exec(rest)?.[0] : undefined
  if (globbed !== undefined) {
    return refuse(
      'url-globbing',
      `curl makes several URLs of one with "${globbed}" in it, or refuses it.`,
      'Add -g, or percent-encode it.',
    )
  }
  return encoded(handling.pathAsIs ? rooted(rest) : squashed(rooted(rest)))
}

function isHost(text: string): boolean {
  const host = HOST.exec(text)
  return host !== null && Number(host[1] ?? 0) <= HIGHEST_PORT
}

function withoutExpansions({ value, expansions }: CurlOption): string {
  let masked = ''
  for (const { at, text } of expansions) {
    masked += value.slice(masked.length, Math.max(at, masked.length))
    masked += 'x'.repeat(Math.max(0, at + text.length - masked.length))
  }
  return masked + value.slice(masked.length)
}

function rooted(rest: string): string {
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Removes `.` and `..` parts from the path (RFC 3986, section 5.2.4); empty parts stay. */
function squashed(target: string): string {
  const { path } = splitTarget(target)
  const parts = path.split('/').slice(1)
  const kept: string[] = []
  for (const [index, part] of parts.entries()) {
    if (part === '..') kept.pop()
    if (part !== '..' && part !== '.') kept.push(part)
    else if (index === parts.length - 1) kept.push('')
  }
  return `/${kept.join('/')}${target.slice(path.length)}`
}

function encoded(target: string): string {
  return target.replace(/[^\0-\x7f]+/g, (text) =>
    utf8Bytes(text)
      .map((byte) => `%${byte.toString(16)}`)
      .join(''),
  )
}
