import type { Diagnostic, PrintedRequest, RequestForm, RequestText } from '@authz-playground/engine'
import type { RequestViews } from '../scenario/answer.ts'

/** The ways to see the request: a form of fields, the three texts that it can be written in, and what clients need to send it. */
export const TABS = [
  { id: 'form', title: 'Form' },
  { id: 'http', title: 'HTTP' },
  { id: 'kubectl', title: 'kubectl' },
  { id: 'curl', title: 'curl' },
  { id: 'more', title: 'More' },
] as const

export type TabId = (typeof TABS)[number]['id']

/** What the text of a form is called in a sentence. */
export const TEXT_NAMES: Readonly<Record<RequestForm, string>> = {
  http: 'HTTP request',
  kubectl: 'kubectl command',
  curl: 'curl command',
}

export function isWritable(tab: TabId): tab is RequestForm {
  return tab === 'http' || tab === 'kubectl' || tab === 'curl'
}

/** The text that a tab shows. */
export interface ShownText extends PrintedRequest {
  /** It is what a person wrote; else it was printed from that. */
  readonly written: boolean
}

/** The request in a form: what was written, in its own; in any other what was printed from it, if it was ever read. */
export function shownIn(
  tab: RequestForm,
  { form, text }: RequestText,
  views: RequestViews | undefined,
): ShownText | undefined {
  if (tab === form) return { text, written: true }
  return views && { ...views.forms[tab], written: false }
}

/** What is said above a form in which not all of the request shows, and the place that it is about. */
export interface Unread {
  readonly words: string
  readonly line: number
  readonly offset: number
}

/**
 * Why a tab does not show all that was written: some of it was not understood. `present`: the rest of it was. Undefined
 * when everything was understood.
 */
export function unreadIn(
  tab: TabId,
  written: RequestForm,
  diagnostics: readonly Diagnostic[],
  present: boolean,
): Unread | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (tab === written || first === undefined) return undefined
  const { line, start: offset } = first.range
  const lines = new Set(errors.map(({ range }) => range.line)).size
  const others = lines === 1 ? '' : lines === 2 ? ' and another' : ` and ${(lines - 1).toLocaleString('en')} others`
  const place = `Line ${line}${others} of the ${TEXT_NAMES[written]} ${lines === 1 ? 'was' : 'were'} not understood`
  if (!present) return { words: `${place}, so there is no request to show.`, line, offset }
  return { words: `${place}. The rest shows here${tab === 'more' ? '' : '; an edit leaves that out'}.`, line, offset }
}
