import type { RichText, Trace } from '@authz-playground/engine'
import { statusLine } from '@authz-playground/pictures'
import type { AnswerView, Effects } from '../../worker/index.ts'

/** The HTTP response, as far as the authorization chain writes it. */
export function responseText({ code, contentType, body }: Effects['response']): string {
  return [
    `HTTP/1.1 ${statusLine(code)}`,
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    ...(body === '' ? [] : ['', body]),
  ].join('\n')
}

/** The points of a design's statement, with their titles. */
export const POINTS: readonly (readonly [keyof AnswerView['design']['statement'], string])[] = [
  ['checks', 'Order of checks'],
  ['identity', 'Identity'],
  ['headers', 'Headers'],
  ['fallback', 'Legacy'],
  ['error', 'Error'],
  ['groups', 'Groups'],
  ['audit', 'Audit event'],
]

/** A design and how its document is read, as text to copy. */
export function designText({ title, summary, sources, statement, assumptions, assumed }: AnswerView['design']): string {
  return [
    title,
    summary,
    ...POINTS.map(([point, name]) => `${name}: ${statement[point]}`),
    ...sources.map(({ document, section, url, asReviewed }) =>
      [`${document}${asReviewed ? ', as reviewed' : ''}, ${section}`, ...(url === undefined ? [] : [url])].join(': '),
    ),
    ...assumptions.map(({ id, text, options }) => {
      const { reading } = options.find((option) => option.id === assumed[id]) ?? options[0]
      return `The text: ${text}\nThe playground: ${reading}`
    }),
  ].join('\n\n')
}

/** The summaries for the closed drawers. */
export function glances(
  effects: Effects,
  trace: Trace | undefined,
): Readonly<Record<'response' | 'audit' | 'metrics', RichText>> {
  const counters = effects.metrics.split('\n').filter((line) => line !== '').length
  return {
    response: [statusLine(effects.response.code)],
    audit: effects.audit === undefined ? ['none'] : auditGlance(trace),
    metrics: [counters === 0 ? 'none' : counters === 1 ? '1 counter' : `${counters} counters`],
  }
}

function auditGlance(trace: Trace | undefined): RichText {
  if (trace?.constraint !== undefined) return [{ code: trace.constraint }]
  return ['no ', { code: trace?.impersonatedUser === undefined ? 'impersonatedUser' : 'impersonationConstraint' }]
}
