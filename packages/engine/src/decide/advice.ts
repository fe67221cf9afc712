import type { AuthorizationMode } from '../authorizers/index.ts'
import { type Cluster, WEBHOOK_NOT_ASKED } from '../cluster/index.ts'
import type { Design } from '../designs/index.ts'
import {
  canonicalHeaderName,
  headerNameRead,
  IMPERSONATE_GROUP,
  IMPERSONATE_USER,
  type ReadRequest,
  type RequestText,
} from '../http/index.ts'
import { missingGroups, NODES_GROUP, nodeOf } from '../kube/index.ts'
import { type Diagnostic, LineIndex, quoted } from '../text/index.ts'
import { missedModes, type Trace, type UntriedMode } from '../trace/index.ts'

/** A request with the warnings that a design has about it, once it was decided. */
export function withAdvice(
  read: ReadRequest,
  written: RequestText,
  design: Design,
  trace: Trace | undefined,
): ReadRequest {
  const known = withoutKnownHeaderWarnings(read, design)
  const advice = trace === undefined ? [] : modeAdvice(trace, read, written)
  return advice.length === 0 ? known : { ...known, diagnostics: [...known.diagnostics, ...advice] }
}

/** The authorizers of the chain that had nothing to answer from, a note each: the cluster may answer otherwise. */
export function unaskedNotes(
  { settings, webhook, objects }: Pick<Cluster, 'settings' | 'webhook' | 'objects'>,
  { requestor, impersonatedUser }: Pick<Trace, 'requestor' | 'impersonatedUser'>,
  { text }: RequestText,
): readonly Diagnostic[] {
  const isAsked = (mode: AuthorizationMode) => settings.authorizationModes.includes(mode)
  const isOfNode = [requestor, impersonatedUser].some((user) => user?.groups.includes(NODES_GROUP))
  const noObjects = 'There are no stored objects, so a cluster may allow more to this node by the Node authorizer.'
  const messages = [
    ...(isAsked('Webhook') && (webhook?.entries.length ?? 0) === 0 ? [WEBHOOK_NOT_ASKED] : []),
    ...(isAsked('Node') && isOfNode && (objects?.objects.length ?? 0) === 0 ? [noObjects] : []),
  ]
  const range = new LineIndex('request', text).range({ start: 0, end: 0 })
  return messages.map((message) => ({ severity: 'note', code: 'not-asked', message, range }))
}

/** The request without warnings about headers that the API server does not know and the design reads. */
function withoutKnownHeaderWarnings(read: ReadRequest, { headers: own = [] }: Design): ReadRequest {
  const known = (read.request?.headers ?? []).flatMap(({ name, span }) =>
    own.includes(canonicalHeaderName(name)) && span !== undefined ? [span.start] : [],
  )
  if (known.length === 0) return read
  const diagnostics = read.diagnostics.filter(
    ({ code, range }) => code !== 'unknown-impersonation-header' || !known.includes(range.start),
  )
  return { ...read, diagnostics }
}

/** Warnings about headers that keep modes of impersonation from being tried, each at the first header of its name. */
function modeAdvice(
  { untried }: Pick<Trace, 'untried'>,
  { request }: ReadRequest,
  { text }: RequestText,
): readonly Diagnostic[] {
  const missed = missedModes(untried)
  if (missed.length === 0) return []
  const lines = new LineIndex('request', text)
  return [...headersBeside(missed, groupsBeside(request)), ...malformedNames(missed)].map(({ header, ...warning }) => {
    const span = request?.headers.find((one) => headerNameRead(one) === header)?.span
    return { severity: 'warning', ...warning, range: lines.range(span ?? { start: 0, end: 0 }) }
  })
}

/** A warning about a header, by the name that the API server reads. */
type HeaderWarning = Pick<Diagnostic, 'code' | 'message' | 'fix'> & { readonly header: string }

/** The groups that a request asks for, and that the API server does not add to its target itself. */
function groupsBeside(request: ReadRequest['request']): readonly string[] {
  const valuesOf = (header: string) =>
    (request?.headers ?? []).flatMap((one) => (headerNameRead(one) === header ? [one.value] : []))
  const [username = ''] = valuesOf(IMPERSONATE_USER)
  const added = [...missingGroups({ username }), ...(nodeOf(username) === undefined ? [] : [NODES_GROUP])]
  return valuesOf(IMPERSONATE_GROUP).filter((group) => !added.includes(group))
}

function listed(groups: readonly string[]): string {
  return groups.map(quoted).join(' or ')
}

/** Headers beside a name that must be alone: they are all that keeps these modes from being tried. */
function headersBeside(missed: readonly UntriedMode[], groups: readonly string[]): readonly HeaderWarning[] {
  const kept = missed.filter(({ obstacles }) => obstacles.every(({ by }) => by === 'headers'))
  const obstacles = kept[0]?.obstacles ?? []
  return obstacles
    .flatMap((one) => (one.by === 'headers' ? one.headers : []))
    .map((header) => ({
      header,
      code: 'header-beside-name',
      message: `${header} keeps ${modesInWords(kept)} from being tried: only ${IMPERSONATE_USER} may be set.`,
      fix:
        header === IMPERSONATE_GROUP
          ? groups.length === 0
            ? 'Leave it out: the API server adds the groups of nodes and service accounts itself.'
            : `Leave it out where the request needs no right of ${listed(groups)}: without the header it is not in ${groups.length === 1 ? 'this group' : 'these groups'}.`
          : 'Leave it out.',
    }))
}

function malformedNames(missed: readonly UntriedMode[]): readonly HeaderWarning[] {
  const kept = missed.filter(({ obstacles }) => obstacles.some(({ by }) => by === 'malformed-name'))
  const malformed = kept[0]?.obstacles.find((one) => one.by === 'malformed-name')
  if (malformed === undefined) return []
  const { username, wanted } = malformed
  return [
    {
      header: IMPERSONATE_USER,
      code: 'malformed-name',
      message: `${quoted(username)} is not a well-formed name of a ${wanted}, so ${modesInWords(kept)} ${kept.length === 1 ? 'is' : 'are'} not tried.`,
      fix:
        wanted === 'node'
          ? 'Write system:node: and a valid name of a node.'
          : 'Write system:serviceaccount:<namespace>:<name>.',
    },
  ]
}

function modesInWords(modes: readonly UntriedMode[]): string {
  return `the ${modes.length === 1 ? 'mode' : 'modes'} ${modes.map(({ mode }) => mode).join(' and ')}`
}
