import {
  assumptionsOf,
  type Check,
  DESIGN_LIST,
  type Decided,
  type Diagnostic,
  type Header,
  type HTTPRequest,
  LineIndex,
  questionInWords,
  type RequestText,
  type Scenario,
  type Sentences,
  type SourceId,
  type Span,
  type Trace,
  targetOf,
  wordsFor,
} from '@authz-playground/engine'
import type { AnswerView, CheckView, DesignEntry } from './answer.ts'

const OFFERED: readonly DesignEntry[] = DESIGN_LIST.map(({ id, title, summary, family, gate, readsChanges }) => ({
  id,
  title,
  summary,
  family,
  ...(gate && { gate }),
  ...(readsChanges && { readsChanges }),
}))

/** The answer to a decided scenario, without its details: all that must be there before anything is shown. */
export function answerView(decided: Decided, scenario: Scenario): AnswerView {
  const { design, policy, request, trace, state, errors, objects, webhook, change } = decided
  const { answer, because } = trace && request.request ? wordsFor(trace, request.request) : notDecidedWords(errors)
  return {
    state,
    sentence: answer,
    because,
    ...(trace && { trace }),
    checks: trace && request.request ? checkViews(trace, request.request, scenario.request) : [],
    design: {
      id: design.id,
      title: design.title,
      summary: design.summary,
      sources: design.sources,
      statement: design.statement,
      assumptions: design.assumptions,
      assumed: assumptionsOf(design, scenario.assumptions?.[design.id]),
      graph: design.graph,
    },
    designs: OFFERED,
    errors: errors.length,
    policyDiagnostics: policy.diagnostics,
    requestDiagnostics: request.diagnostics,
    policyRead: {
      roles: policy.roles.length,
      bindings: policy.bindings.length,
      accessRules: policy.accessRules.length,
    },
    notRead: policy.notRead,
    ...(objects && {
      objects: { count: objects.objects.length, notRead: objects.notRead, diagnostics: objects.diagnostics },
    }),
    ...(webhook && { webhook: { entries: webhook.entries.length, diagnostics: webhook.diagnostics } }),
    ...(change && { change: byText(change.diagnostics) }),
  }
}

function byText(diagnostics: readonly Diagnostic[]): NonNullable<AnswerView['change']> {
  const of = (source: SourceId) => diagnostics.filter(({ range }) => range.source === source)
  return {
    body: of('request'),
    storedObject: of('storedObject'),
    webhookChanges: of('webhookChanges'),
    schema: of('schema'),
  }
}

function notDecidedWords(errors: Decided['errors']): Sentences {
  const [first] = errors
  if (first === undefined) return { answer: ['Not decided: the request is empty.'], because: [] }
  const { code, message, range } = first
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`
  const answer =
    code === 'earlier-request'
      ? 'Not decided: an earlier request was not understood, so nobody knows what the server remembers.'
      : `Not decided: the ${WHAT[range.source]} not fully understood (line ${range.line}${more}).`
  return { answer: [answer], because: [message] }
}

const WHAT: Readonly<Record<SourceId, string>> = {
  policy: 'policy was',
  request: 'request was',
  objects: 'stored objects were',
  'default-roles': 'default roles were',
  storedObject: 'stored object was',
  webhookChanges: 'changes of webhooks were',
  schema: 'schema was',
  document: 'document was',
  webhook: 'webhook’s table was',
}

function checkViews(trace: Trace, request: HTTPRequest, text: RequestText): readonly CheckView[] {
  const lines = new LineIndex('request', text.text)
  const asked = askedFor(request, text)
  return trace.steps.flatMap(({ check }, step) =>
    check === undefined
      ? []
      : [
          {
            step,
            question: questionInWords(check),
            request: requestSpans(check, asked).map((span) => lines.range(span)),
          },
        ],
  )
}

/** The words of the request that a check is about: the header that asks for that part of the target, or what is asked. */
function requestSpans({ purpose, attributes: { name, subresource } }: Check, asked: AskedFor): readonly Span[] {
  switch (purpose) {
    case 'permission':
      return []
    case 'action':
    case 'request':
      return asked.deed
    case 'username':
    case 'uid':
      return asked.parts.get(purpose) ?? []
    case 'group':
    case 'extra':
      return asked.parts.get(name === '*' ? purpose : partKey(purpose, subresource, name)) ?? []
  }
}

/** Where a request asks for what. Made once for all its checks, since there may be thousands of both. */
interface AskedFor {
  readonly deed: readonly Span[]
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
  return { deed: deedSpans(request, written), parts }
}

/** The parts of the target that one header asks for. */
function partsOf(header: Header): readonly string[] {
  if (header.name.toLowerCase() === 'impersonate-user') return ['username']
  const asked = targetOf([{ name: 'Impersonate-User', value: '-' }, header])
  if (asked.kind !== 'target') return []
  const { uid, groups, extra } = asked.target
  if (uid !== '') return ['uid']
  return [
    ...groups.flatMap((name) => ['group', partKey('group', '', name)]),
    ...[...extra].flatMap(([key, values]) => ['extra', ...values.map((value) => partKey('extra', key, value))]),
  ]
}

/** What of a request says what is to be done: the request line, or a command without the flags that impersonate. */
function deedSpans({ headers }: HTTPRequest, { form, text }: RequestText): readonly Span[] {
  if (form === 'http') return trimmed(text, { start: 0, end: lineEnd(text) })
  const flags = headers.flatMap(({ span }) => (span === undefined ? [] : [span])).sort((a, b) => a.start - b.start)
  const starts = [0, ...flags.map(({ end }) => end)]
  const ends = [...flags.map(({ start }) => start), text.length]
  return starts.flatMap((start, i) => trimmed(text, { start, end: ends[i] ?? start }))
}

/** Where the first line with something on it ends. */
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
