import { readCurl } from '../curl/index.ts'
import type { ReadRequest, RequestForm, RequestText } from '../http/index.ts'
import { readHTTP } from '../http/index.ts'
import { type Discovery, isAccessReviewKind } from '../kube/index.ts'
import { readKubectl } from '../kubectl/index.ts'
import { readReview } from '../review/index.ts'
import { parsedJSON } from '../text/index.ts'

const READERS: Readonly<Record<RequestForm, (text: string, discovery?: Discovery) => ReadRequest>> = {
  http: readHTTP,
  kubectl: readKubectl,
  curl: readCurl,
  review: readReview,
}

/**
 * Reads a request in the form that it is written in.
 *
 * @param discovery what the cluster serves, by which a kubectl command is read
 */
export function readRequest({ form, text }: RequestText, discovery?: Discovery): ReadRequest {
  return READERS[form](text, discovery)
}

/** Text that may come before a command: a terminal's prompt, `sudo`, `watch`, assignments of variables. */
const BEFORE_COMMAND =
  /^(?:PS [^\n>]{0,200}>|[^\s=]{0,200}[$%>#]|[$%>])?[ \t]*(?:(?:sudo|time|nohup|env|watch(?:[ \t]+-[^\s'"]{1,50}(?:[ \t]+[0-9.]+)?)*|[A-Za-z_][A-Za-z_0-9]{0,99}=[^\s'"]{0,200})[ \t]+)*/
const COMMAND = /^(?:[^\s'"=]{0,200}[/\\])?(kubectl|k|oc|curl)(?:\.exe)?(?:\s|$)/
/** A text that is printed into kubectl: `cat <<EOF | kubectl apply -f -`. */
const PIPED = /^(?:[$%>#][ \t]+)?(?:cat\b|echo[ \t])[^|]{0,2000}\|[ \t]*(?:kubectl|k|oc)[ \t]/
const REQUEST_LINE = /^[A-Z]{3,20}[ \t]+(?:\/|\*|https?:\/\/)/

/**
 * Detects the form of a pasted text; undefined if it is not clear. Blank lines, comments and a prompt before it do not
 * count.
 */
export function detectForm(pasted: string): RequestForm | undefined {
  const line = firstLine(pasted)
  if (REQUEST_LINE.test(line)) return 'http'
  if (PIPED.test(line)) return 'kubectl'
  const before = BEFORE_COMMAND.exec(line)?.[0] ?? ''
  const command = (COMMAND.exec(line.slice(before.length)) ?? COMMAND.exec(line))?.[1]
  if (command === undefined) return looksLikeReview(pasted) ? 'review' : undefined
  return command === 'k' || command === 'oc' ? 'kubectl' : (command as 'kubectl' | 'curl')
}

const KIND = /^["']?kind["']?[ \t]*:[ \t]*["']?(\w{1,60})["']?[ \t]*(?:#.*)?\r?$/m

/** Whether a text is a SubjectAccessReview, a LocalSubjectAccessReview or a SelfSubjectAccessReview, judged by its kind. */
export function looksLikeReview(text: string): boolean {
  if (!text.includes('SubjectAccessReview')) return false
  if (!/^\ufeff?\s*\{/.test(text)) return isAccessReviewKind(KIND.exec(text)?.[1] ?? '')
  const object = parsedJSON(text)?.json
  return typeof object === 'object' && object !== null && 'kind' in object && isAccessReviewKind(String(object.kind))
}

/** The first line that is not blank and not a comment, up to a length that is enough to detect the form. */
function firstLine(text: string): string {
  for (let start = text.startsWith('\ufeff') ? 1 : 0; start < text.length; ) {
    const lineFeed = text.indexOf('\n', start)
    const end = lineFeed === -1 ? text.length : lineFeed
    const line = text.slice(start, Math.min(end, start + 2000)).trim()
    if (line !== '' && !/^(?:#|\/\/)/.test(line)) return line
    start = end + 1
  }
  return ''
}
