import { escapePath } from '../go/index.ts'
import type { HTTPRequest, ReadRequest } from '../http/index.ts'
import { adviceOn, canonicalHeaderName, isToken, splitTarget, targetRefusal } from '../http/index.ts'
import { isAssignment, noteOption, noteProgram, type ShellCommand, splitCommand, type Word } from '../shell/index.ts'
import { diagnosticsOf, LineIndex, type Problem, quoted } from '../text/index.ts'
import { bodyOf } from './body.ts'
import { readCurlHeader } from './header.ts'
import { type CurlOption, readCurlOptions } from './options.ts'
import { targetOfURL } from './url.ts'

/**
 * Reads a curl command as the request that curl sends for it: method, path and query, headers, body. Headers that curl
 * adds by itself are left out, except the content type of a body. Options for the server and the credentials (host,
 * certificates, tokens) are parsed and do not affect the decision. Each header has the span of its option.
 */
export function readCurl(text: string): ReadRequest {
  const problems: Problem[] = []
  const request = readLine(splitCommand(text), problems)
  return {
    ...(request === undefined ? {} : { request }),
    diagnostics: diagnosticsOf(problems, new LineIndex('request', text)),
  }
}

/** Unsupported options, and why. */
const NOT_FOLLOWED: ReadonlyMap<string, string> = new Map([
  ['config', 'reads more options from a file, and the playground has no files'],
  ['next', 'begins another request'],
  ['help', 'makes curl explain itself and send nothing'],
  ['manual', 'makes curl explain itself and send nothing'],
  ['version', 'makes curl print its version and send nothing'],
])

/** Options with credentials. */
const CREDENTIALS = new Set(['cert', 'key', 'netrc', 'netrc-file', 'oauth2-bearer', 'user'])

function readLine(
  { words, stdin, problems: shellProblems }: ShellCommand,
  problems: Problem[],
): HTTPRequest | undefined {
  for (const problem of shellProblems) problems.push(problem)
  const afterCurl = wordsAfterCurl(words, problems)
  if (afterCurl === undefined) return undefined
  const options = readCurlOptions(afterCurl, problems)
  for (const { name, value, span } of options) {
    if (value !== 'false') noteOption('curl', name, value, span, problems)
    const why = NOT_FOLLOWED.get(name)
    if (why !== undefined) {
      const message = `The option --${name} ${why}.`
      problems.push({ severity: 'error', code: 'option-not-followed', message, fix: 'Leave it out.', span })
    }
  }
  const credential = options.find(({ name }) => CREDENTIALS.has(name))
  if (credential !== undefined) {
    const message = `The requestor is set separately from the command: --${credential.name} has no effect here.`
    problems.push({ severity: 'note', code: 'who-asks', message, setting: 'requestor', span: credential.span })
  }
  const given = headersOf(options, problems)
  const { query, ...body } = bodyOf(options, stdin, problems)
  const url = urlOf(options, afterCurl, problems)
  const target = url === undefined ? undefined : readTarget(url, options, query, problems)
  if (url === undefined || target === undefined) return undefined
  const method = methodOf(options, body.method, problems)
  const own = canonicalNames(given)
  const added = body.headers.filter(({ name }) => !own.has(name))
  const headers = [...given.flatMap(({ header }) => header ?? []), ...added]
  const request = { method, target, headers, body: body.body }
  for (const problem of adviceOn(request, url.span)) problems.push(problem)
  return request
}

type Given = ReturnType<typeof readCurlHeader>

function headersOf(options: readonly CurlOption[], problems: Problem[]): readonly Given[] {
  return options.filter(({ name }) => name === 'header').map((option) => readCurlHeader(option, problems))
}

/** Headers that curl does not add when the command sets or removes them. */
function canonicalNames(given: readonly Given[]): ReadonlySet<string> {
  return new Set(given.map(({ name }) => canonicalHeaderName(name)))
}

function last(options: readonly CurlOption[], name: string): CurlOption | undefined {
  return options.filter((option) => option.name === name).at(-1)
}

function isOn(options: readonly CurlOption[], name: string): boolean {
  return last(options, name)?.value === 'true'
}

function urlOf(options: readonly CurlOption[], words: readonly Word[], problems: Problem[]): CurlOption | undefined {
  const [first, ...others] = options.filter(({ name }) => name === 'url')
  if (first === undefined) {
    const span = { start: words[0]?.span.start ?? 0, end: words.at(-1)?.span.end ?? 0 }
    const message = 'Expected a URL.'
    const fix = 'curl https://localhost:6443/api/v1/namespaces/default/pods'
    problems.push({ severity: 'error', code: 'missing-url', message, fix, span })
  }
  for (const { span } of others) {
    const message = 'curl sends a request to each URL. One request is decided at a time.'
    problems.push({ severity: 'error', code: 'several-requests', message, fix: 'Leave out all URLs but one.', span })
  }
  return first
}

function readTarget(
  url: CurlOption,
  options: readonly CurlOption[],
  query: string,
  problems: Problem[],
): string | undefined {
  const handling = { globbing: !isOn(options, 'globoff'), pathAsIs: isOn(options, 'path-as-is') }
  const asked = targetOfURL(url, handling, problems)
  const override = last(options, 'request-target')
  if (asked === undefined) return undefined
  const target = override?.value ?? withQuery(withFileName(asked, options), query)
  const refusal = targetRefusal(target)
  if (refusal === undefined && !target.includes(' ')) return target
  const span = override?.span ?? url.span
  if (refusal?.why === 'escape') {
    const found = quoted(target.slice(refusal.at, refusal.at + 3))
    const message = `${found} is not a percent escape, which is % and two hexadecimal digits.`
    const fix = 'Write %25 for a percent sign.'
    problems.push({ severity: 'error', code: 'invalid-escape', message, fix, detail: '400 Bad Request', span })
  } else {
    const message = `No server accepts ${quoted(target)} as a target.`
    problems.push({
      severity: 'error',
      code: 'invalid-target',
      message,
      fix: '/api/v1/pods',
      detail: '400 Bad Request',
      span,
    })
  }
  return undefined
}

function withQuery(target: string, query: string): string {
  if (query === '') return target
  const { path } = splitTarget(target)
  return `${target}${path === target ? '?' : '&'}${query}`
}

/** An upload to a URL that ends in a slash goes to the file's name below it. */
function withFileName(target: string, options: readonly CurlOption[]): string {
  const file = last(options, 'upload-file')?.value ?? '-'
  const { path } = splitTarget(target)
  const name = file.slice(file.lastIndexOf('/') + 1)
  return file === '-' || !path.endsWith('/') ? target : `${path}${escapePath(name)}${target.slice(path.length)}`
}

/** `-X` overrides `-I`, which overrides the method of the data. */
function methodOf(options: readonly CurlOption[], byBody: string, problems: Problem[]): string {
  const head = last(options, 'head')
  const isHead = head?.value === 'true'
  if (isHead && byBody !== 'GET') {
    const detail = 'Warning: You can only select one HTTP request method!'
    const message = 'curl refuses -I together with data to send.'
    problems.push({
      severity: 'error',
      code: 'head-with-data',
      message,
      fix: 'Leave out the one or the other.',
      detail,
      span: head.span,
    })
  }
  const request = last(options, 'request')
  const byDefault = isHead ? 'HEAD' : byBody
  if (request === undefined) return byDefault
  if (isToken(request.value)) return request.value
  const message = `${quoted(request.value)} is not an HTTP method.`
  const fix = 'GET, POST, PUT, PATCH or DELETE'
  problems.push({ severity: 'error', code: 'invalid-method', message, fix, span: request.span })
  return byDefault
}

const CURL = /^(?:.*[/\\])?curl(?:\.exe)?$/s

function wordsAfterCurl(words: readonly Word[], problems: Problem[]): readonly Word[] | undefined {
  const named = words.findIndex((word) => !isAssignment(word) && word.value !== 'sudo')
  const first = words[named]
  const fix = 'curl https://localhost:6443/api/v1/namespaces/default/pods'
  if (first === undefined) {
    const span = words[0]?.span ?? { start: 0, end: 0 }
    problems.push({ severity: 'error', code: 'empty-request', message: 'There is no curl command yet.', fix, span })
    return undefined
  }
  if (CURL.test(first.value)) {
    noteProgram(words, named, problems)
    return words.slice(named + 1)
  }
  const form = /^(?:kubectl|k)$/.test(first.value) ? 'kubectl' : /^[A-Z]+$/.test(first.value) ? 'raw HTTP' : undefined
  const message = `Expected a curl command, found ${quoted(first.value)}.`
  const mend = form === undefined ? fix : `Paste it as ${form}, or write a curl command.`
  problems.push({ severity: 'error', code: 'not-curl', message, fix: mend, span: first.span })
  return undefined
}
