import { type HTTPHeader, type HTTPRequest, type RequestText, targetOf } from '../http/index.ts'
import { LineIndex, type SourceRange, type Span } from '../text/index.ts'
import type { Check, RichText, Trace } from '../trace/index.ts'
import { asksForGrant, grantInRequest, questionInWords } from '../words/index.ts'

/** One check for people to read. */
export interface CheckView {
  /** Index of the step that made it. */
  readonly step: number
  /** The question in words: "May ctl use impersonate-on:user-info:list on pods in namespace default?" */
  readonly question: RichText
  /** The places in the request text that the check is about. */
  readonly request: readonly SourceRange[]
}

/** The checks of a trace, in order. `text` is the text from which the request was read. */
export function checkViews(trace: Trace, request: HTTPRequest, text: RequestText): readonly CheckView[] {
  const lines = new LineIndex('request', text.text)
  const asked = askedFor(request, text)
  const granted = grantInRequest(trace.grant)
  return trace.steps.flatMap(({ check }, step) =>
    check === undefined
      ? []
      : [
          {
            step,
            question: questionInWords(check),
            request: [
              ...requestSpans(check, asked).map((span) => lines.range(span)),
              ...(asksForGrant(check) ? granted : []),
            ],
          },
        ],
  )
}

/**
 * The places in the request that a check is about: the header that asks for that part of the target, or the request line.
 */
function requestSpans({ purpose, attributes: { name, subresource } }: Check, asked: AskedFor): readonly Span[] {
  switch (purpose) {
    case 'permission':
      return []
    case 'action':
    case 'request':
    case 'escalate':
    case 'bind':
    case 'create':
    case 'connect':
      return asked.action
    case 'username':
    case 'uid':
      return asked.parts.get(purpose) ?? []
    case 'group':
    case 'extra':
      return asked.parts.get(name === '*' ? purpose : partKey(purpose, subresource, name)) ?? []
  }
}

/** Places in a request by what they ask for. Computed once for all checks, since there may be thousands of both. */
interface AskedFor {
  readonly action: readonly Span[]
  /** Spans of headers by the part of the target that they ask for, and by kind of part. */
  readonly parts: ReadonlyMap<string, readonly Span[]>
}

function partKey(kind: 'group' | 'extra', subresource: string, name: string): string {
  return JSON.stringify([kind, subresource, name])
}

function askedFor(request: HTTPRequest, written: RequestText): AskedFor {
  const parts = new Map<string, Span[]>()
  for (const header of request.headers) {
    const { span } = header
    if (span === undefined) continue
    for (const key of partsOf(header)) {
      const known = parts.get(key)
      if (known === undefined) parts.set(key, [span])
      else known.push(span)
    }
  }
  return { action: actionSpans(request, written), parts }
}

/** The parts of the target that one header asks for. */
function partsOf(header: HTTPHeader): readonly string[] {
  if (header.name.toLowerCase() === 'impersonate-user') return ['username']
  const asked = targetOf([{ name: 'Impersonate-User', value: '-' }, header])
  if (asked.kind !== 'target') return []
  const { uid, groups, extra } = asked.wantedUser
  if (uid !== '') return ['uid']
  return [
    ...groups.flatMap((name) => ['group', partKey('group', '', name)]),
    ...[...extra].flatMap(([key, values]) => ['extra', ...values.map((value) => partKey('extra', key, value))]),
  ]
}

/** The places that state the action: the request line, or a command without the flags that impersonate. */
function actionSpans({ headers }: HTTPRequest, { form, text }: RequestText): readonly Span[] {
  if (form === 'http') return trimmed(text, { start: 0, end: lineEnd(text) })
  const flags = headers.flatMap(({ span }) => (span === undefined ? [] : [span])).sort((a, b) => a.start - b.start)
  const starts = [0, ...flags.map(({ end }) => end)]
  const ends = [...flags.map(({ start }) => start), text.length]
  return starts.flatMap((start, i) => trimmed(text, { start, end: ends[i] ?? start }))
}

/** The end of the first line that is not blank. */
function lineEnd(text: string): number {
  const begin = text.search(/\S/)
  const end = text.indexOf('\n', Math.max(0, begin))
  return end === -1 ? text.length : end
}

/** A span without white space at its ends; none when nothing is left. */
function trimmed(text: string, { start, end }: Span): readonly Span[] {
  const words = text.slice(start, end)
  const length = words.trim().length
  const from = start + words.length - words.trimStart().length
  return length === 0 ? [] : [{ start: from, end: from + length }]
}
