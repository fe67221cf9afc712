import { escapeQuery } from '../go/index.ts'
import type { HTTPHeader } from '../http/index.ts'
import { expansionProblem, type Word } from '../shell/index.ts'
import type { Problem } from '../text/index.ts'
import type { CurlOption } from './options.ts'

/** The effect of curl's data options on the request. */
export interface CurlBody {
  /** The method: POST for data, PUT for an upload, else GET. */
  readonly method: string
  readonly body: string
  /** The query: the data with `-G`, else `--url-query`. */
  readonly query: string
  /** Headers that curl adds for the data. */
  readonly headers: readonly HTTPHeader[]
}

const FORM = 'application/x-www-form-urlencoded'
const DATA = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'])
const MULTIPART = new Set(['form', 'form-string'])

/** Joins `-d` and the similar options. Data from files is empty, with a note, because no check reads it. */
export function bodyOf(options: readonly CurlOption[], stdin: Word | undefined, problems: Problem[]): CurlBody {
  const data = options.filter(({ name }) => DATA.has(name))
  const upload = options.find(({ name }) => name === 'upload-file')
  const form = options.find(({ name }) => MULTIPART.has(name))
  const asQuery = options.filter(({ name }) => name === 'get').at(-1)?.value === 'true'
  const text = joined(data, stdin, problems)
  const kinds = [data[0], upload, form].filter((one) => one !== undefined)
  for (const { name, span } of kinds.slice(1)) {
    const detail = 'Warning: You can only select one HTTP request method!'
    const message = `curl refuses --${name} together with other data.`
    problems.push({ severity: 'error', code: 'data-twice', message, fix: 'Leave it out.', detail, span })
  }
  if (asQuery) return { method: 'GET', body: '', query: text, headers: [] }
  const query = options
    .filter(({ name }) => name === 'url-query')
    .map(({ value }) => queryPart(value))
    .join('&')
  if (data.length > 0) return { method: 'POST', body: text, query, headers: dataHeaders(data) }
  const file = upload ?? form
  if (file === undefined) return { method: 'GET', body: '', query, headers: [] }
  problems.push(notHere(file))
  const multipart = [{ name: 'Content-Type', value: 'multipart/form-data', span: file.span }]
  return upload === undefined
    ? { method: 'POST', body: '', query, headers: multipart }
    : { method: 'PUT', body: '', query, headers: [] }
}

function dataHeaders(data: readonly CurlOption[]): readonly HTTPHeader[] {
  const json = data.find(({ name }) => name === 'json')
  if (json !== undefined) return [{ name: 'Content-Type', value: 'application/json', span: json.span }]
  return data.slice(0, 1).map(({ span }) => ({ name: 'Content-Type', value: FORM, span }))
}

/** Pieces of data join with `&`, pieces of JSON with nothing. */
function joined(data: readonly CurlOption[], stdin: Word | undefined, problems: Problem[]): string {
  return data
    .map((option, index) => (index === 0 || option.name === 'json' ? '' : '&') + dataOf(option, stdin, problems))
    .join('')
}

function dataOf(option: CurlOption, stdin: Word | undefined, problems: Problem[]): string {
  const { name, value } = option
  if (name === 'data-raw') return value
  if (name === 'data-urlencode') return urlencoded(option, problems)
  if (!value.startsWith('@')) return value
  if (value !== '@-' || stdin === undefined) {
    problems.push(notHere(option))
    return ''
  }
  for (const one of stdin.expansions) problems.push(expansionProblem(one))
  return name === 'data' || name === 'data-ascii' ? stdin.value.replace(/[\r\n]/g, '') : stdin.value
}

/** `content`, `=content` and `name=content` are encoded; `@file` and `name@file` cannot be read. */
function urlencoded(option: CurlOption, problems: Problem[]): string {
  const { value } = option
  const equals = value.indexOf('=')
  const at = value.indexOf('@')
  if (equals === -1 && at !== -1) {
    problems.push(notHere(option))
    return at === 0 ? '' : `${value.slice(0, at)}=`
  }
  const name = equals > 0 ? value.slice(0, equals + 1) : ''
  return name + escapeQuery(equals === -1 ? value : value.slice(equals + 1))
}

/** `--url-query` accepts the values of `--data-urlencode`, and after `+` an encoded piece. */
function queryPart(value: string): string {
  if (value.startsWith('+')) return value.slice(1)
  const equals = value.indexOf('=')
  const name = equals > 0 ? value.slice(0, equals + 1) : ''
  return name + escapeQuery(equals === -1 ? value : value.slice(equals + 1))
}

function notHere({ name, span }: CurlOption): Problem {
  const message = `The playground has no files, so the data of --${name} is empty. No check reads it.`
  return { severity: 'note', code: 'body-not-here', message, span }
}
