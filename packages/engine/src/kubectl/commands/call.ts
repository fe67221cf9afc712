import { durationSeconds, goDuration, type Parameters, parseInteger, targetOfParts } from '../../go/index.ts'
import { type CommandRequest, type ResourceLocation, resourcePath } from '../../http/index.ts'
import { ANY_VERSION, type Discovery, type FoundResource, type ReviewQuestion } from '../../kube/index.ts'
import type { Word } from '../../shell/index.ts'
import type { Span } from '../../text/index.ts'
import { type Problem, quoted } from '../../text/index.ts'
import type { JsonObject } from '../../yaml/index.ts'
import { type FlagUse, flag, type Invocation, isOn } from '../command-line/invocation.ts'

/** The request of a command, without the parts that are the same for all commands. */
export interface RequestDraft {
  readonly method: string
  readonly target: string
  readonly contentType?: string
  readonly body?: string
}

/** A request of a command, and when it is sent. */
export interface SentDraft {
  readonly draft: RequestDraft
  readonly after?: NonNullable<CommandRequest['after']>
}

const JSON_BODY = 'application/json'

/** A resource, and the object of it that the command names, if any. */
export interface ObjectLocation {
  readonly resource: FoundResource
  readonly name?: string
  readonly subresource?: string
  /** Empty for all namespaces; absent for the namespace of the command. */
  readonly namespace?: string
}

/** An object of the files of a command. */
export interface FileObject extends ObjectLocation {
  readonly name: string
  readonly namespace: string
  /** The flag that names the file. */
  readonly span: Span
  readonly value: JsonObject
}

/** One kubectl command that is being converted to a request, with the problems found so far. */
export class KubectlCall {
  constructor(
    readonly invocation: Invocation,
    readonly problems: Problem[],
    /** What the API server serves. */
    readonly discovery: Discovery = ANY_VERSION,
  ) {}

  readonly #sent: SentDraft[] = []
  /** The objects of `-f`; undefined for a command without files. */
  files: readonly FileObject[] | undefined

  /** What the command asks by its request, a review. */
  question: ReviewQuestion | undefined

  /** All requests of the command in their order. Empty where it sends one alone, which its reader returns. */
  get sent(): readonly SentDraft[] {
    return this.#sent
  }

  /** Adds a request to those of the command, and returns its index. By default it is sent if the one before succeeded. */
  send(draft: RequestDraft, after: SentDraft['after'] | 'always' = this.#successOfLast()): number {
    this.#sent.push({ draft, ...(after === 'always' || after === undefined ? {} : { after }) })
    return this.#sent.length - 1
  }

  #successOfLast(): SentDraft['after'] {
    return this.#sent.length === 0 ? undefined : { index: this.#sent.length - 1, answer: 'success' }
  }

  /** Notes the objects that a command finds in the cluster, which are not known here. */
  assume(span: Span, found: string, assumed: string): void {
    const message = `The requests after this depend on the cluster: ${found}. Assumed: ${assumed}.`
    this.note('object-assumed', span, message)
  }

  get words(): readonly Word[] {
    return this.invocation.words
  }

  get span(): Span {
    return this.invocation.commandSpan
  }

  flag(name: string): FlagUse | undefined {
    return flag(this.invocation, name)
  }

  /** The value of a flag; empty if it is not used. */
  value(name: string): string {
    return this.flag(name)?.value ?? ''
  }

  isOn(name: string, otherwise = false): boolean {
    return isOn(this.invocation, name, otherwise)
  }

  error(code: string, span: Span, message: string, fix: string, detail?: string): void {
    this.problems.push({ severity: 'error', code, message, fix, span, ...(detail === undefined ? {} : { detail }) })
  }

  note(code: string, span: Span, message: string, fix?: string): void {
    this.problems.push({ severity: 'note', code, message, span, ...(fix === undefined ? {} : { fix }) })
  }

  /** Reports that kubectl would send several requests, and that the one shown cannot represent them all. */
  several(span: Span, message: string, fix: string): void {
    this.error('several-requests', span, `${message} One request is decided at a time.`, fix)
  }

  /** Notes that kubectl sends other requests before or after the one shown. */
  alsoSends(message: string): void {
    if (this.problems.some((one) => one.message === message)) return
    this.note('other-requests', this.span, message)
  }

  /** Reports words that the command does not accept. `fix` is what to do about each. */
  refuseWords(words: readonly Word[], detail?: string, fix = 'Leave it out.'): void {
    for (const { value, span } of words.slice(0, MOST_REFUSED)) {
      const message = `kubectl ${this.invocation.command} does not accept the word ${quoted(value)} here.`
      this.error('unexpected-word', span, message, fix, detail)
    }
    const [beyond] = words.slice(MOST_REFUSED)
    const last = words.at(-1)
    if (beyond === undefined || last === undefined) return
    const span = { start: beyond.span.start, end: last.span.end }
    this.error(
      'unexpected-word',
      span,
      `${words.length - MOST_REFUSED} more words have no use here.`,
      'Leave them out.',
    )
  }

  /** Warns of words that the command accepts and ignores. */
  ignoreWords(words: readonly Word[]): void {
    const [first] = words
    const last = words.at(-1)
    if (first === undefined || last === undefined) return
    const message = `kubectl ${this.invocation.command} ignores words here.`
    const span = { start: first.span.start, end: last.span.end }
    this.problems.push({ severity: 'warning', code: 'ignored-word', message, fix: 'Leave them out.', span })
  }

  /** The whole seconds of a duration flag; undefined if it is not used, or is not a duration, which is already reported. */
  seconds(name: string): number | undefined {
    const value = this.flag(name)?.value
    const seconds = value === undefined ? undefined : durationSeconds(value.replace(/^[+-]/, ''))
    return seconds === undefined ? undefined : Math.round(value?.startsWith('-') ? -seconds : seconds)
  }

  /** The value of a flag for a whole number; undefined if it is not used, or is not one, which is already reported. */
  wholeNumber(name: string): bigint | undefined {
    const value = this.flag(name)?.value
    const read = value === undefined ? undefined : parseInteger(value, 64)
    return typeof read === 'bigint' ? read : undefined
  }

  /** The query for `--dry-run`. Reports `client`, with which kubectl sends no request. */
  dryRun(): Parameters {
    const use = this.flag('dry-run')
    if (use === undefined || use.value === 'none') return []
    if (use.value === 'server') return [['dryRun', 'All']]
    if (use.value === 'client' || use.value === 'true') {
      const message = 'With --dry-run=client the change is not sent to the API server.'
      this.error('no-request', use.span, message, '--dry-run=server')
    } else {
      const message = `--dry-run is none, client or server, found ${quoted(use.value)}.`
      this.error(
        'invalid-dry-run',
        use.span,
        message,
        '--dry-run=server',
        `Invalid dry-run value (${use.value}). Must be "none", "server", or "client".`,
      )
    }
    return []
  }

  /** The query for `--field-manager`; `byDefault` is the default of the command. */
  fieldManager(byDefault: string): Parameters {
    const manager = this.flag('field-manager')?.value ?? byDefault
    return manager === '' ? [] : [['fieldManager', manager]]
  }

  /** The query for `--validate`. */
  fieldValidation(): Parameters {
    const use = this.flag('validate')
    const directive = VALIDATION.get(use?.value ?? 'strict')
    if (directive !== undefined) return [['fieldValidation', directive]]
    const message = `--validate is strict, warn or ignore, found ${quoted(use?.value ?? '')}.`
    if (use !== undefined) this.error('invalid-validate', use.span, message, '--validate=strict')
    return []
  }

  /**
   * The namespace for a resource: empty for a cluster-scoped resource and with `--all-namespaces`, else `--namespace`, else
   * `default`, as with a kubeconfig whose context has no namespace.
   */
  namespaceFor(resource: FoundResource): string {
    return resource.known?.namespaced === false || this.isOn('all-namespaces') ? '' : this.namespace()
  }

  #namespaceNoted = false

  namespace(): string {
    const use = this.flag('namespace')
    if (use !== undefined && use.value !== '') {
      const wrong = pathSegmentProblem(use.value)
      if (wrong === undefined) return use.value
      const message = `The namespace ${quoted(use.value)} ${wrong}.`
      this.error('invalid-namespace', use.span, message, '-n default', `invalid namespace ${quoted(use.value)}`)
      return 'default'
    }
    if (!this.#namespaceNoted) {
      const message =
        'The command has no namespace: kubectl uses that of the kubeconfig’s context, the playground uses default.'
      this.note('namespace-assumed', use?.span ?? this.span, message, '-n default')
    }
    this.#namespaceNoted = true
    return 'default'
  }

  /** The query for `--request-timeout`, which kubectl also sends to the API server (Go: client-go's `rest.Request`). */
  requestTimeout(): Parameters {
    const value = this.value('request-timeout')
    const seconds = durationSeconds(/^[0-9]{1,9}$/.test(value) ? `${value}s` : value.replace(/^[+-]/, ''))
    if (seconds === undefined || seconds === 0) return []
    return [['timeout', `${value.startsWith('-') ? '-' : ''}${goDuration(seconds)}`]]
  }

  path({ resource, name = '', subresource = '', namespace = this.namespaceFor(resource) }: ObjectLocation): string {
    const location: ResourceLocation = { ...resource, namespace, name, subresource }
    return resourcePath(location)
  }

  draft(method: string, place: ObjectLocation, parameters: Parameters = []): RequestDraft {
    return { method, target: targetOfParts(this.path(place), [...parameters, ...this.requestTimeout()]) }
  }

  /** A request with an object as JSON, which kubectl sends for every kind whose Go types it does not have. */
  draftWith(
    method: string,
    place: ObjectLocation,
    parameters: Parameters,
    object: unknown,
    contentType = JSON_BODY,
  ): RequestDraft {
    return { ...this.draft(method, place, parameters), contentType, body: JSON.stringify(object) }
  }
}

/** The most words that are reported one by one. */
const MOST_REFUSED = 100

const VALIDATION = new Map([
  ['strict', 'Strict'],
  ['true', 'Strict'],
  ['warn', 'Warn'],
  ['ignore', 'Ignore'],
  ['false', 'Ignore'],
])

/** Why kubectl refuses a name of an object or namespace, as the rest of a sentence (Go: `IsValidPathSegmentName`). */
export function pathSegmentProblem(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name === '.' || name === '..') return `may not be ${quoted(name)}`
  if (name.includes('/')) return 'has a slash in it'
  return name.includes('%') ? 'has a percent sign in it' : undefined
}

/** A command of kubectl: its own flags, in the notation of `flags.ts`, and the function that reads it. */
export interface KubectlCommand {
  readonly flags: string
  readonly read: (call: KubectlCall) => RequestDraft | undefined
}

/** Commands by their full names. */
export type KubectlCommands = Readonly<Record<string, KubectlCommand>>

/** Commands with one reading function, with the flags of each. */
export function readBy(read: KubectlCommand['read'], flags: Readonly<Record<string, string>>): KubectlCommands {
  return Object.fromEntries(Object.entries(flags).map(([command, own]) => [command, { flags: own, read }]))
}
