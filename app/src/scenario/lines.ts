import type { SourceRange } from '@authz-playground/engine'

/** The line of a range as the engine’s sentences mention it: "line 12", "line 3 of the stored objects". */
export function lineOf({ source, line }: Pick<SourceRange, 'source' | 'line'>): string {
  return `line ${line}${OF_TEXT[source]}`
}

const OF_TEXT: Readonly<Record<SourceRange['source'], string>> = {
  policy: '',
  request: ' of the request',
  objects: ' of the stored objects',
  'default-roles': ' of the default roles',
  storedObject: ' of the stored object',
  webhookChanges: ' of what webhooks change',
  schema: ' of the schema',
  webhook: ' of the webhook’s table',
}

/** A line as {@link lineOf} mentions it, wherever in a sentence. */
export const MENTIONED_LINE = new RegExp(`\\bline \\d+(?:${Object.values(OF_TEXT).filter(Boolean).join('|')})?`, 'g')
