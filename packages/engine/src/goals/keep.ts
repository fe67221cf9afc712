import { type Cluster, discoveryOf, unreadInWords } from '../cluster/index.ts'
import { type Decided, type Scenario, type SentRequest, unreadOfAnswer } from '../decide/index.ts'
import {
  canonicalHeaderName,
  type HTTPRequest,
  IMPERSONATE_EXTRA_PREFIX,
  IMPERSONATE_GROUP,
  IMPERSONATE_UID,
  IMPERSONATE_USER,
  impersonationOf,
  printHTTP,
  type RequestText,
  readHTTP,
  withImpersonation,
} from '../http/index.ts'
import { type Attributes, type Binding, combinedResource, type Discovery, resourceName } from '../kube/index.ts'
import { subjectNamed, subjectsOf } from '../query/index.ts'
import type { RichText } from '../trace/index.ts'
import { type Asked, asksOf, reviewOf } from './asked.ts'
import type { GoalAction, GoalQuestion } from './goal.ts'
import { goalObject, printAction } from './goal-action.ts'
import { userOfGoal } from './goal-cluster.ts'
import { extraFields, printUser, wordOfUsername } from './goal-user.ts'
import { LONGEST, readGoal } from './read-goal.ts'
import { modeOf } from './request-goals.ts'

/** The goals that say what a scenario does now; or why no goal can say it, in a sentence. */
export type KeptGoals =
  | { readonly goals: readonly string[]; readonly no?: undefined }
  | { readonly goals?: undefined; readonly no: RichText }

/**
 * The goals that say what a scenario does now, so that it stays so: “jane can list pods in prod” of a plain request that is
 * allowed, else the request with its answer; for a request after others to the same server, each of them. They hold on the
 * same scenario.
 */
export function goalsOf(scenario: Scenario, decided: Decided): KeptGoals {
  const { trace, state } = decided
  if (state !== 'decided' || trace === undefined)
    return { no: ['Nothing is decided, so there is nothing that could stay so.'] }
  if (scenario.showsReview)
    return { no: ['The page shows the review that the command sends. A goal is about what it asks.'] }
  const can = canGoal(scenario, decided)
  if (can !== undefined) return { goals: [can] }
  const { earlier = [] } = scenario
  const sent = [...earlier, scenario]
  const goals: string[] = []
  for (const [index, one] of sent.entries()) {
    const code = index === earlier.length ? trace.outcome.code : decided.sent.requests[index]?.outcome?.code
    if (code === undefined) return { no: ['A request before it is not decided.'] }
    const by = index === earlier.length ? modeOf(trace) : undefined
    const shown = index === earlier.length ? decided.request.request : undefined
    const said = requestGoal(one, index, { shown, code, by, decided })
    if (said.sentence === undefined) return { no: said.no }
    const [unread] =
      index === earlier.length ? unreadOfAnswer(trace, decided) : code === 403 ? decided.cluster.unread : []
    if (unread !== undefined) return { no: unreadInWords(unread) }
    goals.push(said.sentence)
  }
  return { goals }
}

type Said =
  | { readonly sentence: string; readonly no?: undefined }
  | { readonly sentence?: undefined; readonly no: RichText }

const no = (...words: RichText): { readonly no: RichText } => ({ no: words })

/** Who sends a request, as a goal says it: “mia in group ops with UID 1234”. */
function sender({ requestor }: SentRequest, decided: Decided): Said {
  const { username, uid = '', groups = [], extra = {} } = requestor
  const empty = Object.keys(extra).find((key) => extra[key]?.length === 0)
  if (empty !== undefined)
    return no('The user who sends the request has the extra ', { code: empty }, ' without a value.')
  const known = subjectsOf({ bindings: bindingsIn(decided.cluster) })
  const fields = { ...(uid !== '' && { uid }), extra: extraFields(extra) }
  for (const word of username === '' ? [''] : [wordOfUsername(username), username, `User/${username}`]) {
    const subject = subjectNamed(word, known)
    if (subject === undefined && word !== '') continue
    const implied = userOfGoal({ word, groups: [] }, subject).groups
    const beside = groups.filter((group) => !implied.includes(group))
    for (const said of [beside, groups]) {
      const user = userOfGoal({ word, groups: said }, subject)
      if (user.username !== username || groups.some((group) => !user.groups.includes(group))) continue
      const added = user.groups.find((group) => !groups.includes(group))
      if (added !== undefined && counts(added, decided))
        return no(
          'A goal is about a user in the group ',
          { code: added },
          ', and the one who sends the request is not.',
        )
      return { sentence: printUser({ word, groups: said, ...fields }) }
    }
  }
  return no('A goal cannot name the user ', { code: username }, '.')
}

/** Whether a group that authentication adds may change an answer. */
function counts(group: string, { cluster, design }: Decided): boolean {
  const { webhook, objects } = cluster
  const isBound = bindingsIn(cluster).some(({ subjects }) =>
    subjects.some(({ kind, name }) => kind === 'Group' && name === group),
  )
  return isBound || webhook !== undefined || objects !== undefined || design.readsConditions !== undefined
}

function bindingsIn({ policy, defaultRoles }: Cluster): readonly Binding[] {
  return [...policy.bindings, ...(defaultRoles?.bindings ?? [])]
}

/** “jane can list pods in prod”, of a plain request that the authorizers allow. */
function canGoal(scenario: Scenario, decided: Decided): string | undefined {
  const { trace, request, command, question, write, cluster } = decided
  if (trace?.outcome.kind !== 'allowed' || command !== undefined || question !== undefined) return undefined
  if (write !== undefined || decided.change !== undefined || request.request === undefined) return undefined
  const { target, headers, body } = request.request
  const plainQuery = /^[^?]*(?:\?limit=\d+)?$/.test(target)
  if (body !== '' || !plainQuery || headers.some(({ name }) => /^impersonate-/i.test(name))) return undefined
  const asked = trace.steps.findLast(({ check }) => check !== undefined)?.check?.attributes
  const who = sender(scenario, decided)
  if (asked === undefined || who.sentence === undefined) return undefined
  const discovery = discoveryOf(cluster)
  const action = actionOf(asked, discovery)
  const sentence = action && `${who.sentence} can ${printAction(action)}`
  const read = sentence === undefined ? undefined : readGoal(sentence, discovery).goal?.question
  if (sentence === undefined || read?.kind !== 'can' || read.as !== undefined) return undefined
  const reviews = asksOf(read.action, discovery)
  const parts = ['verb', 'isResourceRequest', 'apiGroup', 'resource', 'subresource', 'namespace', 'name'] as const
  const isSame = (one: Asked): boolean =>
    parts.every((part) => one[part] === asked[part]) && (one.isResourceRequest || one.path === asked.path)
  const allowed = reviews.every((one) => cluster.authorizer.authorize(reviewOf(one, asked.user)).decision === 'Allow')
  return reviews.length === 1 && reviews.every(isSame) && allowed ? sentence : undefined
}

function actionOf(asked: Attributes, discovery: Discovery): GoalAction | undefined {
  const { verb, isResourceRequest, apiGroup, resource, namespace, name, path } = asked
  if (!isResourceRequest) return { verbs: [verb], what: [path] }
  for (const what of new Set([combinedResource(asked), resourceName(asked)])) {
    const object = goalObject(what, [verb], discovery)
    if (object?.kind !== 'resource' || object.apiGroup !== apiGroup || object.resource !== resource) continue
    const isItself = resource === 'namespaces' && apiGroup === ''
    const scope = namespace !== '' && !isItself ? { namespace } : object.namespaced ? 'everywhere' : undefined
    return { verbs: [verb], what: [what], ...(name !== '' && { name }), ...(scope && { scope }) }
  }
  return undefined
}

interface Answered {
  /** The request as it was read, where that is known. */
  readonly shown: HTTPRequest | undefined
  readonly code: number
  readonly by: string | undefined
  readonly decided: Decided
}

/** “portal as dana, GET /api/v1/pods: 403, by impersonate:user-info”. */
function requestGoal(sent: SentRequest, index: number, { shown, code, by, decided }: Answered): Said {
  const who = sender(sent, decided)
  if (who.sentence === undefined) return who
  const { after = 0 } = sent
  if (index > 0 && !Number.isInteger(after))
    return no('A request follows after a part of a second, and a goal counts whole ones.')
  const then = index === 0 ? '' : after === 0 ? 'then, ' : `then after ${after} s, `
  const mode = by === undefined || !/^impersonate(?::|$)/.test(by) ? '' : `, by ${by}`
  const written = lineOf(sent.request) ?? inOneLine(sent.request, shown, decided)
  if (written.no !== undefined) return written
  const sentence = `${then}${who.sentence}${written.as}, ${written.text}: ${code}${mode}`
  if (sentence.length > LONGEST) return no(`A goal has at most ${LONGEST.toLocaleString('en')} characters.`)
  return readsBack(sentence, written.request, code) ? { sentence } : no(CANNOT_SAY)
}

const CANNOT_SAY = 'A name or an address in the request cannot be said in a goal.'

interface Line {
  /** “ as dana in group devs”; empty where the text says that itself. */
  readonly as: string
  readonly text: string
  /** The request that reading the goal gives. */
  readonly request: RequestText
  readonly no?: undefined
}

/** A command that is written in one line, as it is. */
function lineOf({ form, text }: RequestText): Line | undefined {
  const trimmed = text.trim()
  const line = /["'#]/.test(trimmed) ? trimmed : trimmed.replace(/(?<![ \t])[ \t]*\\\r?\n[ \t]*/g, ' ')
  if (form === 'http' || /[\r\n]/.test(line) || !line.startsWith(`${form} `)) return undefined
  return { as: '', text: line, request: { form, text: line } }
}

/** Headers without an effect on authorization where there is no body. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Length',
  'Content-Type',
  'Host',
  'Kubectl-Command',
  'Kubectl-Session',
  'User-Agent',
])

/** A request by its line and the user that it asks to become. */
function inOneLine(
  request: RequestText,
  shown: HTTPRequest | undefined,
  { command, question }: Decided,
): Line | { readonly no: RichText } {
  if (request.form !== 'http' && (command !== undefined || question !== undefined || shown === undefined))
    return no('The command has several lines. Write it in one, and a goal can say it.')
  const read = shown ?? httpOf(request)
  if (read === undefined) return no(CANNOT_SAY)
  const { method, target: path, headers, body } = read
  if (body !== '')
    return no('The request has a body, and a goal has none. A kubectl command in one line can be a goal.')
  for (const name of [IMPERSONATE_USER, IMPERSONATE_UID])
    if (headers.filter((header) => canonicalHeaderName(header.name) === name).length > 1)
      return no('The request has more than one header ', { code: name }, ', and a goal has one.')
  const other = headers.find(({ name }) => {
    const canonical = canonicalHeaderName(name)
    return !impersonates(canonical) && !WITHOUT_EFFECT.has(canonical)
  })
  if (other !== undefined) return no('The request has the header ', { code: other.name }, ', which a goal cannot say.')
  const target = impersonationOf(headers)
  const { username, uid, groups, extra } = target
  const isNobody = username === '' && uid === '' && groups.length === 0 && extra.length === 0
  const word = username === '' ? '' : wordOfUsername(username)
  return {
    as: isNobody ? '' : ` as ${printUser({ word, groups, extra, ...(uid !== '' && { uid }) })}`,
    text: `${method} ${path}`,
    request: {
      form: 'http',
      text: printHTTP({ method, target: path, headers: withImpersonation([], target), body: '' }).text,
    },
  }
}

/** Whether a header is one that a goal says by “as”. */
function impersonates(name: string): boolean {
  return (
    [IMPERSONATE_USER, IMPERSONATE_UID, IMPERSONATE_GROUP].includes(name) || name.startsWith(IMPERSONATE_EXTRA_PREFIX)
  )
}

/** Of a request before the shown one only the text is known. */
function httpOf({ form, text }: RequestText): HTTPRequest | undefined {
  if (form !== 'http') return undefined
  return readHTTP(text).request
}

function readsBack(sentence: string, request: RequestText, code: number): boolean {
  const question: GoalQuestion | undefined = readGoal(sentence).goal?.question
  if (question?.kind !== 'request') return false
  const { request: read, answer } = question
  return read.form === request.form && read.text === request.text && answer.code === code
}
