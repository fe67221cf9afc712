import type { HTTPHeader, HTTPRequest, ReadRequest } from '../http/index.ts'
import { adviceOn } from '../http/index.ts'
import { ANY_VERSION, type Discovery } from '../kube/index.ts'
import {
  isAssignment,
  isWrapper,
  noteProgram,
  reportExpansions,
  type ShellCommand,
  splitCommand,
  type Word,
} from '../shell/index.ts'
import { diagnosticsOf, LineIndex, type Problem, quoted } from '../text/index.ts'
import { noRequest } from './command-line/command.ts'
import { CommandTable } from './command-line/command-table.ts'
import { isFlag } from './command-line/flags.ts'
import type { Invocation } from './command-line/invocation.ts'
import { readInvocation } from './command-line/read-invocation.ts'
import { ASK_COMMANDS } from './commands/ask.ts'
import { KubectlCall, type KubectlCommands, type RequestDraft } from './commands/call.ts'
import { CREATE_COMMANDS } from './commands/create.ts'
import { CREATE_ROLE_COMMANDS } from './commands/create-role.ts'
import { EDIT_COMMANDS } from './commands/edit.ts'
import { EXEC_COMMANDS } from './commands/exec.ts'
import { GET_COMMANDS } from './commands/get.ts'
import { readManifest } from './commands/manifest.ts'
import { PATCH_COMMANDS } from './commands/patch.ts'
import { RUN_COMMANDS } from './commands/run.ts'
import { impersonationHeaders } from './impersonation.ts'
import { OC, wordsOfKubectl } from './openshift-commands.ts'

/**
 * Converts a kubectl command to the request that kubectl 1.36 sends for it: method, target, `Impersonate-*` headers, and
 * the body if the command line determines it. If kubectl sends several requests, a note says which one is shown, or an
 * error says that no single request represents the command. Nothing is run: a note names each namespace or version that
 * kubectl would get from the kubeconfig or the cluster and that is assumed here. Each header has the span of its flag.
 * `discovery`: what the cluster serves.
 */
export function readKubectl(text: string, discovery: Discovery = ANY_VERSION): ReadRequest {
  const problems: Problem[] = []
  const read = readLine(splitCommand(text), problems, discovery)
  return {
    ...read,
    diagnostics: diagnosticsOf(problems, new LineIndex('request', text)),
  }
}

const COMMANDS: KubectlCommands = {
  ...GET_COMMANDS,
  ...PATCH_COMMANDS,
  ...EDIT_COMMANDS,
  ...EXEC_COMMANDS,
  ...CREATE_COMMANDS,
  ...CREATE_ROLE_COMMANDS,
  ...RUN_COMMANDS,
  ...ASK_COMMANDS,
}
const TABLE = new CommandTable(COMMANDS)

/** The command, flags and words of a kubectl command. Undefined where none is found, which is reported. */
export function invocationOf({ words, stdin }: ShellCommand, problems: Problem[]): Invocation | undefined {
  const afterKubectl = wordsAfterKubectl(words, problems)
  return afterKubectl && readInvocation(afterKubectl, stdin, problems, TABLE)
}

function readLine(
  command: ShellCommand,
  problems: Problem[],
  discovery: Discovery,
): Pick<ReadRequest, 'request' | 'command' | 'question'> {
  const { stdin } = command
  for (const problem of command.problems) problems.push(problem)
  const invocation = invocationOf(command, problems)
  if (invocation === undefined) return {}
  const call = new KubectlCall(invocation, problems, discovery)
  const headers = impersonationHeaders(invocation, problems)
  const draft = readCommand(call)
  if (draft === undefined) return {}
  const body = draft.body ?? ''
  if (stdin !== undefined && (body === stdin.value || call.files !== undefined)) reportExpansions(stdin, problems)
  const request = requestOf(draft, headers)
  problems.push(...adviceOn(request, invocation.commandSpan).filter(({ code }) => !SAID_ALREADY.has(code)))
  if (!call.sent.some((one) => one.draft === draft)) {
    const { question } = call
    if (call.sent.length === 0) return { request, ...(question && { question }) }
    call.send(draft)
  }
  if (call.sent.length === 1) return { request }
  const all = call.sent.map(({ draft: one, ...when }) => {
    return { request: one === draft ? request : requestOf(one, headers), ...when }
  })
  return { request, command: all }
}

function requestOf({ method, target, body = '', contentType }: RequestDraft, own: readonly HTTPHeader[]): HTTPRequest {
  const content = contentType === undefined ? [] : [{ name: 'Content-Type', value: contentType }]
  return { method, target, headers: [...own, ...content], body }
}

/** Codes of advice about headers that does not apply to headers from kubectl's flags. */
const SAID_ALREADY: ReadonlySet<string> = new Set(['empty-header', 'comma-in-group'])

function readCommand(call: KubectlCall): RequestDraft | undefined {
  const { command } = call.invocation
  const help = call.flag('help')
  if (help !== undefined && call.isOn('help')) {
    call.problems.push(noRequest('With --help kubectl explains itself and sends nothing.', help.span))
    return undefined
  }
  call.files = readManifest(call)
  if (call.files?.length === 0) return undefined
  return COMMANDS[command]?.read(call)
}

const KUBECTL = /^(?:.*[/\\])?(?:kubectl|k)(?:\.exe)?$/s
/** The position of the program: after assignments of variables, and after programs that run it, with their flags. */
function programAt(words: readonly Word[]): number {
  const first = words.findIndex((word) => !isAssignment(word) && !isWrapper(word))
  const wrapped = words.slice(0, first).some(isWrapper)
  if (first === -1 || !wrapped) return first
  const program = words.findIndex(({ value }) => KUBECTL.test(value) || OC.test(value))
  const before = words.slice(first, program)
  const flags = before.every(({ value }, index) => {
    return isFlag(value) || /^[0-9.]+[smhd]?$/.test(value) || isFlag(before[index - 1]?.value ?? '')
  })
  return program !== -1 && flags ? program : first
}

/** The words after `kubectl`. Variable assignments and programs that start kubectl may come before it. */
function wordsAfterKubectl(words: readonly Word[], problems: Problem[]): readonly Word[] | undefined {
  const named = programAt(words)
  const first = words[named]
  if (first === undefined) {
    const span = words[0]?.span ?? { start: 0, end: 0 }
    const message = 'There is no kubectl command yet.'
    problems.push({ severity: 'error', code: 'empty-request', message, fix: 'kubectl get pods', span })
    return undefined
  }
  if (!TABLE.isCommand(first.value)) noteProgram(words, named, problems)
  if (/^(?:.*\/)?authz-playground$/s.test(first.value) && words[named + 1]?.value === 'who-can')
    return words.slice(named + 1)
  if (OC.test(first.value)) return wordsOfKubectl(words.slice(named + 1), problems)
  if (!KUBECTL.test(first.value)) return withoutKubectl(words.slice(named), first, problems)
  const rest = words.slice(named + 1)
  return words[named - 1]?.value === 'minikube' && rest[0]?.value === '--' ? rest.slice(1) : rest
}

function withoutKubectl(words: readonly Word[], first: Word, problems: Problem[]): readonly Word[] | undefined {
  const isCommand = TABLE.isCommand(first.value)
  const other = first.value === 'curl' || /^[A-Z]+$/.test(first.value)
  const message = `Expected a kubectl command, found ${quoted(first.value)}.`
  const fix = isCommand
    ? `kubectl ${first.value}`
    : other
      ? `Paste it as ${first.value === 'curl' ? 'curl' : 'raw HTTP'}, or write a kubectl command.`
      : 'Begin with kubectl; the playground does not know other programs.'
  problems.push({ severity: 'error', code: 'not-kubectl', message, fix, span: first.span })
  return isCommand ? words : undefined
}
