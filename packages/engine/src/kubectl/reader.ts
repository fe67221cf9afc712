import type { HTTPRequest, ReadRequest } from '../http/index.ts'
import { type CommandLine, expansionProblem, splitCommand, type Word } from '../shell/index.ts'
import { diagnosticsOf, LineIndex, type Problem, quoted, type Span } from '../text/index.ts'
import { type Draft, KubectlCall } from './call.ts'
import { noRequest } from './command.ts'
import { CommandTable, type KubectlCommands } from './commands.ts'
import { impersonationHeaders } from './impersonation.ts'
import { readInvocation } from './invocation.ts'
import { refuseManifest } from './manifest.ts'
import type { RawReading } from './raw.ts'

/** What is said of a request beside what is wrong with it. */
export type KubectlAdvice = (request: HTTPRequest, command: Span) => readonly Problem[]

/** Reads a command; what `rawReading` throws passes through. */
export type KubectlReader = (text: string, rawReading: () => RawReading) => ReadRequest

/** Makes a reader of these commands. Without advice only what is wrong is said. */
export function kubectlReader(commands: KubectlCommands, advice?: KubectlAdvice): KubectlReader {
  const table = new CommandTable(commands)
  return (text, rawReading) => {
    const problems: Problem[] = []
    const request = readLine(splitCommand(text), problems, table, advice, rawReading)
    return {
      ...(request === undefined ? {} : { request }),
      diagnostics: diagnosticsOf(problems, new LineIndex('request', text)),
    }
  }
}

function readLine(
  { words, stdin, problems: shellProblems }: CommandLine,
  problems: Problem[],
  table: CommandTable,
  advice: KubectlAdvice | undefined,
  rawReading: () => RawReading,
): HTTPRequest | undefined {
  for (const problem of shellProblems) problems.push(problem)
  const afterKubectl = wordsAfterKubectl(words, problems, table)
  if (afterKubectl === undefined) return undefined
  const invocation = readInvocation(afterKubectl, stdin, problems, table)
  if (invocation === undefined) return undefined
  const call = new KubectlCall(invocation, problems, rawReading)
  const headers = impersonationHeaders(invocation, problems)
  const draft = readCommand(call, table)
  if (draft === undefined) return undefined
  const body = draft.body ?? ''
  if (stdin !== undefined && body === stdin.value)
    for (const one of stdin.expansions) problems.push(expansionProblem(one))
  const content = draft.contentType === undefined ? [] : [{ name: 'Content-Type', value: draft.contentType }]
  const request = { method: draft.method, target: draft.target, headers: [...headers, ...content], body }
  for (const problem of advice?.(request, invocation.commandSpan) ?? []) problems.push(problem)
  return request
}

function readCommand(call: KubectlCall, table: CommandTable): Draft | undefined {
  const { command } = call.invocation
  const help = call.flag('help')
  if (help !== undefined && call.isOn('help')) {
    call.problems.push(noRequest('With --help kubectl explains itself and sends nothing.', help.span))
    return undefined
  }
  if (readsManifest(call)) {
    refuseManifest(call, METHODS.get(command) ?? 'GET')
    return undefined
  }
  return table.readerOf(command)?.(call)
}

const METHODS = new Map([
  ['create', 'POST'],
  ['delete', 'DELETE'],
  ['replace', 'PUT'],
  ['patch', 'PATCH'],
])

/** `-f` is something else in `kubectl logs`, and `--raw` takes only a body from it. */
function readsManifest(call: KubectlCall): boolean {
  return ['filename', 'kustomize'].some((name) => call.flag(name) !== undefined) && call.flag('raw') === undefined
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z_0-9]*=/
const KUBECTL = /^(?:.*[/\\])?(?:kubectl|k)(?:\.exe)?$/s
/** Programs that run kubectl with what follows. */
const WRAPPERS = new Set(['sudo', 'k3s', 'microk8s', 'minikube', 'command', 'exec', 'time'])

/** The words after `kubectl`, past assignments of variables and programs that start it. */
function wordsAfterKubectl(
  words: readonly Word[],
  problems: Problem[],
  table: CommandTable,
): readonly Word[] | undefined {
  const named = words.findIndex(({ value }) => !ASSIGNMENT.test(value) && !WRAPPERS.has(value))
  const first = words[named]
  if (first === undefined) {
    const span = words[0]?.span ?? { start: 0, end: 0 }
    const message = 'There is no kubectl command yet.'
    problems.push({ severity: 'error', code: 'empty-request', message, fix: 'kubectl get pods', span })
    return undefined
  }
  if (!KUBECTL.test(first.value)) return withoutKubectl(words.slice(named), first, problems, table)
  const rest = words.slice(named + 1)
  return words[named - 1]?.value === 'minikube' && rest[0]?.value === '--' ? rest.slice(1) : rest
}

function withoutKubectl(
  words: readonly Word[],
  first: Word,
  problems: Problem[],
  table: CommandTable,
): readonly Word[] | undefined {
  const isCommand = table.readerOf(first.value) !== undefined
  const other = first.value === 'curl' || /^[A-Z]+$/.test(first.value)
  const message = `Expected a kubectl command, found ${quoted(first.value)}.`
  const fix = isCommand
    ? `kubectl ${first.value}`
    : other
      ? `Paste it as ${first.value === 'curl' ? 'curl' : 'raw HTTP'}, or write a kubectl command.`
      : 'Begin with kubectl; what other programs do is not known here.'
  problems.push({ severity: 'error', code: 'not-kubectl', message, fix, span: first.span })
  return isCommand ? words : undefined
}
