import type { Diagnostic, RequestForm, RequestText } from '@authz-playground/engine'
import type { PrintedRequest } from '@authz-playground/engine/requests'
import type { PrintedForms } from '../../worker/index.ts'

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

/** The request in a form: what was written, in its own; in any other what was printed from it, once it is. */
export function shownIn(
  tab: RequestForm,
  { form, text }: RequestText,
  printed: PrintedForms | undefined,
): ShownText | undefined {
  if (tab === form) return { text, written: true }
  return printed && { ...withoutBareComment(printed.forms[tab]), written: false }
}

/** A form that cannot carry the request says so in a comment and nothing else. As the gap says the same, the text is empty then. */
export function withoutBareComment(printed: PrintedRequest): PrintedRequest {
  const { text, gap } = printed
  const bare = gap !== undefined && text.split('\n').every((line) => /^\s*(?:$|#|\/\/)/.test(line))
  return bare ? { text: '', gap } : printed
}

/** What is said above a form in which not all of the request shows, and the place that it is about. */
export interface Unread {
  readonly words: string
  readonly line: number
  readonly offset: number
}

/** What shows of a request that was not understood in full: the rest of it, the last one that was, or nothing. */
export type Remainder = 'rest' | 'last' | 'nothing'

/** Why a tab does not show all that was written, and what it shows. Undefined when everything was understood. */
export function unreadIn(
  tab: TabId,
  written: RequestForm,
  diagnostics: readonly Diagnostic[],
  remainder: Remainder,
): Unread | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (tab === written || first === undefined) return undefined
  const { line, start: offset } = first.range
  const lines = new Set(errors.map(({ range }) => range.line)).size
  const others = lines === 1 ? '' : lines === 2 ? ' and another' : ` and ${(lines - 1).toLocaleString('en')} others`
  const what = `Line ${line}${others} of the ${TEXT_NAMES[written]} ${lines === 1 ? 'was' : 'were'} not understood.`
  return { words: `${what} ${first.message} ${shows(tab, written, remainder)}`.trim(), line, offset }
}

function shows(tab: TabId, written: RequestForm, remainder: Remainder): string {
  if (remainder === 'nothing') return ''
  if (remainder === 'last') return 'What shows is the last request that could be read.'
  // The form of fields changes raw HTTP line by line, and keeps the others.
  const keeps = tab === 'more' || (tab === 'form' && written === 'http')
  return `What shows is the rest${keeps ? '' : '; an edit here leaves that out'}.`
}
