import { AUTHORIZATION_MODES, KUBERNETES_VERSIONS, type Scenario } from '@authz-playground/engine'
import type { Outdated } from './described.ts'
import { isBoolean, isRecord, isString, isStrings, oneOf, optional } from './guards.ts'
import { OTHER_TEXTS } from './places.ts'
import type { Session } from './session.ts'

/** The version of the stored format. A later format gets a new number, and a step that converts this one. */
const VERSION = 1

/**
 * The stored session. A large one is stored in IndexedDB, and this has its id; `true` is from older versions of the
 * page. `undecided`: it was not decided in time.
 */
export type KeptSession = ({ readonly start: Session } | { readonly elsewhere: string | true }) & {
  readonly undecided?: boolean
  /** Its scenario had been edited since these words came with it. */
  readonly outdated?: Outdated
}

/** A session as it is stored: without the parts that are empty. */
export function storedSession({
  scenario,
  exampleId,
  about,
  goals = [],
  fromLink,
  came,
  changed,
  lesson,
}: Session): Session {
  return {
    scenario,
    exampleId,
    about,
    ...(goals.length > 0 && { goals }),
    ...(fromLink && { fromLink }),
    ...(came && { came }),
    changed,
    ...(lesson && { lesson }),
  }
}

export function encode(kept: KeptSession): string {
  const { undecided, outdated, ...what } = kept
  return JSON.stringify({
    version: VERSION,
    ...what,
    ...(undecided && { undecided }),
    ...(outdated && { outdated }),
  })
}

/** Reads a stored session; undefined where the text does not come from {@link encode}. Never throws. */
export function decode(text: string): KeptSession | undefined {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(read) || read.version !== VERSION) return undefined
  const { elsewhere, start } = read
  const marks = {
    ...(read.undecided === true && { undecided: true }),
    ...(isOutdatedMark(read.outdated) && { outdated: read.outdated }),
  }
  if (elsewhere === true || typeof elsewhere === 'string') return { elsewhere, ...marks }
  const session = sessionIn(start)
  return session && { start: session, ...marks }
}

/** The session that a value has the shape of, kept by this version of the page or an older one. The engine judges its texts. */
export function sessionIn(value: unknown): Session | undefined {
  if (!isRecord(value)) return undefined
  // Older versions of the page called it `borrowed`.
  const { borrowed, ...rest } = value
  const session = { ...rest, ...(borrowed === true && { fromLink: true }), scenario: newestScenario(value.scenario) }
  return isSession(session) ? session : undefined
}

/**
 * A scenario as this version of the page keeps it. In scenarios of version 1 none of the default roles counted, where nothing else
 * was said.
 */
function newestScenario(value: unknown): unknown {
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.cluster)) return value
  return { ...value, version: 2, cluster: { defaultRoles: false, ...value.cluster } }
}

function isSession(value: unknown): value is Session {
  return (
    isRecord(value) &&
    typeof value.exampleId === 'string' &&
    isScenario(value.scenario) &&
    optional(value.about, isAbout) &&
    optional(value.goals, isStrings) &&
    optional(value.fromLink, isBoolean) &&
    optional(value.came, isCame) &&
    optional(value.changed, isBoolean) &&
    optional(value.lesson, isLessonPlace)
  )
}

function isOutdatedMark(value: unknown): value is Outdated {
  return value === true || value === 'explanation'
}

function isAbout(value: unknown): boolean {
  return isRecord(value) && isString(value.title) && isString(value.explanation) && Array.isArray(value.expect)
}

function isCame(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value.by, ['example', 'file', 'lesson', 'link']) &&
    Array.isArray(value.requests) &&
    value.requests.every(isRequest)
  )
}

function isLessonPlace(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value.course, value.lesson, value.address].every(isString) &&
    oneOf(value.edit, ['policy', 'request', 'both']) &&
    optional(value.asks, (asks) => asks === true)
  )
}

function isScenario(value: unknown): value is Scenario {
  return (
    isRecord(value) &&
    value.version === 2 &&
    typeof value.policy === 'string' &&
    OTHER_TEXTS.every((text) => optional(value[text], isString)) &&
    isSent(value) &&
    [value.earlier, value.later].every((sent) => optional(sent, (list) => Array.isArray(list) && list.every(isSent))) &&
    isCluster(value.cluster) &&
    optional(value.assumptions, isAssumptions) &&
    typeof value.design === 'string'
  )
}

function isSent(value: unknown): boolean {
  return (
    isRecord(value) &&
    isRequest(value.request) &&
    isUser(value.requestor) &&
    optional(value.after, (after) => Number.isFinite(after) && (after as number) >= 0)
  )
}

function isRequest(value: unknown): boolean {
  return isRecord(value) && oneOf(value.form, ['http', 'kubectl', 'curl', 'review']) && typeof value.text === 'string'
}

/** Whether a value has the shape of the parts of a scenario that a lesson lets people edit, each of them or none. */
export function isWork(value: unknown): boolean {
  return (
    isRecord(value) &&
    optional(value.policy, isString) &&
    optional(value.request, isRequest) &&
    optional(value.requestor, isUser)
  )
}

function isUser(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.username === 'string' &&
    optional(value.uid, isString) &&
    optional(value.groups, isStrings) &&
    optional(value.extra, (extra) => isRecord(extra) && Object.values(extra).every(isStrings))
  )
}

function isCluster(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value.version, KUBERNETES_VERSIONS) &&
    [value.constrainedImpersonation, value.authorizePodWebsocketUpgradeCreatePermission, value.defaultRoles].every(
      (set) => optional(set, isBoolean),
    ) &&
    Array.isArray(value.authorizationModes) &&
    value.authorizationModes.every((mode) => oneOf(mode, AUTHORIZATION_MODES)) &&
    new Set(value.authorizationModes).size === value.authorizationModes.length
  )
}

function isAssumptions(value: unknown): boolean {
  return (
    isRecord(value) && Object.values(value).every((chosen) => isRecord(chosen) && Object.values(chosen).every(isString))
  )
}
