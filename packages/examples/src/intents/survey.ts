import { DESIGN_LIST, type Scenario, type Trace } from '@authz-playground/engine'
import { scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type AskedRequest, askedHTTP, storedFor } from './asked.ts'
import { type Intent, type Meaning, type NoWay, type Way, wayOf } from './intent.ts'
import { type NearRequest, nearRequests } from './near-requests.ts'
import { spelled } from './spelling.ts'
import { targetsOwn } from './targets.ts'

/** `own`: the design is decided with its own rules only; `whole`: with the rules of all designs in one document. */
export type SurveyReading = 'own' | 'whole'

/**
 * How well the rules of a design express the intent: `exactly`; `too-widely`, where they allow more than is meant;
 * `not-all-of-it`, where they do not allow something that is meant; `not-at-all`, where there cannot be rules;
 * `not-said-yet`, where the rules are not written yet.
 */
export type SurveyVerdict = 'exactly' | 'too-widely' | 'not-all-of-it' | 'not-at-all' | 'not-said-yet'

/** The verdicts in words: it says the intent “too widely”. */
export const SURVEY_WORDS: Readonly<Record<SurveyVerdict, string>> = {
  exactly: 'exactly',
  'too-widely': 'too widely',
  'not-all-of-it': 'not all of it',
  'not-at-all': 'not at all',
  'not-said-yet': 'not said yet',
}

/** “Of 16 designs of impersonation, 9 say it exactly, 6 too widely, 1 not at all.” */
export function surveysInWords(surveys: readonly Survey[]): string {
  const counts = (Object.keys(SURVEY_WORDS) as SurveyVerdict[]).flatMap((verdict) => {
    const count = surveys.filter((one) => one.verdict === verdict).length
    return count === 0 ? [] : [`${count}${verdict === 'exactly' ? ' say it' : ''} ${SURVEY_WORDS[verdict]}`]
  })
  return `Of ${surveys.length} designs of impersonation, ${counts.join(', ')}.`
}

/** The part of a scenario's result that a survey uses. */
export interface Seen {
  /** The client's HTTP status. Absent where the scenario was not decided. */
  readonly code?: number
  /** It was allowed, with any status. */
  readonly allowed: boolean
  readonly checks: number
}

/** What a survey uses of an answer. */
export function seenIn({ trace }: { readonly trace?: Trace | undefined }): Seen {
  return {
    ...(trace && { code: trace.outcome.code }),
    allowed: trace?.outcome.kind === 'allowed',
    checks: trace?.steps.filter(({ check }) => check !== undefined).length ?? 0,
  }
}

/** The result of one near request. */
export interface NearSeen extends NearRequest {
  readonly code?: number
  readonly meaning: Meaning
  readonly passes: boolean
}

/** An intent under one design, computed. */
export interface Survey {
  readonly design: string
  readonly verdict: SurveyVerdict
  /** Rules of roles, and entries of access rules. */
  readonly rules: number
  /** Checks of the first wanted request. */
  readonly checks: number
  /** The answer to each wanted request. */
  readonly wanted: readonly (number | undefined)[]
  readonly near: readonly NearSeen[]
}

/** The numbers of a survey's table. */
export interface SurveyTally {
  readonly verdict: SurveyVerdict
  readonly rules: number
  readonly checks: number
  readonly wanted: number | undefined
  readonly passes: number
  /** Near requests that pass and are not meant. */
  readonly unintended: number
  /** Near requests that are meant and do not pass. */
  readonly refused: number
}

/** A part of an intent’s document: the rules of some designs, under a title. */
export interface DocumentPart {
  readonly id: string
  readonly title: string
  readonly policy: string
}

const nearOf = new WeakMap<Intent, readonly NearRequest[]>()

/** The near requests of an intent’s first wanted one, made once. */
function nearRequestsOf(intent: Intent): readonly NearRequest[] {
  const near = nearOf.get(intent) ?? nearRequests(intent.wanted[0].asked)
  nearOf.set(intent, near)
  return near
}

/** The document of an intent, part by part: the targets' own permissions, then every design’s own rules. */
export function documentOf(intent: Intent): readonly DocumentPart[] {
  const titleOf = (id: string): string => DESIGN_LIST.find((design) => design.id === id)?.title ?? id
  return [
    { id: 'targets', title: 'What the targets may do themselves', policy: targetsOwn(intent, nearRequestsOf(intent)) },
    ...intent.ways.filter(isWay).map(({ designs, policy }) => ({
      id: designs.join('-'),
      title: designs.map(titleOf).join(' · '),
      policy,
    })),
  ]
}

/** The whole of an intent’s document as one text, each part under a comment with its title. */
export function wholeDocument(intent: Intent): string {
  return documents(...documentOf(intent).map(({ title, policy }) => `# ${title}\n${policy}`))
}

function isWay(way: Way | NoWay | undefined): way is Way {
  return way !== undefined && 'policy' in way
}

/** The scenario in which a design decides one request of an intent. */
export function intentScenario(intent: Intent, design: string, asked: AskedRequest, reading: SurveyReading): Scenario {
  const way = wayOf(intent, design)
  const sent = isWay(way) && way.spell ? spelled(asked, way.spell) : asked
  const policy = policyFor(intent, way, reading)
  const { authorizationModes, objects } = intent
  const made = scenario(policy, sent.requestor, askedHTTP(sent), {
    design,
    authorizationModes: [
      ...authorizationModes,
      ...(policy.includes('kind: ClusterAccessRule') ? ['AccessRules' as const] : []),
    ],
    ...(objects !== undefined && { objects }),
  })
  const { readsChanges } = DESIGN_LIST.find(({ id }) => id === design) ?? {}
  return readsChanges && asked.path === undefined ? { ...made, storedObject: storedFor(asked) } : made
}

const policies = new WeakMap<Intent, Map<string, string>>()

function policyFor(intent: Intent, way: Way | NoWay | undefined, reading: SurveyReading): string {
  const made = policies.get(intent) ?? new Map<string, string>()
  policies.set(intent, made)
  const key = reading === 'whole' ? reading : (way?.designs ?? []).join()
  const text = made.get(key) ?? (reading === 'whole' ? wholeDocument(intent) : ownDocument(intent, way))
  made.set(key, text)
  return text
}

function ownDocument(intent: Intent, way: Way | NoWay | undefined): string {
  const [targets] = documentOf(intent)
  const own = isWay(way) ? [`# The rules that say it\n${way.policy}`] : []
  return documents(...own, `# ${targets?.title}\n${targets?.policy}`)
}

/** Every scenario that a survey looks at: the wanted requests, then the near ones. */
export function surveyScenarios(intent: Intent, design: string, reading: SurveyReading): readonly Scenario[] {
  return [...intent.wanted, ...nearRequestsOf(intent)].map(({ asked }) =>
    intentScenario(intent, design, asked, reading),
  )
}

/** The survey of a design from the answers to those scenarios, in their order. */
export function surveyFrom(intent: Intent, design: string, seen: readonly Seen[]): Survey {
  const way = wayOf(intent, design)
  const wanted = seen.slice(0, intent.wanted.length)
  const near = nearRequestsOf(intent).map((one, index): NearSeen => {
    const { code, allowed = false } = seen[intent.wanted.length + index] ?? {}
    return {
      ...one,
      ...(code !== undefined && { code }),
      meaning: intent.meaningOf(one.asked),
      passes: allowed,
    }
  })
  return {
    design,
    verdict: way === undefined ? 'not-said-yet' : isWay(way) ? verdictOf(near) : 'not-at-all',
    rules: isWay(way) ? rulesIn(way.policy) : 0,
    checks: wanted[0]?.checks ?? 0,
    wanted: wanted.map(({ code }) => code),
    near,
  }
}

export function tallyOf({ verdict, rules, checks, wanted, near }: Survey): SurveyTally {
  const passing = near.filter(({ passes }) => passes)
  return {
    verdict,
    rules,
    checks,
    wanted: wanted[0],
    passes: passing.length,
    unintended: passing.filter(({ meaning }) => meaning === 'beyond').length,
    refused: near.filter(({ meaning, passes }) => meaning === 'meant' && !passes).length,
  }
}

function verdictOf(near: readonly NearSeen[]): SurveyVerdict {
  if (near.some(({ meaning, passes }) => meaning === 'beyond' && passes)) return 'too-widely'
  return near.some(({ meaning, passes }) => meaning === 'meant' && !passes) ? 'not-all-of-it' : 'exactly'
}

/** Counted when they are written, so that a page need not read the policy again. */
const RULE = /^(- (apiGroups|nonResourceURLs):| {2}- effect:)/gm

function rulesIn(policy: string): number {
  return policy.match(RULE)?.length ?? 0
}
