import { discoveryOf, unreadOf } from '../cluster/index.ts'
import { type Decided, unreadOfCode } from '../decide/index.ts'
import { METHOD_OF_VERB, type RequestText } from '../http/index.ts'
import type { Attributes, UserInfo } from '../kube/index.ts'
import { BeyondLimit } from '../text/index.ts'
import type { RichText, Trace } from '../trace/index.ts'
import { sentences } from '../words/index.ts'
import { type Asked, asksOf, isEverywhere, namesTouching } from './asked.ts'
import type { GoalAction, GoalTarget } from './goal.ts'
import type { GoalCluster } from './goal-cluster.ts'
import { freshOf, goalRequest, playOf, scenarioOf } from './goal-requests.ts'
import { fails, type GoalVerdict, holds, holdsUnless, notDecided, unknownBy } from './result.ts'

/** A user can do something as somebody else: each request passes the whole design, with a name that no rule has. */
export function judgeCanAs(user: UserInfo, as: GoalTarget, action: GoalAction, cluster: GoalCluster): GoalVerdict {
  const granted: Attributes[] = []
  let play: GoalVerdict['play']
  let unknown: GoalVerdict | undefined
  for (const one of asksOf(action, discoveryOf(cluster.decided.cluster))) {
    const request = goalRequest(freshOf(one, cluster), as)
    if (request === undefined) return notARequest(one)
    const { trace, decided } = decidedFor(user, request, cluster)
    if (trace === undefined || decided.request.request === undefined) return nothingDecided(decided)
    const shown = playOf(user, request, cluster)
    if (trace.outcome.kind !== 'allowed') {
      const verdict = unknownBy(unreadOfCode(trace, decided), 'fails')
      unknown ??= verdict
      if (verdict !== undefined) continue
      const refused = reviewsOf(trace, false)
      const about = trace.outcome.kind === 'forbidden' ? trace.outcome.about : refused[0]
      const scenario = scenarioOf(user, request, cluster)
      const near = about && cluster.parts.nearest?.(about, cluster, { decided, scenario })
      return fails(sentences(trace, decided.request.request).answer, { ...near, play: shown, refused })
    }
    play ??= shown
    granted.push(...reviewsOf(trace, true).map((review) => withoutFresh(review, cluster)))
  }
  if (unknown !== undefined) return unknown
  return holds(['Every check is allowed.'], { granted, ...(play && { play }) })
}

/** The reviews of a request that were allowed, or those that were not. */
export function reviewsOf({ steps }: Trace, allowed: boolean): readonly Attributes[] {
  return steps.flatMap(({ check }) =>
    check !== undefined && (check.answer.decision === 'Allow') === allowed ? [check.attributes] : [],
  )
}

/** A review with the name or namespace of no rule was about every name or namespace. */
function withoutFresh(review: Attributes, cluster: GoalCluster): Attributes {
  const fresh = cluster.freshName
  const open = (text: string) => (text === fresh ? '' : text)
  return { ...review, name: open(review.name), namespace: open(review.namespace) }
}

/** The decision about one request, whose trace is absent where anything was not understood. */
function decidedFor(
  user: UserInfo,
  request: RequestText,
  cluster: GoalCluster,
): { readonly trace: Trace | undefined; readonly decided: Decided } {
  const decided = cluster.decide(scenarioOf(user, request, cluster))
  return { trace: decided.state === 'decided' ? decided.trace : undefined, decided }
}

export function nothingDecided({ errors }: Decided): GoalVerdict {
  return notDecided(['A part of the request or of the policy is not understood.'], errors)
}

function notARequest({ verb, name, path }: Asked): GoalVerdict {
  const what: RichText =
    METHOD_OF_VERB.has(verb) && (name || path) !== ''
      ? ['is for the name ', { code: name || path }]
      : ['has the verb ', { code: verb }]
  return notDecided(['No request ', ...what, ', so that it cannot be sent as somebody else.'])
}

/** The most requests that one goal tries. */
const MOST_TRIED = 2000

/** A user cannot do something as somebody else: each name and namespace that rules have is tried, and one that none has. */
export function judgeCannotAs(user: UserInfo, as: GoalTarget, action: GoalAction, cluster: GoalCluster): GoalVerdict {
  let play: GoalVerdict['play']
  let tried = 0
  for (const one of asksOf(action, discoveryOf(cluster.decided.cluster))) {
    for (const [index, variant] of variantsOf(one, cluster).entries()) {
      tried += 1
      if (tried > MOST_TRIED) {
        const message = `The goal stands for more than ${MOST_TRIED.toLocaleString('en')} requests.`
        throw new BeyondLimit({ message, fix: 'Name a namespace or an object.' })
      }
      const request = goalRequest(variant, as)
      // The first is about no name of a rule. A rule may have names that no request has, such as one with a slash.
      if (request === undefined && index > 0) continue
      if (request === undefined) return notARequest(one)
      const { trace, decided } = decidedFor(user, request, cluster)
      if (trace === undefined || decided.request.request === undefined) return nothingDecided(decided)
      const shown = playOf(user, request, cluster)
      if (trace.outcome.kind === 'allowed') {
        const { answer, because } = sentences(trace, decided.request.request)
        const evidence = trace.steps.flatMap(({ check }) => check?.answer.evidence ?? [])
        return fails([...answer, ' ', ...because], { evidence, play: shown })
      }
      play ??= shown
    }
  }
  const target = cluster.user(as)
  const unread = [user, ...(target ? [target] : [])].flatMap((one) => unreadOf(cluster.decided.cluster, one))
  return holdsUnless(unread, ['No such request is allowed.'], play && { play })
}

function variantsOf(asked: Asked, cluster: GoalCluster): readonly Asked[] {
  const fresh = freshOf(asked, cluster)
  const isOpen = asked.name === '' && (asked.verb !== 'create' || asked.subresource !== '')
  const names = isOpen ? [fresh.name, ...namesTouching(asked, cluster)] : [fresh.name]
  const namespaces = isEverywhere(asked)
    ? [...new Set([fresh.namespace, cluster.freshName, ...cluster.decided.cluster.rights.namespaces])]
    : [fresh.namespace]
  return namespaces.flatMap((namespace) => names.map((name) => ({ ...fresh, namespace, name })))
}
