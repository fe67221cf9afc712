import { cleanPath, type Parameters, readQuery, targetOfParts, unescapePath } from '../../go/index.ts'
import { splitTarget, targetRefusal } from '../../http/index.ts'
import { quoted } from '../../text/index.ts'
import type { KubectlCall, RequestDraft } from './call.ts'

const EMPTY_FILE = '/dev/null'

/** Reads `--raw` of get, create, replace and delete (Go: kubectl's `rawhttp`). Undefined without the flag. */
export function readRaw(call: KubectlCall, method: string): RequestDraft | undefined {
  const raw = call.flag('raw')
  if (raw === undefined || raw.value === '') return undefined
  const { command } = call.invocation
  call.refuseWords(call.words, command === 'get' ? 'arguments may not be passed when --raw is specified' : undefined)
  for (const name of ['watch', 'watch-only', 'selector', 'output', 'interactive', 'edit', 'recursive']) {
    const use = call.flag(name)
    if (use === undefined || use.value === 'false' || (name === 'selector' && command === 'delete')) continue
    const detail =
      command === 'get' && name !== 'output'
        ? '--raw may not be specified with other flags that filter the server request or alter the output'
        : `--raw and --${name} are mutually exclusive`
    call.error('raw-with-flag', use.span, `kubectl refuses --${name} together with --raw.`, 'Leave it out.', detail)
  }
  const target = rawTarget(raw.value, call.requestTimeout())
  const body = command === 'get' ? '' : readFile(call, command !== 'delete')
  if (target !== undefined) return { method, target, ...(body === '' ? {} : { body }) }
  const fix = raw.value.startsWith('/') ? 'Write %25 for a percent sign.' : `--raw /${raw.value.replace(/^\/+/, '')}`
  const message = `Expected a path that begins with a slash after --raw, found ${quoted(raw.value)}.`
  call.error('invalid-raw', raw.span, message, fix, '--raw must be a valid URL path')
  return undefined
}

/** The body of a raw request from `-f`: the here-document after `-f -`; empty for files. */
function readFile(call: KubectlCall, needed: boolean): string {
  const file = call.flag('filename')
  if (file === undefined) {
    if (!needed) return ''
    const message = 'kubectl needs a file with the body of the raw request.'
    call.error('missing-file', call.span, message, `-f ${EMPTY_FILE}`, 'must specify one of -f and -k')
    return ''
  }
  const { stdin } = call.invocation
  if (file.value === '-' && stdin !== undefined) return stdin.value
  if (file.value !== EMPTY_FILE) {
    const message = 'The playground has no files, so the body is empty. No check reads it.'
    call.note('body-not-here', file.span, message, "Write -f - <<'EOF' and the body below it.")
  }
  return ''
}

const WITH_AUTHORITY = /^(?:https?:)?\/\/(?!\/)[^/?#]*/i

/**
 * The target that kubectl sends for a raw path (Go: client-go's `RequestURI`): it decodes the path, removes empty and dot
 * parts, encodes it again, sorts the query and drops the fragment. Of a URL it uses only path and query. Undefined if
 * kubectl refuses the path.
 */
export function rawTarget(raw: string, more: Parameters = []): string | undefined {
  if (!raw.startsWith('/') && !WITH_AUTHORITY.test(raw)) return undefined
  const withoutFragment = raw.split('#', 1).join()
  const rooted = withoutFragment.replace(WITH_AUTHORITY, '')
  const { path, query } = splitTarget(rooted.startsWith('/') ? rooted : `/${rooted}`)
  const decoded = targetRefusal(path) === undefined ? unescapePath(path) : undefined
  if (decoded === undefined || targetRefusal(`/?${query}`) !== undefined) return undefined
  return targetOfParts(cleanPath(decoded), [...parametersOf(query), ...more])
}

/** The parameters of a query in their order. */
export function parametersOf(query: string): Parameters {
  return [...readQuery(query).values].flatMap(([key, values]) => values.map((value) => [key, value] as const))
}
