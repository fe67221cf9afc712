import {
  attributesOf,
  type Check,
  DESIGNS,
  type Decided,
  type HTTPRequest,
  LineIndex,
  mermaidChart,
  questionInWords,
  type RequestText,
  type Scenario,
  type Sentences,
  type SourceRange,
  sentences,
  type Trace,
  targetOf,
} from '@authz-playground/engine'
import type { AnswerView, CheckView, DesignEntry } from './answer.ts'

const OFFERED: readonly DesignEntry[] = DESIGNS.map(({ id, title, summary, gate }) => ({
  id,
  title,
  summary,
  ...(gate && { gate }),
}))

/** The answer to a decided scenario, without its details: all that must be there before anything is shown. */
export function answerView(decided: Decided, scenario: Scenario): AnswerView {
  const { design, policy, request, trace, state, errors } = decided
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
      readings: design.readings,
      graph: design.graph,
      chart: mermaidChart(design.graph, trace?.steps),
    },
    designs: OFFERED,
    policyDiagnostics: policy.diagnostics,
    requestDiagnostics: request.diagnostics,
    policyRead: { roles: policy.roles.length, bindings: policy.bindings.length },
    notRead: policy.notRead,
  }
}

/** The sentences of a trace, as the page shows them and as Markdown carries them. */
export function wordsFor(trace: Trace, request: HTTPRequest): Sentences {
  const attributes = attributesOf(request, trace.requestor)
  const target = targetOf(request.headers)
  return sentences(
    trace,
    attributes.ok ? attributes.attributes : undefined,
    target.kind === 'target' ? target.target.username : undefined,
  )
}

function notDecidedWords(errors: Decided['errors']): Sentences {
  const [first] = errors
  if (first === undefined) return { answer: ['Not decided: the request is empty.'], because: [] }
  const { source, line } = first.range
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`
  return {
    answer: [`Not decided: the ${source} was not fully understood (line ${line}${more}).`],
    because: [first.message],
  }
}

function checkViews(trace: Trace, request: HTTPRequest, text: RequestText): readonly CheckView[] {
  const lines = new LineIndex('request', text.text)
  return trace.steps.flatMap(({ check }, step) =>
    check === undefined
      ? []
      : [
          {
            step,
            question: questionInWords(check),
            request: requestRanges(check, request, text, lines),
          },
        ],
  )
}

/** The words of the request that a check is about: the header that asks for that part of the target, or the request line. */
function requestRanges(
  check: Check,
  request: HTTPRequest,
  { form, text }: RequestText,
  lines: LineIndex,
): readonly SourceRange[] {
  const { purpose, attributes } = check
  if (purpose === 'action' || purpose === 'request') {
    const line = form === 'http' ? /\S.*/.exec(text) : null
    return line === null ? [] : [lines.range({ start: line.index, end: line.index + line[0].length })]
  }
  return request.headers.flatMap(({ name, value, span }) =>
    span !== undefined && asksFor(name.toLowerCase(), value, purpose, attributes.name) ? [lines.range(span)] : [],
  )
}

function asksFor(header: string, value: string, purpose: Check['purpose'], checked: string): boolean {
  switch (purpose) {
    case 'username':
      return header === 'impersonate-user'
    case 'uid':
      return header === 'impersonate-uid'
    case 'group':
      return header === 'impersonate-group' && (checked === '*' || checked === value)
    case 'extra':
      return header.startsWith('impersonate-extra-') && (checked === '*' || checked === value)
    default:
      return false
  }
}
