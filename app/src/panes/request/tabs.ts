import type { Diagnostic, RequestForm, RequestText } from '@authz-playground/engine'
import type { PrintedRequest } from '@authz-playground/engine/internal/http'
import type { Source } from '../../session/index.ts'
import type { PrintedForms } from '../../worker/index.ts'

/**
 * The tabs of the request: a form of fields, the four texts that it can be written in, and what other clients need to
 * send it.
 */
export const TABS = [
  { id: 'form', title: 'Form' },
  { id: 'http', title: 'HTTP' },
  { id: 'kubectl', title: 'kubectl' },
  { id: 'curl', title: 'curl' },
  { id: 'review', title: 'Review' },
  { id: 'more', title: 'More' },
] as const

export type TabId = (typeof TABS)[number]['id']

/** The names of the forms in a sentence. */
export const FORM_NAMES: Readonly<Record<RequestForm, string>> = {
  http: 'HTTP request',
  kubectl: 'kubectl command',
  curl: 'curl command',
  review: 'access review',
}

export function isWritable(tab: TabId): tab is RequestForm {
  return tab === 'http' || tab === 'kubectl' || tab === 'curl' || tab === 'review'
}

/** The text that a tab shows. */
export interface TabText extends PrintedRequest {
  /** It is the written text. Otherwise it was printed from the written request. */
  readonly written: boolean
}

/** The text that the copy button of a form gives, and the words about it. */
export interface Copied {
  /** Undefined until it is printed. */
  readonly text: string | undefined
  readonly words: string
}

/**
 * What is copied of the written form. A command that somebody else wrote is copied as the page prints its request, since the shell of
 * whoever pastes it would run all of it. Where the page cannot print the whole, it is copied as it came.
 *
 * @param whole one request is all that the command sends
 * @param printed the request in this form; undefined until it is printed
 */
export function copiedOf(
  { form, text }: RequestText,
  source: Source | undefined,
  whole: boolean,
  printed: PrintedRequest | undefined,
): Copied {
  if (source === undefined) return { text, words: 'You wrote this form; the others follow.' }
  const came = `This form came with the ${source}; the others follow.`
  // The examples are the page’s own.
  if (source === 'example' || (form !== 'curl' && form !== 'kubectl')) return { text, words: came }
  if (whole && printed?.gap === undefined)
    return { text: printed?.text, words: `${came} Copy gives the command as the page prints it.` }
  return { text, words: `${came} Copy gives it as it came: read all of it before you run it.` }
}

/**
 * The request in a form: the written text in its own form; otherwise the text printed from the request, if it was ever
 * read.
 */
export function shownIn(
  tab: RequestForm,
  { form, text }: RequestText,
  printed: PrintedForms | undefined,
): TabText | undefined {
  if (tab === form) return { text, written: true }
  return printed && { ...withoutBareComment(printed.forms[tab]), written: false }
}

/**
 * A form that cannot express the request has only a comment that says so. The tab says the same, so the comment is
 * removed.
 */
export function withoutBareComment(printed: PrintedRequest): PrintedRequest {
  const { text, gap } = printed
  const bare = gap !== undefined && text.split('\n').every((line) => /^\s*(?:$|#|\/\/)/.test(line))
  return bare ? { text: '', gap } : printed
}

/** The sentence above a form that does not show all of the request, and the place that it is about. */
export interface Unread {
  readonly words: string
  readonly line: number
  readonly offset: number
}

/** What a tab shows of a request with errors: the rest of it, the last request that was read, or nothing. */
export type Remainder = 'rest' | 'last' | 'nothing'

/** Why a tab does not show the whole request, and what it shows. Undefined when everything was understood. */
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
  const what = `Line ${line}${others} of the ${FORM_NAMES[written]} ${lines === 1 ? 'was' : 'were'} not understood.`
  return { words: `${what} ${first.message} ${shows(tab, written, remainder)}`.trim(), line, offset }
}

function shows(tab: TabId, written: RequestForm, remainder: Remainder): string {
  if (remainder === 'nothing') return ''
  if (remainder === 'last') return 'What shows is the last request that could be read.'
  // The form of fields changes raw HTTP line by line, and keeps the other lines.
  const keeps = tab === 'more' || (tab === 'form' && written === 'http')
  return `What shows is the rest${keeps ? '' : '; an edit here leaves that out'}.`
}
