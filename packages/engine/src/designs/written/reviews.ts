import { type Attributes, nodeOf, serviceAccountOf, type UserInfo } from '../../kube/index.ts'
import type { Purpose } from '../../trace/index.ts'
import { type ChainState, requestAttributes, wantedUser } from '../chain.ts'
import { accountOrUser, extraPairs, identityAttributes } from '../released/identity.ts'
import { askingUser } from '../released/modes.ts'
import type { DesignDocument, Part, ReviewTemplate, Step } from './document.ts'
import { kindOfTarget } from './target-kinds.ts'
import { filled, type Values, type Variable } from './template.ts'

/** A review of a step: what it asks, or the variable without which it cannot be said. */
export type MadeReview =
  | { readonly purpose: Exclude<Purpose, 'request'>; readonly attributes: Attributes }
  | { readonly without: Variable }

/** What the review is about, in the fields of a rule. */
type About = Pick<Attributes, 'resource' | 'name'> & Partial<Pick<Attributes, 'namespace' | 'subresource'>>

/** The values of variables in a run. `mode`: of the step, else of the last step that said yes. */
export function valuesFor(document: DesignDocument, state: ChainState, mode: string | undefined): Values {
  const request = requestAttributes(state)
  const target = wantedUser(state)
  const { requestor } = state.input
  const account = serviceAccountOf(target.username)
  const kind = kindOfTarget(document, target, requestor)
  const isPath = !request.isResourceRequest
  const ofResource = (text: string) => (isPath ? undefined : text)
  const values: Values = (variable) => {
    switch (variable) {
      case 'verb':
        return request.verb
      case 'group':
        return ofResource(request.apiGroup)
      case 'version':
        return ofResource(request.apiVersion)
      case 'resource':
        return ofResource(request.resource)
      case 'subresource':
        return ofResource(request.subresource)
      case 'namespace':
        return ofResource(request.namespace)
      case 'name':
        return ofResource(request.name)
      case 'path':
        return request.path
      case 'user':
        return target.username
      case 'uid':
        return target.uid
      case 'node':
        return nodeOf(target.username)
      case 'account':
        return account?.name
      case 'account.namespace':
        return account?.namespace
      case 'kind':
        return kind === 'own-node' ? 'node' : kind
      case 'called': {
        const template = document.called[kind] ?? (kind === 'own-node' ? document.called.node : undefined)
        const called = template === undefined ? undefined : filled(template, values)
        return called && 'text' in called ? called.text : undefined
      }
      case 'mode':
        return mode
      case 'requestor':
        return requestor.username
      case 'asked.verb':
      case 'asked.group':
        return undefined
    }
  }
  return values
}

/** The reviews that a template makes for a part in a run, in their order; for a part that is not asked for, none. */
export function reviewsOf(
  document: DesignDocument,
  template: ReviewTemplate,
  part: Part,
  state: ChainState,
  values: Values,
): readonly MadeReview[] {
  if (part === 'request') return [aboutRequest(template, state, values)]
  return aboutPart(document, part, state).map((about) =>
    about === undefined ? { without: variableOf(part) } : identityReview(template, part, about, state, values),
  )
}

/** The first review of a step; of a target whose name is not well-formed, with an empty name. */
export function firstReview(
  document: DesignDocument,
  { question }: Step,
  state: ChainState,
  values: Values,
): Attributes {
  const [template] = question.is === 'reviews' ? question.reviews : []
  const [part] = template?.about ?? []
  if (template === undefined || part === undefined) return requestAttributes(state)
  const [review] = reviewsOf(document, template, part, state, values)
  if (review && 'attributes' in review) return review.attributes
  if (part === 'request') return requestAttributes(state)
  const resource = part === 'node' || part === 'serviceaccount' ? `${part}s` : 'users'
  const nameless = identityReview(template, part, { resource, name: '' }, state, (variable) => values(variable) ?? '')
  return 'attributes' in nameless ? nameless.attributes : requestAttributes(state)
}

/** One review for all values of a part at once. */
export function reviewOfAll(
  template: ReviewTemplate,
  part: 'groups' | 'extras',
  name: string,
  state: ChainState,
  values: Values,
): MadeReview {
  const about = part === 'groups' ? { resource: 'groups', name } : { resource: 'userextras', subresource: name, name }
  return identityReview(template, part, about, state, values)
}

/** The review about one value, for a value that is refused without a review. */
export function reviewOf(
  template: ReviewTemplate,
  part: Part,
  about: About,
  state: ChainState,
  values: Values,
): MadeReview {
  return identityReview(template, part, about, state, values)
}

function variableOf(part: Part): Variable {
  return part === 'serviceaccount' ? 'account' : 'node'
}

function aboutPart(
  document: DesignDocument,
  part: Exclude<Part, 'request'>,
  state: ChainState,
): readonly (About | undefined)[] {
  const target = wantedUser(state)
  const { username } = target
  const node = nodeOf(username)
  const account = serviceAccountOf(username)
  const asNode = node === undefined ? undefined : { resource: 'nodes', name: node }
  const asAccount = account && { resource: 'serviceaccounts', ...account }
  const asUser = { resource: 'users', name: username }
  switch (part) {
    case 'node':
      return [asNode]
    case 'serviceaccount':
      return [asAccount]
    case 'user':
      return [asUser]
    case 'account-or-user':
      return [accountOrUser(username)]
    case 'target': {
      const kind = kindOfTarget(document, target, state.input.requestor)
      return [kind === 'user' ? asUser : kind === 'serviceaccount' ? asAccount : asNode]
    }
    case 'groups':
      return target.groups.map((name) => ({ resource: 'groups', name }))
    case 'uid':
      return target.uid === '' ? [] : [{ resource: 'uids', name: target.uid }]
    case 'extras':
      return extraPairs(target).map(([subresource, name]) => ({ resource: 'userextras', subresource, name }))
  }
}

const PURPOSES: Readonly<Record<Part, Exclude<Purpose, 'request'>>> = {
  request: 'action',
  target: 'username',
  node: 'username',
  serviceaccount: 'username',
  user: 'username',
  'account-or-user': 'username',
  groups: 'group',
  uid: 'uid',
  extras: 'extra',
}

function identityReview(
  template: ReviewTemplate,
  part: Part,
  about: About,
  state: ChainState,
  values: Values,
): MadeReview {
  const [verb, apiGroup, apiVersion, name] = [template.verb, template.apiGroup, template.apiVersion, template.name].map(
    (text) => (text === undefined ? undefined : filled(text, values)),
  )
  for (const one of [verb, apiGroup, apiVersion, name]) if (one && 'without' in one) return one
  const text = (of: typeof verb) => (of && 'text' in of ? of.text : undefined)
  const attributes = identityAttributes(asker(template, state), {
    verb: text(verb) ?? '',
    apiGroup: text(apiGroup) ?? '',
    apiVersion: text(apiVersion) ?? '',
    ...about,
    ...(name && PURPOSES[part] === 'username' && { name: text(name) ?? '' }),
  })
  return { purpose: PURPOSES[part], attributes }
}

function aboutRequest(template: ReviewTemplate, state: ChainState, values: Values): MadeReview {
  const request = requestAttributes(state)
  const core = request.isResourceRequest && request.apiGroup === '' ? template.coreGroup : undefined
  const written = {
    verb: template.verb,
    apiGroup: core ?? template.apiGroup,
    apiVersion: template.apiVersion,
    name: template.name,
  }
  const changed: Record<string, string> = {}
  for (const [field, text] of Object.entries(written)) {
    if (text === undefined) continue
    const made = filled(text, values)
    if ('without' in made) return made
    if (field !== 'verb' && !request.isResourceRequest) return { without: 'group' }
    changed[field] = made.text
  }
  return { purpose: 'action', attributes: { ...request, ...changed, user: asker(template, state) } }
}

function asker({ user }: ReviewTemplate, state: ChainState): UserInfo {
  if (user === 'target') return wantedUser(state)
  return user === 'requestor' ? state.input.requestor : askingUser('associated-node', state.input.requestor)
}
