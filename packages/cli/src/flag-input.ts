import {
  type AuthorizationMode,
  DESIGN_LIST,
  type HTTPRequest,
  type PlainUser,
  type RequestText,
  readRequest,
  type Scenario,
  type UserInfo,
} from '@authz-playground/engine'
import { printHTTP, readHTTP, targetOf, withFields } from '@authz-playground/engine/internal/http'
import { NEWEST_VERSION, plainUser } from '@authz-playground/engine/internal/kube'
import { detectForm } from '@authz-playground/engine/internal/request'
import { quoteWord } from '@authz-playground/engine/internal/shell'
import type { ObservedUser } from '@authz-playground/engine/logs'
import { type FlagInput, fromClusterOutput, type ObservedByFlags } from './cluster-input.ts'
import { commandWithFiles } from './command-files.ts'
import { type Files, type InputFile, type ManifestTexts, STDIN } from './files.ts'
import type { CommandWords, Flag } from './flags.ts'
import type { Input } from './input.ts'
import { type CommandProblem, problemOf, Refused, refusedInput } from './problem.ts'
import { type CommandSettings, withSettings } from './settings.ts'
import { type JoinedText, joinedTexts, type PlaceOf, printPlace, type TextPosition } from './text-places.ts'

/** Flags that describe a scenario. */
export const SCENARIO_FLAGS: readonly Flag[] = [
  { name: 'policy', value: 'FILE,FOLDER/', many: true, help: 'RBAC objects; of a folder all YAML and JSON below it' },
  {
    name: 'from',
    value: 'FILE',
    help: 'audit events, lines of kube-apiserver’s log or 403 messages, one request each; flags add what they do not report',
  },
  { name: 'user', value: 'NAME', help: 'the requestor' },
  {
    name: 'group',
    value: 'NAME',
    many: true,
    help: 'a group of the requestor; none is added, not even system:authenticated',
  },
  { name: 'uid', value: 'UID', help: 'the UID of the requestor' },
  { name: 'extra', value: 'KEY=VALUE', many: true, help: 'an extra of the requestor' },
  { name: 'as', value: 'NAME', help: 'the user to impersonate, as in kubectl' },
  { name: 'as-group', value: 'NAME', many: true, help: 'a group to impersonate' },
  { name: 'as-uid', value: 'UID', help: 'the UID to impersonate' },
  { name: 'as-user-extra', value: 'KEY=VALUE', many: true, help: 'an extra to impersonate' },
  {
    name: 'request',
    value: '"GET /…",FILE',
    help: 'method and path, or the file of a SubjectAccessReview; or write a kubectl command after --',
  },
  { name: 'header', short: 'H', value: '"NAME: VALUE"', many: true, help: 'another header of the request' },
  { name: 'body', value: 'FILE', help: 'the body of the request' },
  { name: 'objects', value: 'FILE', many: true, help: 'pods and volumes for the Node authorizer' },
  { name: 'webhook', value: 'FILE', help: 'reviews and the answers of the webhook' },
  {
    name: 'authorization-config',
    value: 'FILE',
    help: 'an AuthorizationConfiguration, instead of --authorization-mode; --webhook has the answers of its webhooks',
  },
  { name: 'stored-object', value: 'FILE', help: 'the object that the request changes (fine-grained)' },
  { name: 'webhook-changes', value: 'FILE', help: 'the changes of mutating webhooks to it (fine-grained)' },
  { name: 'schema', value: 'FILE', many: true, help: 'CustomResourceDefinitions (fine-grained)' },
]

const NOTHING = {
  text: '',
  files: [],
  placeOf: (place: Omit<TextPosition, 'source'>) => printPlace('', place),
  remarks: [],
}

/**
 * The scenario that flags describe; with `--from` one for each reported request. Throws `Refused` where flags
 * contradict each other, or one is missing.
 */
export function inputsFromFlags(words: CommandWords, settings: CommandSettings, files: Files): readonly Input[] {
  const from = words.one('from')
  const asked = from === undefined ? askedIn(words, files) : NOBODY_YET
  const texts = textsIn(words, files)
  const policies = words.all('policy')
  const { policy, objects, webhook, authorizationConfig, storedObject, webhookChanges, schema } = texts
  const plain: Scenario = {
    version: 2,
    policy: policy.text,
    request: asked.request.text,
    requestor: asked.requestor,
    cluster: { version: NEWEST_VERSION, authorizationModes: ['RBAC'] },
    design: 'constrained',
    ...(objects && { objects: objects.text }),
    ...(webhook && { webhook: webhook.text }),
    ...(authorizationConfig && { authorizationConfig: authorizationConfig.text }),
    ...(storedObject && { storedObject: storedObject.text }),
    ...(webhookChanges && { webhookChanges: webhookChanges.text }),
    ...(schema && { schema: schema.text }),
  }
  const scenario = withSettings(plain, settings)
  if (authorizationConfig && settings.authorizationModes) {
    const message = 'A kube-apiserver has either --authorization-config or --authorization-mode.'
    throw refusedInput('--authorization-config', message, 'Leave one of them out.')
  }
  refuseUnused(scenario)
  const placeOf: PlaceOf = (place) => {
    const { source } = place
    if (source === 'default-roles') return printPlace('default roles', place)
    const text =
      source === 'document' || source === 'designText' ? undefined : { ...texts, request: asked.request }[source]
    return text === undefined ? '' : text.placeOf(place)
  }
  const input: FlagInput = {
    kind: 'document',
    name: '',
    text: '',
    document: { title: '', explanation: '', scenario, expect: [] },
    placeOf,
    at: () => '',
    ...(policies.length > 0 && { policyFiles: texts.policy.files }),
    ...(policies.length > 0 && { policyNamed: policies.map((path) => (path === '-' ? STDIN : path)).join(',') }),
    notes: () => [texts.policy, texts.objects, texts.schema, asked.request].flatMap((one) => one?.remarks ?? []),
  }
  if (from === undefined) return [input]
  return fromClusterOutput(files.text(from), input, observedByFlags(words, files), (filled) =>
    withSettings(filled, settings),
  )
}

function observedByFlags(words: CommandWords, files: Files): ObservedByFlags {
  const requestor = userIn(words, { username: 'user', uid: 'uid', groups: 'group', extra: 'extra' })
  const target = userIn(words, { username: 'as', uid: 'as-uid', groups: 'as-group', extra: 'as-user-extra' })
  if (words.command === undefined && words.one('request') === undefined) {
    const part = (['header', 'body'] as const).find((flag) => words.all(flag).length > 0)
    if (part !== undefined) throw refusedInput(`--${part}`, 'The request comes from --from.', 'Write --request, too.')
    return { requestor, target }
  }
  const { text, placeOf } = requestOf(words, files)
  const { request, diagnostics } = readRequest(text)
  const wrong = diagnostics.filter(({ severity }) => severity === 'error')
  if (request === undefined || wrong.length > 0)
    throw new Refused(...wrong.map((one) => problemOf(one, placeOf(one.range))))
  const asked = targetOf(request.headers)
  const { method, body } = request
  return {
    requestor,
    target: asked.kind === 'target' ? reportedUser(asked.wantedUser) : target,
    request: { method, target: request.target, ...(body !== '' && { body }) },
  }
}

/** The fields of a target that a request sets. */
function reportedUser(user: UserInfo): ObservedUser {
  const { extra, ...fields } = plainUser(user)
  return { ...fields, ...(extra && { extra }) }
}

/** The fields that flags set, and no others. */
function userIn(words: CommandWords, flags: Readonly<Record<keyof PlainUser, string>>): ObservedUser {
  const [username, uid] = [words.one(flags.username), words.one(flags.uid)]
  const groups = words.all(flags.groups)
  const extra = extraIn(flags.extra, words)
  return {
    ...(username !== undefined && { username }),
    ...(uid !== undefined && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra && { extra }),
  }
}

/** A placeholder for the user and request that the text reports. */
const NOBODY_YET: { readonly requestor: PlainUser; readonly request: WrittenRequest } = {
  requestor: { username: '' },
  request: { text: { form: 'http', text: '' }, placeOf: (place) => printPlace('request', place) },
}

function textsIn(words: CommandWords, files: Files) {
  return {
    policy: textsOf('policy', words, files) ?? NOTHING,
    objects: textsOf('objects', words, files),
    webhook: textOf('webhook', words, files),
    authorizationConfig: textOf('authorization-config', words, files),
    storedObject: textOf('stored-object', words, files),
    webhookChanges: textOf('webhook-changes', words, files),
    schema: textsOf('schema', words, files),
  }
}

/** Whether any flag describes a scenario. */
export function describesScenario(words: CommandWords): boolean {
  return words.command !== undefined || SCENARIO_FLAGS.some(({ name }) => words.all(name).length > 0)
}

/** The request, and its requestor: of a review the user whom it names, where no flag names another. */
function askedIn(words: CommandWords, files: Files) {
  const written = words.one('request')
  if (words.command !== undefined || written === undefined || !isReview(written))
    return { requestor: requestorOf(words), request: requestOf(words, files) }
  const mixed = WITH_REQUEST_LINE.find((flag) => words.all(flag).length > 0)
  if (mixed !== undefined) throw refusedInput(`--${mixed}`, 'A review is the whole question.', 'Leave the flag out.')
  const review = detectForm(written) === 'review' ? { name: 'request', text: written } : files.text(written)
  const text: RequestText = { form: 'review', text: review.text }
  const request: WrittenRequest = { text, placeOf: joinedTexts([review]).placeOf }
  const { question, diagnostics } = readRequest(text)
  const { user = undefined } = question?.kind === 'access' ? (question.written ?? {}) : {}
  const isKnown = user !== undefined || diagnostics.some(({ severity }) => severity === 'error')
  if (words.one('user') === undefined && isKnown) return { requestor: user ? plainUser(user) : NOBODY, request }
  return { requestor: requestorOf(words), request }
}

const NOBODY: PlainUser = { username: '' }

/** Whether the value of --request is a review, or the file of one, and not a method and a path. */
function isReview(written: string): boolean {
  return detectForm(written) === 'review' || /^(?:-|\/dev\/\S+|\S[^\n]*\.(?:ya?ml|json))$/i.test(written.trim())
}

function requestorOf(words: CommandWords): PlainUser {
  const username = words.one('user')
  if (username === undefined || username === '') {
    throw refusedInput(
      '--user',
      'The request has no requestor.',
      'Write --user NAME; --as names the user to impersonate.',
    )
  }
  return { ...userIn(words, { username: 'user', uid: 'uid', groups: 'group', extra: 'extra' }), username }
}

/** The extras of a flag. */
export function extraIn(flag: string, words: CommandWords): Readonly<Record<string, readonly string[]>> | undefined {
  const extra = new Map<string, string[]>()
  for (const { key, value } of pairs(flag, words)) extra.set(key, [...(extra.get(key) ?? []), value])
  return extra.size === 0 ? undefined : Object.fromEntries(extra)
}

function pairs(flag: string, words: CommandWords) {
  return words.all(flag).map((word) => {
    const at = word.indexOf('=')
    if (at < 1) throw refusedInput(`--${flag}`, `“${word}” is not a key and a value.`, `Write --${flag} key=value.`)
    return { key: word.slice(0, at), value: word.slice(at + 1) }
  })
}

/** The request of a scenario, and the places of its lines. */
interface WrittenRequest {
  readonly text: RequestText
  readonly placeOf: (place: TextPosition) => string
  /** About the files that a command names. */
  readonly remarks?: readonly CommandProblem[]
}

function requestOf(words: CommandWords, files: Files): WrittenRequest {
  const written = words.one('request')
  const { command } = words
  if (command === undefined) {
    if (written !== undefined) return fromRequestLine(written, words, files)
    throw refusedInput(
      '--request',
      'There is no request.',
      'Write --request "GET /api/v1/…", or -- and a kubectl command.',
    )
  }
  const mixed = IN_REQUEST.find((flag) => words.all(flag).length > 0)
  if (mixed !== undefined) {
    const fix = mixed.startsWith('as') ? `Write --${mixed} among the flags after --.` : 'Keep one of them.'
    throw refusedInput(`--${mixed}`, 'A command after -- is the whole request.', fix)
  }
  const text = command.map(quoteWord).join(' ')
  const form = detectForm(text)
  if (form === undefined || form === 'http') {
    const [first = ''] = command
    const found = first === '' ? 'Nothing' : `“${first}”`
    throw refusedInput('--', `${found} follows --, and a kubectl command is expected.`, 'Write -- kubectl get pods.')
  }
  if (form === 'curl') return { text: { form, text }, placeOf: (place) => printPlace('command', place) }
  const { text: whole, ...places } = commandWithFiles(text, files)
  return { text: { form, text: whole }, ...places }
}

/** Flags for a part of a request that is written as method and path. */
const WITH_REQUEST_LINE = ['as', 'as-group', 'as-uid', 'as-user-extra', 'header', 'body'] as const
/** Flags for a part of the request. */
const IN_REQUEST = ['request', ...WITH_REQUEST_LINE] as const

function fromRequestLine(written: string, words: CommandWords, files: Files): WrittenRequest {
  const { request, diagnostics } = readHTTP(written)
  const wrong = diagnostics.filter(({ severity }) => severity === 'error')
  if (request === undefined || wrong.length > 0) {
    throw new Refused(...wrong.map((one) => problemOf(one, printPlace('--request', one.range))))
  }
  const body = words.one('body')
  const sent = body === undefined ? undefined : files.text(body)
  const whole = withHeaders(request, words, sent)
  const { text, gap } = printHTTP(whole)
  if (gap !== undefined) throw refusedInput('--request', gap)
  const head = sent === undefined || whole.body === '' ? undefined : text.slice(0, text.length - whole.body.length)
  const parts: readonly InputFile[] =
    head === undefined || sent === undefined
      ? [{ name: 'request', text }]
      : [
          { name: 'request', text: head },
          { name: sent.name, text: whole.body },
        ]
  return { text: { form: 'http', text }, placeOf: joinedTexts(parts, '').placeOf }
}

function withHeaders(request: HTTPRequest, words: CommandWords, body: InputFile | undefined): HTTPRequest {
  const added = words.all('header').map((line) => {
    const at = line.indexOf(':')
    if (at < 1) throw refusedInput('--header', `“${line}” is not a header.`, 'Write --header "Name: value".')
    return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
  })
  const username = words.one('as')
  const uid = words.one('as-uid')
  const groups = words.all('as-group')
  const extra = pairs('as-user-extra', words)
  return withFields(
    { ...request, headers: [...request.headers, ...added] },
    {
      impersonate: {
        ...(username !== undefined && { username }),
        ...(uid !== undefined && { uid }),
        ...(groups.length > 0 && { groups }),
        ...(extra.length > 0 && { extra }),
      },
      ...(body && { sends: { body: body.text } }),
    },
  )
}

function textOf(flag: string, words: CommandWords, files: Files): JoinedText | undefined {
  const path = words.one(flag)
  return path === undefined ? undefined : joinedTexts([files.text(path)])
}

/** The texts of a flag that names files and folders, joined. Undefined where it is not given. */
export function textsOf(
  flag: string,
  words: CommandWords,
  files: Files,
): (JoinedText & Pick<ManifestTexts, 'remarks'>) | undefined {
  const paths = words.all(flag).flatMap((list) => list.split(',').filter((path) => path !== ''))
  if (paths.length === 0) return undefined
  const { texts, remarks } = files.texts(paths)
  return { ...joinedTexts(texts), remarks }
}

/** Refuses unused texts, which would look as if they had affected the decision. */
function refuseUnused(scenario: Scenario): void {
  const { objects, webhook, storedObject, webhookChanges, schema, cluster, design } = scenario
  const modes = cluster.authorizationModes
  // A file of the chain is read later, and may have any of them.
  const isAsked = (mode: AuthorizationMode) => scenario.authorizationConfig !== undefined || modes.includes(mode)
  const withMode = (mode: string) => `Write --authorization-mode ${[mode, ...modes].join(',')}.`
  if (objects !== undefined && !isAsked('Node')) {
    throw refusedInput('--objects', 'No authorizer of this cluster uses stored objects.', withMode('Node'))
  }
  if (webhook !== undefined && !isAsked('Webhook')) {
    throw refusedInput('--webhook', 'No authorizer of this cluster is a webhook.', withMode('Webhook'))
  }
  const about = DESIGN_LIST.find(({ id }) => id === design)
  const changes = { 'stored-object': storedObject, 'webhook-changes': webhookChanges, schema }
  const [unused] = Object.entries(changes).find(([, text]) => text !== undefined) ?? []
  if (unused !== undefined && about?.readsChanges === undefined) {
    const fix = 'Write --design fine-grained, or leave the flag out.'
    throw refusedInput(`--${unused}`, `The design ${design} does not check the changes of a request.`, fix)
  }
}
