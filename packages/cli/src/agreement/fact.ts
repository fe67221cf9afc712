import { type Attributes, attributesOf, type Scenario, type UserInfo } from '@authz-playground/engine'
import { impersonatingHeaders, METHOD_OF_VERB, printHTTP, resourcePath } from '@authz-playground/engine/internal/http'
import { connectsByGet } from '@authz-playground/engine/internal/kube'
import { subjectOfUsername, userOf } from '@authz-playground/engine/internal/rights'

/** Somebody who sends requests. */
export interface Sender {
  /** The name as questions and goals may write it. */
  readonly spelled: string
  readonly username: string
  /** Beside those that the name implies. */
  readonly groups: readonly string[]
}

/** A request for one object, or for several, or for a path. What does not apply is empty. */
export interface Action {
  readonly verb: string
  readonly apiGroup: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string
}

/** Something that a request shows. */
export type Fact =
  /** The sender may do this. */
  | { readonly kind: 'access'; readonly sender: Sender; readonly action: Action }
  /** The sender may do this as somebody else: the impersonation is allowed, and the request after it. */
  | { readonly kind: 'access-as'; readonly sender: Sender; readonly action: Action; readonly as: Sender }
  /** The sender may take the identity for this request, which may be refused then. */
  | { readonly kind: 'identity'; readonly sender: Sender; readonly action: Action; readonly as: Sender }

/** The policy of a cluster, and which default roles are there. */
export interface PolicyCase {
  readonly policy: string
  /** As in `ClusterSettings`. */
  readonly defaultRoles?: boolean
}

/** The user that authentication makes of a sender. */
export function userOfSender({ username, groups }: Sender): UserInfo {
  const user = userOf(subjectOfUsername(username))
  return { ...user, groups: [...groups, ...user.groups] }
}

/** Whether no rule is needed to allow a sender everything. */
export const isSuperuser = ({ groups }: Sender): boolean => groups.includes('system:masters')

/** The request that shows a fact. */
export function requestOf(fact: Fact): Scenario['request'] {
  const headers = fact.kind === 'access' ? [] : impersonatingHeaders({ ...fact.as, uid: '', extra: [] })
  return { form: 'http', text: printHTTP({ ...lineOf(fact), headers, body: '' }).text }
}

/** The review of that request, of the sender. */
export function reviewOf(fact: Fact): Attributes {
  const read = attributesOf({ ...lineOf(fact), headers: [], body: '' }, userOfSender(fact.sender))
  if (!read.ok) throw new Error(read.message)
  return read.attributes
}

/** What the sender of a request must be allowed: the request itself, and for a connection to a pod by GET “create” as well. */
export function neededActions(fact: Fact): readonly Action[] {
  const { action } = fact
  return connectsByGet(reviewOf(fact)) ? [action, { ...action, verb: 'create' }] : [action]
}

function lineOf({ action: { verb, path, ...object } }: Fact) {
  if (path !== '') return { method: verb.toUpperCase(), target: path }
  const watched = verb === 'watch' ? '?watch=true' : ''
  return {
    method: METHOD_OF_VERB.get(verb) ?? '',
    target: `${resourcePath({ ...object, apiVersion: 'v1' })}${watched}`,
  }
}

/** A user as goals write it: “anna in group devs”. */
export function wordOf({ spelled, groups: [group] }: Sender): string {
  return group === undefined ? spelled : `${spelled} in group ${group}`
}

/** A resource in the words of kubectl, without its subresource: `deployments.apps`. */
export function typeOf({ apiGroup, resource }: Action): string {
  return apiGroup === '' ? resource : `${resource}.${apiGroup}`
}

/** “get deployments.apps/scale named web in prod”, as a goal says it. */
export function actionText(action: Action): string {
  const { verb, subresource, namespace, name, path, resource } = action
  if (path !== '') return `${verb} ${path}`
  const isScoped = resource === 'nodes' || resource === 'namespaces'
  const whole = subresource === '' ? typeOf(action) : `${typeOf(action)}/${subresource}`
  const scope = isScoped ? '' : namespace === '' ? ' anywhere' : ` in ${namespace}`
  return `${verb} ${whole}${name === '' ? '' : ` named ${name}`}${scope}`
}

/** A fact in a sentence, as far as it can be that of a goal. */
export function factInWords({ kind, sender, action, ...more }: Fact): string {
  const done = actionText(action)
  if (!('as' in more)) return `${wordOf(sender)} can ${done}`
  return kind === 'identity'
    ? `${wordOf(sender)} can be ${wordOf(more.as)} to ${done}, whether or not that may`
    : `${wordOf(sender)} as ${wordOf(more.as)} can ${done}`
}
