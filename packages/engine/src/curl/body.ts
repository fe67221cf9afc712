import { escapeQuery } from '../go/index.ts'
import type { HTTPHeader } from '../http/index.ts'
import { reportExpansions, type Word } from '../shell/index.ts'
import { type Problem, quoted } from '../text/index.ts'
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

/** What is needed beside an option with data to read it. */
interface Around {
  readonly stdin: Word | undefined
  /** The server of the URL, as it is written. */
  readonly server: string
  readonly problems: Problem[]
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
  const around = { stdin, server: serverOf(options), problems }
  const text = joined(data, around)
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
  problems.push(notHere(file, around))
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
function joined(data: readonly CurlOption[], around: Around): string {
  return data
    .map((option, index) => (index === 0 || option.name === 'json' ? '' : '&') + dataOf(option, around))
    .join('')
}

function dataOf(option: CurlOption, around: Around): string {
  const { stdin, problems } = around
  const { name, value } = option
  if (name === 'data-raw') return value
  if (name === 'data-urlencode') return urlencoded(option, around)
  if (!value.startsWith('@')) return value
  if (value !== '@-' || stdin === undefined) {
    problems.push(notHere(option, around))
    return ''
  }
  reportExpansions(stdin, problems)
  return name === 'data' || name === 'data-ascii' ? stdin.value.replace(/[\r\n]/g, '') : stdin.value
}

/** `content`, `=content` and `name=content` are encoded; `@file` and `name@file` cannot be read. */
function urlencoded(option: CurlOption, around: Around): string {
  const { value } = option
  const equals = value.indexOf('=')
  const at = value.indexOf('@')
  if (equals === -1 && at !== -1) {
    around.problems.push(notHere(option, around))
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

/** The note on data that is not here: that of a file, which curl sends to the server of the URL, and that of a form. */
function notHere({ name, value, span }: CurlOption, { server }: Around): Problem {
  const isFile = (name !== 'form' || /=[@<]/.test(value)) && name !== 'form-string' && !/^@?-$/.test(value)
  const sent = isFile ? ` Where this command is run, a file of that machine is sent to ${quoted(server)}.` : ''
  const why = isFile || value.endsWith('-') ? 'The playground has no files, so the' : 'The'
  const message = `${why} data of --${name} is empty here; no check reads it.${sent}`
  return { severity: 'note', code: 'body-not-here', message, span }
}

function serverOf(options: readonly CurlOption[]): string {
  const url = options.find(({ name }) => name === 'url')?.value ?? ''
  return /^(?:[A-Za-z][\w+.-]*:\/\/)?(?:[^/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? ''
}
