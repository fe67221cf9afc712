import type { Scenario } from '../decide/index.ts'
import { type FieldChanges, type HTTPRequest, impersonationOf, withFields } from '../http/index.ts'
import { NODE_NAME_KEY, userKindOf } from '../kube/index.ts'
import { listInWords, missedModes, type Obstacle, type RichText } from '../trace/index.ts'
import type { Explained } from './explained.ts'
import { type OtherScenario, rewritten } from './request-changes.ts'

/** The scenario without what keeps modes of impersonation from being tried. */
export interface ModeRemedy extends OtherScenario {
  /** The difference before a main clause: “without Impersonate-Group”. */
  readonly condition: RichText
  readonly obstacles: readonly Obstacle[]
  /** The groups that the request no longer asks for. */
  readonly droppedGroups: readonly string[]
}

/** One obstacle taken away. */
interface Removal {
  readonly words: RichText
  readonly condition: RichText
  readonly impersonate?: FieldChanges['impersonate']
  readonly requestor?: Scenario['requestor']
}

/**
 * The scenarios in which modes are tried that a request could have had. Whether the request is allowed then is not decided
 * here.
 */
export function modeRemedies({ trace, request }: Explained, scenario: Scenario): readonly ModeRemedy[] {
  const sent = request.request
  // A change of the review would not be one of the question.
  if (trace === undefined || sent === undefined || trace.question !== undefined) return []
  const reasons = new Map(missedModes(trace.untried).map(({ obstacles }) => [JSON.stringify(obstacles), obstacles]))
  return [...reasons.values()]
    .sort((a, b) => a.length - b.length)
    .flatMap((obstacles) => remedyOf(obstacles, sent, scenario) ?? [])
}

function remedyOf(obstacles: readonly Obstacle[], sent: HTTPRequest, scenario: Scenario): ModeRemedy | undefined {
  const removals = obstacles.map((one) => removalOf(one, scenario)).filter((one) => one !== undefined)
  if (removals.length < obstacles.length) return undefined
  const impersonate: NonNullable<FieldChanges['impersonate']> = Object.assign(
    {},
    ...removals.map((one) => one.impersonate),
  )
  const requestor = removals.find((one) => one.requestor !== undefined)?.requestor ?? scenario.requestor
  const request = rewritten(sent, withFields(sent, { impersonate }), scenario)
  if (request === undefined) return undefined
  const joined = (part: 'words' | 'condition') =>
    removals.flatMap((one, at) => [...(at === 0 ? [] : [' and ']), ...one[part]])
  return {
    kind: 'request',
    words: joined('words'),
    condition: joined('condition'),
    obstacles,
    droppedGroups: impersonate.groups === undefined ? [] : impersonationOf(sent.headers).groups,
    scenario: { ...scenario, request, requestor },
  }
}

/** Undefined where nothing that people send takes the obstacle away. */
function removalOf(obstacle: Obstacle, { requestor }: Scenario): Removal | undefined {
  switch (obstacle.by) {
    case 'headers': {
      const without: RichText = ['without ', ...listInWords(obstacle.headers)]
      return {
        words: ['send the request ', ...without],
        condition: without,
        impersonate: { groups: [], uid: '', extra: [] },
      }
    }
    case 'malformed-name': {
      const username = wellFormedLike(obstacle)
      if (username === undefined) return undefined
      return {
        words: ['impersonate ', { code: username }],
        condition: ['with the name ', { code: username }],
        impersonate: { username },
      }
    }
    case 'extra':
      return {
        words: ['send the request from a pod on node ', { code: obstacle.node }, ', to which its token is bound'],
        condition: ['from a pod on node ', { code: obstacle.node }],
        requestor: { ...requestor, extra: { ...requestor.extra, [NODE_NAME_KEY]: [obstacle.node] } },
      }
    default:
      return undefined
  }
}

/** The well-formed name that was probably meant: in lower case, and with colons between its parts. */
function wellFormedLike({ username, wanted }: Obstacle & { readonly by: 'malformed-name' }): string | undefined {
  const lower = username.toLowerCase().trim()
  return [lower, lower.replaceAll('/', ':')].find((name) => userKindOf(name) === wanted)
}
