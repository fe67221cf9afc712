import type { SourceRange } from '../text/index.ts'

/** The line of a range in words, and of which text where it is not the policy: "line 3 of the stored objects". */
export function lineInWords({ source, line }: Pick<SourceRange, 'source' | 'line'>): string {
  return `line ${line}${OF_TEXT[source]}`
}

const OF_TEXT: Readonly<Record<SourceRange['source'], string>> = {
  policy: '',
  request: ' of the request',
  objects: ' of the stored objects',
  'default-roles': ' of the default roles',
  webhook: ' of the webhook’s table',
  storedObject: ' of the stored object',
  webhookChanges: ' of what webhooks change',
  schema: ' of the schema',
  document: ' of the document',
}

/** A line as {@link lineInWords} mentions it, wherever in a sentence. */
export const MENTIONED_LINE = new RegExp(`\\bline \\d+(?:${Object.values(OF_TEXT).filter(Boolean).join('|')})?`, 'g')
