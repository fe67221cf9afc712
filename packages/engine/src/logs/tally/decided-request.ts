import { type Design, ServerMemory } from '../../designs/index.ts'
import {
  type Answer,
  type Attributes,
  connectsByGet,
  NODE_NAME_KEY,
  type UserInfo,
  userInfo,
} from '../../kube/index.ts'
import { identityInWords } from '../../rights/index.ts'
import type { Check, Outcome, Question, RichText } from '../../trace/index.ts'
import { doing } from '../../words/index.ts'
import { modeOfConstraint } from '../line/impersonation-check.ts'
import { withoutImpliedGroups } from '../line/implied-groups.ts'
import type { SeenRequest, SeenTarget, SeenUser } from './observation.ts'

/** The decision about an observed request: every check of it, and what the client gets. */
export interface DecidedRequest {
  readonly checks: readonly Check[]
  readonly outcome: Outcome
  /** Absent unless impersonation succeeded. */
  readonly impersonatedUser?: UserInfo
  /** As in the audit event: `impersonate:user-info`; absent for legacy impersonation, and without impersonation. */
  readonly constraint?: string
}

/** Answers a check; `question.phase` tells those of the impersonation filter. */
export type AnswerCheck = (question: Question) => Answer

/**
 * Decides observed requests without texts: no request is written and read again. Each server has just started, so a request
 * has the same answer wherever it is in a log.
 */
export class RequestDecider {
  readonly #users = new Map<string, UserInfo>()

  /**
   * @param featureEnabled whether the feature gate is on, as `featureEnabled` of a scenario's cluster
   * @param connectionsNeedCreate whether a connection to a pod by GET needs `create` as well
   */
  constructor(
    readonly design: Design,
    readonly featureEnabled: boolean,
    readonly connectionsNeedCreate = false,
  ) {}

  decide(request: SeenRequest, answer: AnswerCheck): DecidedRequest {
    const { target } = request
    return this.decideAs(request, target && this.targetOf(target, request.constraint), answer)
  }

  /** As `decide`, with the target that the headers of the request asked for. */
  decideAs(request: SeenRequest, target: UserInfo | undefined, answer: AnswerCheck): DecidedRequest {
    const requestor = this.requestorOf(request.requestor)
    const attributes = attributesAsked(request.attributes, requestor)
    const running = this.design.run({
      request: NOT_WRITTEN,
      requestor,
      attributes: { ok: true, attributes },
      ...(this.connectionsNeedCreate && connectsByGet(attributes) && { connects: true }),
      target: target === undefined ? { kind: 'none' } : { kind: 'target', wantedUser: target },
      featureEnabled: this.featureEnabled,
      assumptions: {},
      memory: new ServerMemory(),
    })
    const checks: Check[] = []
    let next = running.next(undefined)
    while (!next.done) {
      const event = next.value
      if (event.kind === 'arrive') next = running.next(undefined)
      else {
        const answered = answer(event.question)
        checks.push({ ...event.question, answer: answered })
        next = running.next(answered)
      }
    }
    return { checks, ...next.value }
  }

  /** The requestor; the same value for equal users, for which authorizers keep what they find. */
  requestorOf({ username, groups, node }: SeenUser): UserInfo {
    return this.#kept(JSON.stringify([username, groups, node]), () => ({
      username,
      uid: '',
      groups,
      extra: new Map(node === '' ? [] : [[NODE_NAME_KEY, [node]]]),
    }))
  }

  /**
   * The user that the headers asked for: without the groups that the API server adds. Where a client asks for one of these
   * itself, a log does not tell.
   */
  targetOf(target: SeenTarget, constraint: string): UserInfo {
    return this.#kept(JSON.stringify([target, constraint]), () => ({
      username: target.username,
      uid: target.uid,
      groups: withoutImpliedGroups(target, modeOfConstraint(constraint)),
      extra: new Map(Object.entries(target.extra)),
    }))
  }

  #kept(key: string, make: () => UserInfo): UserInfo {
    const known = this.#users.get(key) ?? make()
    this.#users.set(key, known)
    return known
  }
}

const NOT_WRITTEN = { method: '', target: '', headers: [], body: '' }

/** The attributes of a request, for a user. */
export function attributesAsked({ path, ...asked }: SeenRequest['attributes'], user: UserInfo): Attributes {
  return {
    ...asked,
    user,
    path,
    isResourceRequest: path === '',
    fieldSelector: [],
    labelSelector: [],
    selectorNotParsed: false,
  }
}

const NOBODY = userInfo({ username: '' })

/** An observed request in words: "list pods in namespace prod, as jane". */
export function requestInWords({ attributes, target }: Pick<SeenRequest, 'attributes' | 'target'>): RichText {
  const what = doing(attributesAsked(attributes, NOBODY))
  return target === undefined ? what : [...what, ', as ', ...identityInWords(target)]
}
