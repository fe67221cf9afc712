import { loneSurrogateAt } from '../go/index.ts'
import { codePointName, type Problem, quoted } from '../text/index.ts'
import { isToken } from './headers.ts'
import { targetRefusal } from './target.ts'

/** Method and target, or why a server refuses the line. */
export type HTTPRequestLine =
  | { readonly method: string; readonly target: string }
  | { readonly method?: never; readonly problem: Problem }

interface Word {
  readonly text: string
  readonly start: number
}

const EXAMPLE = 'GET /api/v1/namespaces/default/pods'
/** Go's HTTP/1 server accepts any 1.x; tools print the others for requests over HTTP/2 and 3. */
const VERSION = /^HTTP\/(1\.[0-9]|[23](\.0)?)$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/

/**
 * Reads `METHOD target [HTTP/version]`. Ignores blanks around and between them, and uses path and query of a full URL.
 * `start` is the offset of the line in the request text.
 */
export function readRequestLine(line: string, start: number): HTTPRequestLine {
  const unsendable = unsendableCharacter(line, start)
  if (unsendable !== undefined) return { problem: unsendable }
  const words = wordsOf(line, start)
  const [method, ...others] = words
  const last = others.at(-1)
  const version = last !== undefined && /^http\//i.test(last.text) ? last : undefined
  const targets = version === undefined ? others : others.slice(0, -1)
  const target = targets[0]
  const whole = { start: words[0]?.start ?? start, end: start + line.length }
  const refuse = (code: string, message: string, fix: string, span = whole): HTTPRequestLine => ({
    problem: { severity: 'error', code, message, fix, span },
  })

  if (method === undefined) return refuse('missing-method', 'Expected a method and a target.', EXAMPLE)
  if (/^(kubectl|curl)$/.test(method.text) && target?.text.startsWith('/') !== true) {
    return refuse(
      'other-form',
      `Expected a request line, found a ${method.text} command.`,
      `Paste it as ${method.text}, or write the request line, for example ${EXAMPLE}`,
    )
  }
  if (method.text.endsWith(':')) {
    return refuse(
      'missing-request-line',
      `Expected a request line before the headers, found ${quoted(line.trim())}.`,
      `Put a line such as ${EXAMPLE} above it.`,
    )
  }
  if (target === undefined && looksLikeTarget(method.text)) {
    return refuse('missing-method', `Expected a method before ${quoted(method.text)}.`, `GET ${method.text}`)
  }
  if (!isToken(method.text)) {
    return refuse(
      'invalid-method',
      `${quoted(method.text)} is not an HTTP method.`,
      'GET, POST, PUT, PATCH or DELETE',
      {
        start: method.start,
        end: method.start + method.text.length,
      },
    )
  }
  if (target === undefined) {
    return refuse('missing-target', `Expected a path after ${method.text}.`, `${method.text} /api/v1/pods`)
  }
  if (version !== undefined && !VERSION.test(version.text)) {
    return refuse(
      'unknown-http-version',
      `${quoted(version.text)} is no HTTP version that servers speak.`,
      'HTTP/1.1',
      {
        start: version.start,
        end: version.start + version.text.length,
      },
    )
  }
  const lastOfTarget = targets.at(-1) ?? target
  const targetSpan = { start: target.start, end: lastOfTarget.start + lastOfTarget.text.length }
  if (targets.length > 1) {
    return refuse(
      'space-in-target',
      'A target cannot contain spaces: Go’s HTTP server would read the text after the first space as the HTTP version.',
      `${method.text} ${targets.map(({ text }) => text).join('%20')}`,
      targetSpan,
    )
  }
  return readTarget(method.text, target, refuse)
}

function readTarget(
  method: string,
  { text, start }: Word,
  refuse: (code: string, message: string, fix: string, span: { start: number; end: number }) => HTTPRequestLine,
): HTTPRequestLine {
  const span = { start, end: start + text.length }
  const { target, offset } = originForm(text)
  if (target === '*' && method === 'OPTIONS') {
    return refuse(
      'not-authorized-at-all',
      'Go’s HTTP server answers OPTIONS * by itself: the API server never sees it, and nothing is authorized.',
      'OPTIONS /',
      span,
    )
  }
  const refusal = targetRefusal(target)
  if (refusal === undefined) return { method, target }
  if (refusal.why === 'escape') {
    const at = start + offset + refusal.at
    const found = target.slice(refusal.at, refusal.at + 3)
    return refuse(
      'invalid-escape',
      `${quoted(found)} is not a percent escape, which is % and two hexadecimal digits.`,
      'Write %25 for a percent sign.',
      { start: at, end: at + found.length },
    )
  }
  return refuse(
    'missing-slash',
    `Expected a path that begins with a slash, found ${quoted(text)}.`,
    `${method} /${text}`,
    span,
  )
}

/**
 * Path and query of a full URL, as a client would send them: without the fragment, and with at least a slash. `offset`
 * is where the target begins in the typed text, even if a slash had to be inserted before it.
 */
function originForm(typed: string): { readonly target: string; readonly offset: number } {
  const authority = /^https?:\/\/[^/?#]*/i.exec(typed)?.[0]
  if (authority === undefined) return { target: typed, offset: 0 }
  const fragment = typed.indexOf('#')
  const rest = typed.slice(authority.length, fragment === -1 ? undefined : fragment)
  return rest.startsWith('/')
    ? { target: rest, offset: authority.length }
    : { target: `/${rest}`, offset: authority.length - 1 }
}

function looksLikeTarget(text: string): boolean {
  return text.startsWith('/') || /^https?:\/\//i.test(text)
}

function wordsOf(line: string, start: number): readonly Word[] {
  return [...line.matchAll(/[^ \t]+/g)].map(({ 0: text, index }) => ({ text, start: start + index }))
}

/** A character that is invalid in the head of a request. Go's HTTP server answers 400. */
export function unsendableCharacter(line: string, start: number): Problem | undefined {
  const control = line.search(CONTROL)
  if (control !== -1) {
    return {
      severity: 'error',
      code: 'control-character',
      message: `The control character ${codePointName(line.charAt(control))} is in this line.`,
      fix: 'Remove it.',
      detail: '400 Bad Request',
      span: { start: start + control, end: start + control + 1 },
    }
  }
  const lone = loneSurrogateAt(line)
  if (lone === -1) return undefined
  return {
    severity: 'error',
    code: 'lone-surrogate',
    message: `${codePointName(line.charAt(lone))} in this line is half a character, which cannot be sent.`,
    fix: 'Type the character again.',
    span: { start: start + lone, end: start + lone + 1 },
  }
}
