import { definedResources } from '../discovery/index.ts'
import type { RequestForm, RequestText } from '../http/index.ts'
import { type PlainUser, plainUser, resourceInGroup } from '../kube/index.ts'
import {
  admissionReviews,
  distinctRequests,
  loggedReviews,
  type ObservationSource,
  parseClusterOutput,
  resourceGrants,
} from '../logs/index.ts'
import { readPolicy } from '../policy/index.ts'
import { type InnerQuestion, innerQuestion, looksLikeReview, readRequest } from '../request/index.ts'
import { type Diagnostic, parsedJSON, quoted, withoutComments } from '../text/index.ts'
import { plainText } from '../words/index.ts'
import { type PastedAuthorizers, readAuthorizers } from './authorizers.ts'
import { type Block, blocksOf, FENCE } from './blocks.ts'
import { type Kubeconfig, readKubeconfig } from './kubeconfig.ts'
import { ACCESS_ENTRY, whyNotPolicy, whyNotTable, whyUnknown } from './left-out.ts'
import { looksLikeDesign, looksLikeScenario } from './looks-like.ts'
import { type PastedRequestor, requestorInReview, requestorInTable, requestorNamed } from './requestor.ts'

/** The first error of a part, at its place in the whole pasted text. Lines and columns count from 1. */
export interface PartError {
  readonly message: string
  readonly line: number
  readonly column: number
}

/**
 * A part of a pasted text, and what it is. `line`: its first line, from 1. A text has at most one part of each kind except
 * `left`.
 */
export type PastedPart = { readonly line: number } & (
  | {
      /** Roles, bindings and other objects, as one text. */
      readonly is: 'policy'
      readonly text: string
      readonly roles: number
      readonly bindings: number
      readonly accessRules: number
      /** Objects of other kinds, which decide nothing. */
      readonly others: number
      readonly error?: PartError
    }
  | {
      /**
       * A table of `kubectl api-resources`, discovery, or CustomResourceDefinitions alone: a text that defines resources and
       * belongs into the policy.
       */
      readonly is: 'resources'
      readonly text: string
      readonly of: 'table' | 'discovery' | 'definitions'
      readonly resources: number
      /** Those that the playground does not know otherwise. */
      readonly unknown: number
      readonly error?: PartError
    }
  | {
      /** The output of a cluster, for `parseClusterOutput`. */
      readonly is: 'observed'
      readonly text: string
      readonly requests: number
      /** The source of the first request. */
      readonly source: ObservationSource
    }
  | {
      readonly is: 'request'
      readonly form: RequestForm
      readonly text: string
      /** Where it impersonates somebody: what it asks as that user. It does not say who sent it. */
      readonly inner?: InnerQuestion
      /** The user whom a review asks about. */
      readonly requestor?: PlainUser
      /** Of a step after authorization that asks several checks, the others: any of them allows. */
      readonly orElse?: readonly RequestText[]
      /** What was filled in for such a step. Sentences. */
      readonly filled?: readonly string[]
      readonly error?: PartError
    }
  | ({ readonly is: 'requestor' } & PastedRequestor)
  | ({ readonly is: 'authorizers' } & PastedAuthorizers)
  | { readonly is: 'scenario'; readonly text: string }
  /** A design as a text. What is wrong in it is found where it decides. */
  | { readonly is: 'design'; readonly text: string }
  /** A link to a playground, of which only the hash counts. */
  | { readonly is: 'link'; readonly hash: string }
  /** Without its text, which has secrets. */
  | { readonly is: 'kubeconfig'; readonly kubeconfig: Kubeconfig }
  /** What was left out, and why, in a sentence. */
  | { readonly is: 'left'; readonly why: string }
)

/** Longer texts are taken for the output of a cluster or a policy as a whole. Characters. */
const LONGEST_SPLIT = 10_000_000

/**
 * Says what a pasted text is: a policy, a request in any form, the output of a cluster, a scenario, a design, a link, a kubeconfig,
 * or several of them. Takes any text and never throws. Empty for a text without a word. `policy`: what the text does not name
 * may be there, unless the text has a policy itself.
 */
export function recognise(text: string, policy = ''): readonly PastedPart[] {
  const pasted = withoutComments(text.replace(/^\ufeff/, ''))
  const trimmed = pasted.trim()
  if (trimmed === '') return []
  const alone = oneWord(trimmed)
  if (alone) return [alone]
  if (looksLikeScenario(pasted)) return [{ is: 'scenario', line: 1, text: pasted }]
  if (pasted.length > LONGEST_SPLIT) return [observedIn(pasted, 1) ?? policyOf([{ text: pasted, line: 1 }])]
  const blocks = blocksOf(pasted)
  if (isDesignAlone(pasted, blocks)) return [{ is: 'design', line: 1, text: pasted }]
  const known = blocks.filter(({ kind }) => kind !== 'other')
  if (known.length === 0) {
    const seen = observedIn(pasted, 1)
    if (seen) return [seen]
    const logged = loggedIn(pasted, 1)
    if (logged.length > 0) return logged
    return [...reviewsIn(pasted, 1, policy), { is: 'left', line: 1, why: whyUnknown(trimmed) }]
  }
  return parts(blocks, policy)
}

/** Whether a text is one design. Words in it may look like those of a cluster. */
function isDesignAlone(text: string, blocks: readonly Block[]): boolean {
  const hasRequest = blocks.some(({ kind }) => kind === 'kubectl' || kind === 'curl' || kind === 'http')
  return looksLikeDesign(text) && !hasRequest && !FENCE.test(text)
}

/** A text of one word: a link, or a name that Kubernetes gives. */
function oneWord(word: string): PastedPart | undefined {
  if (/\s/.test(word)) return undefined
  const [, hash] = /^(?:https?:\/\/[^#]*)?(#.+)$/.exec(word) ?? []
  if (hash !== undefined) return { is: 'link', line: 1, hash }
  const named = requestorNamed(word)
  return named && { is: 'requestor', line: 1, ...named }
}

/** A document of a stream, on its way to one of the parts. */
interface Piece {
  readonly text: string
  readonly line: number
}

function parts(blocks: readonly Block[], before: string): readonly PastedPart[] {
  const policy: Piece[] = []
  const tables: Piece[] = []
  const discovery: Piece[] = []
  const cluster: Piece[] = []
  const requests: (Piece & { readonly form: RequestForm; readonly made: boolean })[] = []
  const found: PastedPart[] = []
  for (const [index, block] of blocks.entries()) {
    switch (block.kind) {
      case 'yaml':
      case 'json':
        for (const piece of block.kind === 'yaml' ? documentsIn(block) : [block]) {
          const kind = kindOfDocument(piece.text, block.kind)
          if (kind === 'policy') policy.push(piece)
          else if (kind === 'cluster') cluster.push(piece)
          else if (kind === 'discovery') discovery.push(piece)
          else if (kind === 'review') requests.push({ ...piece, form: 'review', made: false })
          else if (kind === 'scenario') found.push({ is: 'scenario', line: piece.line, text: piece.text })
          else if (kind === 'design') found.push(designAmong(found, piece))
          else found.push(readAlone(kind, piece))
        }
        break
      case 'whoami':
        found.push(requestorPart(requestorInTable(block.text), block.line))
        break
      case 'table':
        found.push({ is: 'left', line: block.line, why: whyNotTable(block.text) })
        break
      case 'resources':
        tables.push(block)
        break
      case 'cluster':
        cluster.push(block)
        break
      case 'kubectl':
      case 'curl':
      case 'http': {
        const next = blocks[index + 1]
        const made =
          next?.here === true ||
          next?.kind === 'whoami' ||
          next?.kind === 'table' ||
          (next?.kind === 'resources' && /\bapi-resources\b/.test(block.text)) ||
          (next?.kind === 'yaml' && /\s(?:-o|--output)[ =]?(?:yaml|json)\b/.test(block.text))
        requests.push({ ...block, form: block.kind, made })
        break
      }
      case 'other':
        found.push({ is: 'left', line: block.line, why: `${quoted(firstLine(block.text))} was left out.` })
    }
  }
  if (policy.length > 0) found.push(policyOf(policy))
  if (tables.length > 0) found.push(resourcesOf('table', tables))
  if (discovery.length > 0) found.push(resourcesOf('discovery', discovery))
  const [first] = cluster
  const text = cluster.map((one) => one.text.replace(/(?<!\n)\n*$/, '\n')).join('')
  const seen = first && observedIn(text, first.line)
  if (seen) found.push(seen)
  const known = policy.length > 0 ? joinedText(policy) : before
  const logged = first && !seen ? loggedIn(text, first.line) : []
  if (first && !seen && logged.length === 0) {
    const why = ACCESS_ENTRY.test(text) ? whyUnknown(text) : whyNotObserved(text, known)
    found.push({ is: 'left', line: first.line, why })
    if (requests.length === 0) found.push(...reviewsIn(text, first.line, known))
  }
  if (requests.length === 0) found.push(...logged)
  found.push(...requestsIn(requests, seen !== undefined))
  return found.sort((a, b) => a.line - b.line)
}

/** The first command is the request, unless it only printed what is here, or the cluster’s answer to it is here. */
function requestsIn(
  requests: readonly (Piece & { readonly form: RequestForm; readonly made: boolean })[],
  answered: boolean,
): readonly PastedPart[] {
  const chosen = answered ? undefined : requests.find(({ made }) => !made)
  return requests.map(({ text, line, form, made }): PastedPart => {
    if (line === chosen?.line) {
      const { diagnostics, question } = readRequest({ form, text })
      const error = errorIn(diagnostics, line)
      const request = { form, text: text.trimEnd() }
      const about = question?.kind === 'access' ? question.written?.user : undefined
      const requestor = about && { requestor: plainUser(about) }
      const inner = innerQuestion(request)
      return { is: 'request', line, ...request, ...requestor, ...(inner && { inner }), ...(error && { error }) }
    }
    const words = quoted(firstLine(text))
    if (made) return { is: 'left', line, why: `${words} was left out: the text after it is what it printed or sends.` }
    const why = answered ? 'the cluster’s answer says more' : 'one request is decided at a time'
    return { is: 'left', line, why: `${words} was left out: ${why}.` }
  })
}

function resourcesOf(of: Extract<PastedPart, { is: 'resources' }>['of'], pieces: readonly Piece[]): PastedPart {
  const text = joinedText(pieces)
  const resources = pieces.flatMap((piece) => definedResources(piece.text))
  const unknown = resources.filter(({ apiGroup, resource }) => resourceInGroup(apiGroup, resource) === undefined)
  const [error] = pieces.flatMap((piece) => errorIn(readPolicy(piece.text).diagnostics, piece.line) ?? [])
  return {
    is: 'resources',
    line: pieces[0]?.line ?? 1,
    text,
    of,
    resources: resources.length,
    unknown: unknown.length,
    ...(error && { error }),
  }
}

function joinedText(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text.replace(/^---[ \t]*\r?\n/, ''))
    .map((one) => (one.endsWith('\n') ? one : `${one}\n`))
    .join('---\n')
}

const ABOUT_RBAC = /Role|\b(?:ClusterAccessRule|rules|subjects|verbs|apiGroups|resourceNames|nonResourceURLs)\b/

/** A policy; or, of YAML without a role and a binding, what it is instead. */
function policyOf(pieces: readonly Piece[]): PastedPart {
  const text = joinedText(pieces)
  const read = pieces.length === 1 ? [readPolicy(pieces[0]?.text ?? '')] : pieces.map((piece) => readPolicy(piece.text))
  const errors = read.flatMap(({ diagnostics }, index) => errorIn(diagnostics, pieces[index]?.line ?? 1) ?? [])
  const [error] = errors
  const count = (of: (policy: (typeof read)[number]) => readonly unknown[]): number =>
    read.reduce((sum, policy) => sum + of(policy).length, 0)
  const granting = count((one) => one.roles) + count((one) => one.bindings) + count((one) => one.accessRules)
  const others = read.flatMap(({ notRead }) => notRead)
  const line = pieces[0]?.line ?? 1
  if (granting === 0 && error === undefined && others.length > 0) {
    if (others.every(({ kind }) => kind === 'CustomResourceDefinition')) return resourcesOf('definitions', pieces)
    return { is: 'left', line, why: whyNotPolicy(others) }
  }
  // A role with a mistake is a policy to mend; YAML that is not about roles at all is not.
  if (granting === 0 && error !== undefined && !ABOUT_RBAC.test(text)) {
    return { is: 'left', line, why: 'This YAML has neither a role nor a binding, so the policy is unchanged.' }
  }
  return {
    is: 'policy',
    line,
    text: pieces.length === 1 ? (pieces[0]?.text ?? '') : text,
    roles: count((one) => one.roles),
    bindings: count((one) => one.bindings),
    accessRules: count((one) => one.accessRules),
    others: others.length,
    ...(error && { error }),
  }
}

function errorIn(diagnostics: readonly Diagnostic[], line: number): PartError | undefined {
  const error = diagnostics.find(({ severity }) => severity === 'error')
  return error && { message: error.message, line: error.range.line + line - 1, column: error.range.column }
}

function observedIn(text: string, line: number): PastedPart | undefined {
  const requests = distinctRequests(parseClusterOutput(text).requests)
  const [first] = requests
  return first && { is: 'observed', line, text, requests: requests.length, source: first.source }
}

/** The reviews that the log of a client has. */
function loggedIn(text: string, line: number): readonly PastedPart[] {
  const pieces = loggedReviews(text).map((one) => ({ ...one.request, line: one.line + line - 1, made: false }))
  return requestsIn(pieces, false)
}

/** The checks of the first step after authorization that a text names, for the user who is shown on the page. */
function reviewsIn(text: string, line: number, policy: string): readonly PastedPart[] {
  const { admission, refused } = parseClusterOutput(text)
  if (refused !== undefined)
    return resourceGrants(refused, policy).map((words): PastedPart => ({ is: 'left', line, why: plainText(words) }))
  const steps = admission.map((one) => admissionReviews(one, policy))
  const asked = steps.find(({ reviews }) => reviews.length > 0)
  const [review, ...orElse] = asked?.reviews ?? []
  const filled = (asked ?? steps[0])?.notes.map((words) => plainText(words)) ?? []
  if (review === undefined) return filled.map((why): PastedPart => ({ is: 'left', line, why }))
  const named = asked?.requestor && { requestor: asked.requestor }
  return [{ is: 'request', line, ...review, ...named, ...(orElse.length > 0 && { orElse }), filled }]
}

function whyNotObserved(text: string, policy: string): string {
  const { admission, problems } = parseClusterOutput(text)
  const sentence = admission.map((one) => admissionReviews(one, policy).sentence).find((one) => one !== undefined)
  return sentence ?? problems[0] ?? 'The output of the cluster names no request.'
}

function designAmong(found: readonly PastedPart[], { text, line }: Piece): PastedPart {
  if (!found.some(({ is }) => is === 'design')) return { is: 'design', line, text }
  return { is: 'left', line, why: 'Another design was left out: one design decides.' }
}

/** A document of a kind that is read by itself. */
function readAlone(kind: 'kubeconfig' | 'requestor' | 'authorizers', piece: Piece): PastedPart {
  const { text, line } = piece
  if (kind === 'kubeconfig') return kubeconfigIn(piece)
  if (kind === 'requestor') return requestorPart(requestorInReview(text), line)
  const authorizers = readAuthorizers(text)
  return authorizers
    ? { is: 'authorizers', line, ...authorizers }
    : { is: 'left', line, why: 'This AuthorizationConfiguration has no authorizer that is decided here.' }
}

function requestorPart(requestor: PastedRequestor | undefined, line: number): PastedPart {
  if (requestor) return { is: 'requestor', line, ...requestor }
  return {
    is: 'left',
    line,
    why: 'The text is about a user, but it names none: its status has the user only after it was sent.',
  }
}

function kubeconfigIn({ text, line }: Piece): PastedPart {
  const kubeconfig = readKubeconfig(text)
  return kubeconfig
    ? { is: 'kubeconfig', line, kubeconfig }
    : { is: 'left', line, why: 'The kubeconfig was left out: it is not valid YAML.' }
}

/** The documents of a stream that are not all of one kind; otherwise the block as it is. */
function documentsIn({ text, line }: Block): readonly Piece[] {
  const pieces: Piece[] = []
  let at = line
  for (const document of text.split(/^(?=---(?:[ \t]|\r?$))/m)) {
    if (/^(?!---|#)[^\s]|^[ \t]+[^\s#]/m.test(document)) pieces.push({ text: document, line: at })
    at += document.split('\n').length - 1
  }
  const kinds = new Set(pieces.map((piece) => kindOfDocument(piece.text, 'yaml')))
  return kinds.size > 1 ? pieces : [{ text, line }]
}

type DocumentKind =
  | 'policy'
  | 'review'
  | 'discovery'
  | 'cluster'
  | 'kubeconfig'
  | 'scenario'
  | 'design'
  | 'requestor'
  | 'authorizers'

const DISCOVERY = /^API(?:Resource|GroupDiscovery)List$/

const READ_ALONE: ReadonlyMap<string, 'requestor' | 'authorizers'> = new Map([
  ['SelfSubjectReview', 'requestor'],
  ['TokenReview', 'requestor'],
  ['AuthorizationConfiguration', 'authorizers'],
])

function kindOfDocument(text: string, as: 'yaml' | 'json'): DocumentKind {
  if (looksLikeScenario(text)) return 'scenario'
  if (looksLikeDesign(text)) return 'design'
  if (looksLikeReview(text)) return 'review'
  if (as === 'json') {
    const value: unknown = parsedJSON(text)?.json
    const first: unknown = Array.isArray(value) ? value[0] : value
    const one: Readonly<Record<string, unknown>> = typeof first === 'object' && first !== null ? { ...first } : {}
    if (one.kind === 'Config' && 'contexts' in one) return 'kubeconfig'
    if (DISCOVERY.test(String(one.kind))) return 'discovery'
    const alone = READ_ALONE.get(String(one.kind))
    if (alone) return alone
    const manifest = typeof one.kind === 'string' && !/^(?:Event|EventList|Status)$/.test(one.kind)
    return manifest || 'apiGroups' in one ? 'policy' : 'cluster'
  }
  if (/^kind:\s*["']?API(?:Resource|GroupDiscovery)List\b/m.test(text)) return 'discovery'
  const alone = READ_ALONE.get(/^kind:\s*["']?(\w+)/m.exec(text)?.[1] ?? '')
  if (alone) return alone
  if (/^["']?apiVersion["']?:\s*["']?audit\.k8s\.io\//m.test(text)) return 'cluster'
  if (/^kind:\s*["']?Status\b/m.test(text)) return 'cluster'
  if (/^kind:\s*["']?Config\b/m.test(text) && /^(?:contexts|clusters|users|current-context):/m.test(text)) {
    return 'kubeconfig'
  }
  return /^(?:contexts|users):/m.test(text) && /^clusters:/m.test(text) ? 'kubeconfig' : 'policy'
}

function firstLine(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  return line.trim()
}
