import type { IncomingHttpHeaders } from 'node:http'
import type { Content } from './content.ts'

/** A request as it arrives. */
export interface SiteRequest {
  readonly method: string
  /** From the request line, with its query: `/assets/first.js?x`. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** An answer, ready to be sent. */
export interface SiteAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent for HEAD and 304. */
  readonly body?: Uint8Array
}

/** Answers one request. Never rejects. */
export type Answers = (request: SiteRequest) => Promise<SiteAnswer>

/**
 * Headers by the path of a file below the site. A pattern that ends with `*` is a prefix. A path gets the headers of all
 * patterns that match it; no header is in two of them.
 */
export type HeaderRules = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The contents of the site, and the headers that they are sent with. */
export interface Served {
  /** The content at a path without its first slash: `index.html`. Undefined where there is none. Throws where it cannot be read. */
  readonly contentAt: (path: string) => Promise<Content> | undefined
  readonly headers: HeaderRules
  /** Reports that a request could not be answered. */
  readonly onProblem: (path: string, problem: unknown) => void
}

/** Answers GET and HEAD with the contents: a path is looked up as it is, so that nothing else can be reached. */
export function answersOf({ contentAt, headers, onProblem }: Served): Answers {
  return async ({ method, url, headers: asked }) => {
    const path = pathOf(url)
    const always = headersAt(path ?? '', headers)
    if (method !== 'GET' && method !== 'HEAD') {
      return message(405, 'Only GET and HEAD are answered.', { ...always, Allow: 'GET, HEAD' }, method)
    }
    if (path === undefined) return message(400, 'This is not a path.', always, method)
    let content: Content | undefined
    try {
      content = await contentAt(path === '/' ? 'index.html' : path.slice(1))
    } catch (problem) {
      onProblem(path, problem)
      return message(500, 'This file cannot be read. The terminal of the server says why.', always, method)
    }
    if (content === undefined) return message(404, 'There is no such file.', always, method)
    return answerWith(content, always, asked, method)
  }
}

function answerWith(
  { type, etag, bytes, gzipped }: Content,
  always: Readonly<Record<string, string>>,
  asked: IncomingHttpHeaders,
  method: string,
): SiteAnswer {
  const common = { ...always, ETag: etag, ...(gzipped && { Vary: 'Accept-Encoding' }) }
  if (isKnown(etag, asked['if-none-match'])) return { status: 304, headers: common }
  const packed = gzipped !== undefined && takesGzip(asked['accept-encoding'])
  const body = packed ? gzipped : bytes
  return {
    status: 200,
    headers: {
      ...common,
      'Content-Type': type,
      'Content-Length': String(body.length),
      ...(packed && { 'Content-Encoding': 'gzip' }),
    },
    ...(method === 'GET' && { body }),
  }
}

/** The decoded path of a request line; undefined where it is not one. */
function pathOf(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  if (!path.startsWith('/')) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function headersAt(path: string, rules: HeaderRules): Readonly<Record<string, string>> {
  const matching = Object.entries(rules).filter(([pattern]) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )
  return Object.assign({}, ...matching.map(([, headers]) => headers))
}

/** Whether a browser has this version (RFC 9110, section 13.1.2: the comparison is the weak one). */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''))
}

/** Whether `Accept-Encoding` names gzip, and not with a weight of 0 (RFC 9110, section 12.5.3). */
function takesGzip(accepted: string | readonly string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((one) => /^\s*gzip\s*(?:;|$)/i.test(one) && !/;\s*q=0(?:\.0*)?\s*$/i.test(one))
}

function message(status: number, text: string, headers: Readonly<Record<string, string>>, method: string): SiteAnswer {
  const body = new TextEncoder().encode(`${text}\n`)
  return {
    status,
    headers: {
      ...headers,
      // The pattern of the path may allow to keep its files for ever.
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(body.length),
    },
    ...(method !== 'HEAD' && { body }),
  }
}
