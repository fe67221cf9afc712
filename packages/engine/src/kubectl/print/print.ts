import type { HTTPRequest, PrintedRequest } from '../../http/index.ts'
import { asksTheSame } from '../../http/index.ts'
import { ANY_VERSION, type Discovery } from '../../kube/index.ts'
import { hereDocument, quoteWord } from '../../shell/index.ts'
import { quoted } from '../../text/index.ts'
import { rawTarget } from '../commands/raw.ts'
import { impersonationFlags } from '../impersonation.ts'
import type { PrintedCommand } from './address.ts'
import { printedCommand } from './print-command.ts'

/**
 * Prints a request as the usual kubectl command for it, else with `--raw`. The command's request has the same verb,
 * resource or path, selectors and impersonation. Parts that no check reads may differ: kubectl adds a limit and a field
 * manager, and chooses the other headers. If kubectl cannot send such a request, the text is a comment with the reason.
 *
 * @param discovery what the cluster serves: a type gets its version where kubectl would choose another one
 */
export function printKubectl(request: HTTPRequest, discovery: Discovery = ANY_VERSION): PrintedRequest {
  const impersonation = impersonationFlags(request.headers)
  if ('gap' in impersonation) return commentOnly(`${impersonation.gap}.`)
  const command = printedCommand(request, discovery) ?? rawCommand(request)
  if (typeof command === 'string') return commentOnly(command)
  const run = command.afterDashes === undefined ? [] : [['--', ...command.afterDashes].join(' ')]
  const line = wrapped(['kubectl', ...command.words].join(' '), [...impersonation.flags, ...run])
  const text = command.stdin === undefined ? line : `${line} ${hereDocument(command.stdin)}`
  return command.gap === undefined ? { text } : { text, gap: command.gap }
}

function commentOnly(gap: string): PrintedRequest {
  return { text: `# ${gap}`, gap }
}

const WIDTH = 90

/** The command in one line; if that is too long, with a line for each flag. */
function wrapped(command: string, flags: readonly string[]): string {
  const line = [command, ...flags].join(' ')
  return line.length <= WIDTH ? line : [command, ...flags].join(' \\\n  ')
}

const RAW_COMMANDS = new Map([
  ['GET', 'get'],
  ['POST', 'create'],
  ['PUT', 'replace'],
  ['DELETE', 'delete'],
])

/** The command with `--raw` that sends a request, without its impersonation; or the reason why there is none. */
export function rawCommand(request: HTTPRequest): PrintedCommand | string {
  const { method, target, body } = request
  const command = RAW_COMMANDS.get(method)
  if (command === undefined) {
    return method === 'PATCH'
      ? 'kubectl sends PATCH only to an object that it finds by type and name, and this path names none in that way.'
      : `kubectl sends no ${quoted(method)} requests.`
  }
  // Clients read # as the start of a fragment; servers read it as an ordinary character.
  const typed = target.replaceAll('#', '%23')
  const sent = rawTarget(typed)
  if (sent === undefined || !asksTheSame(request, { ...request, target: sent })) {
    return `kubectl decodes and cleans paths before it sends them, and would not send ${quoted(target)} as it is.`
  }
  const raw = [command, `--raw=${quoteWord(typed)}`]
  if (command === 'get') return { words: raw, ...(body === '' ? {} : { gap: WITHOUT_BODY }) }
  if (body !== '') return { words: [...raw, '-f', '-'], stdin: body }
  return { words: command === 'delete' ? raw : [...raw, '-f', '/dev/null'] }
}

const WITHOUT_BODY = 'kubectl sends no body with GET: the command leaves it out. No check reads it.'
