import { type Problem, quoted, type Span } from '../text/index.ts'
import type { Word } from './shell-word.ts'

/** The programs whose options are known here. */
export type Program = 'curl' | 'kubectl'

/** What a part of a command does, as the rest of a sentence; undefined where it does nothing beside the request. */
type Effect = (value: string) => string | undefined

const writes: Effect = (file) =>
  file === '-' || file === '/dev/null' || file === '' ? undefined : `writes the file ${quoted(file)}`
const reads: Effect = (file) => `reads the file ${quoted(file)}`
const bySomeoneElse: Effect = (server) => `sends the request by way of ${quoted(server)}`
const elsewhere: Effect = (server) => `sends the request to ${quoted(server)}`
const fromKubeconfig: Effect = (file) =>
  `reads the file ${quoted(file)}, which can name another server and programs to run for credentials`
const loads: Effect = (file) => `loads code from ${quoted(file)} into the program`
const runs: Effect = (program) => `can run ${quoted(program)}`
const settings: Effect = (place) => `reads settings of the program from ${quoted(place)}`
const trusts: Effect = (file) => `trusts the certificates in ${quoted(file)}`

/**
 * Options that do something on the machine where the command is run, or send the request elsewhere. Sources: curl(1); kubectl options.
 * Options with credentials are not in it, nor `--config` and `--next` of curl, which are errors.
 */
const OPTIONS: Readonly<Record<Program, Readonly<Record<string, Effect>>>> = {
  curl: {
    'abstract-unix-socket': elsewhere,
    'alt-svc': writes,
    'connect-to': elsewhere,
    cookie: (value) => (value === '' || value.includes('=') ? undefined : reads(value)),
    'cookie-jar': writes,
    'dns-servers': (servers) => `asks ${quoted(servers)} for the address of the server`,
    'doh-url': (server) => `asks ${quoted(server)} for the address of the server`,
    'dump-header': writes,
    engine: loads,
    'etag-compare': reads,
    'etag-save': writes,
    hsts: writes,
    libcurl: writes,
    'location-trusted': () => 'sends the credentials to every server that an answer names',
    output: writes,
    'output-dir': (folder) => `writes files into ${quoted(folder)}`,
    preproxy: bySomeoneElse,
    proxy: bySomeoneElse,
    'proxy1.0': bySomeoneElse,
    'remote-header-name': () => 'writes a file that the server names',
    'remote-name': () => 'writes a file that the URL names',
    'remote-name-all': () => 'writes a file that the URL names',
    resolve: elsewhere,
    socks4: bySomeoneElse,
    socks4a: bySomeoneElse,
    socks5: bySomeoneElse,
    'socks5-hostname': bySomeoneElse,
    stderr: writes,
    trace: writes,
    'trace-ascii': writes,
    'unix-socket': elsewhere,
    'url-query': (value) => (/^[^=+]*@/.test(value) ? reads(value.slice(value.indexOf('@') + 1)) : undefined),
    'write-out': writtenOut,
  },
  kubectl: {
    'cache-dir': (folder) => `writes files into ${quoted(folder)}`,
    kubeconfig: fromKubeconfig,
    kuberc: settings,
    'profile-output': writes,
    server: (server) => `sends the request and its credentials to ${quoted(server)}`,
  },
}

/** `%output{FILE}` in a format of curl's `-w` writes what follows it to a file; `@FILE` is a file with the format. */
function writtenOut(format: string): string | undefined {
  const output = /%output\{(?:>>)?([^}]*)/.exec(format)
  if (output) return writes(output[1] ?? '')
  return format.startsWith('@') && format !== '@-' ? reads(format.slice(1)) : undefined
}

/** Variables that change what a program does. */
const VARIABLES: readonly (readonly [RegExp, Effect])[] = [
  [/^(?:LD|DYLD)_/, loads],
  [/^PATH$/, (places) => `takes programs from ${quoted(places)}`],
  [/^KUBECONFIG$/, fromKubeconfig],
  [/^(?:KUBERC|CURL_HOME|HOME|XDG_CONFIG_HOME)$/, settings],
  [/^(?:http|https|all)_proxy$/i, bySomeoneElse],
  [/^(?:KUBE_EDITOR|EDITOR|VISUAL|KUBECTL_EXTERNAL_DIFF)$/, runs],
  [/^(?:SSL_CERT_FILE|SSL_CERT_DIR|CURL_CA_BUNDLE)$/, trusts],
  [/^SSLKEYLOGFILE$/, writes],
]

/** Programs that run the words after them, and what that does beside it. */
const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ['command', ''],
  ['env', ''],
  ['exec', ''],
  ['k3s', 'runs its own kubectl'],
  ['microk8s', 'runs its own kubectl'],
  ['minikube', 'runs its own kubectl'],
  ['nohup', ''],
  ['sudo', 'runs it as root or as another user'],
  ['time', ''],
  ['timeout', ''],
  ['watch', 'runs it again and again'],
])

const ASSIGNMENT = /^([A-Za-z_][A-Za-z_0-9]*)=(.*)$/s

/** Whether a word before the program sets a variable for it. */
export function isAssignment({ value }: Word): boolean {
  return ASSIGNMENT.test(value)
}

/** Whether a program runs the words after it, as `sudo` does. */
export function isWrapper({ value }: Word): boolean {
  return WRAPPERS.has(value)
}

/** Folders in which systems and package managers put programs. */
const USUAL = /^(?:\/(?:usr\/(?:local\/)?|opt\/homebrew\/|snap\/)?bin\/)?[^/\\]*$/

/**
 * Notes what the words before the arguments do where a shell runs the command: variables that are set, programs that run the program,
 * and the path of the program, whose position is `at`.
 */
export function noteProgram(words: readonly Word[], at: number, problems: Problem[]): void {
  for (const [index, { value, span }] of words.slice(0, at).entries()) {
    const [, name = '', set = ''] = ASSIGNMENT.exec(value) ?? []
    if (name !== '') note(variableEffect(name, set), name, span, problems)
    const does = WRAPPERS.get(value)
    if (does === undefined) continue
    const flags = flagsOf(words.slice(index + 1, at))
    if (does === '' && flags.length === 0) continue
    const whole = quoted([value, ...flags.map((one) => one.value)].join(' '))
    note(does || 'runs it', whole, { start: span.start, end: flags.at(-1)?.span.end ?? span.end }, problems)
  }
  const program = words[at]
  if (program === undefined || USUAL.test(program.value)) return
  note('is the program, which may be any other', quoted(program.value), program.span, problems)
}

/** The words of a wrapper up to the next one, or to a variable that is set. */
function flagsOf(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word) => isWrapper(word) || isAssignment(word))
  return end === -1 ? words : words.slice(0, end)
}

function variableEffect(name: string, value: string): string | undefined {
  const effect = VARIABLES.find(([names]) => names.test(name))?.[1]
  return effect === undefined ? `is ${quoted(value)} for the program` : effect(value)
}

/** Notes what an option does where a shell runs the command, beside sending the request. Its name is the long one. */
export function noteOption(program: Program, name: string, value: string, span: Span, problems: Problem[]): void {
  const options = OPTIONS[program]
  const effect = Object.hasOwn(options, name) ? options[name] : undefined
  note(effect?.(value), `--${name}`, span, problems)
}

function note(effect: string | undefined, subject: string, span: Span, problems: Problem[]): void {
  if (effect === undefined) return
  problems.push({
    severity: 'note',
    code: 'side-effect',
    message: `Where this command is run, ${subject} ${effect}.`,
    span,
  })
}

/** So many lines without a word, or blanks in a line, hide what is after them in most windows. */
const MANY_LINES = 12
const MANY_BLANKS = 100
const NO_WORD = /^[\\^`]?$/
const LONG_BLANK = new RegExp(`(?<![^\\S\\n])[^\\S\\n]{${MANY_BLANKS},}(?=\\S)`, 'g')

/** Notes text that is out of sight: after many empty lines, with a line continuation or without, or after many blanks in a line. */
export function noteOutOfSight(text: string, problems: Problem[]): void {
  const goesOn = (after: string, start: number, end: number): void => {
    const message = `The text goes on here, after ${after}.`
    problems.push({ severity: 'note', code: 'text-out-of-sight', message, span: { start, end } })
  }
  let start = 0
  let empty = 0
  for (const line of text.split('\n')) {
    const isEmpty = NO_WORD.test(line.trim())
    if (!isEmpty && empty >= MANY_LINES) goesOn(`${empty} empty lines`, start, start + line.length)
    empty = isEmpty ? empty + 1 : 0
    start += line.length + 1
  }
  for (const { 0: blanks, index } of text.matchAll(LONG_BLANK)) {
    const end = text.indexOf('\n', index)
    goesOn(`${blanks.length} blanks`, index + blanks.length, end === -1 ? text.length : end)
  }
}
