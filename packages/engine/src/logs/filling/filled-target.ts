import type { ImpersonationFields } from '../../http/index.ts'
import { nodeOf, serviceAccountOf } from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import type { ObservedRequest, ObservedUser } from '../line/observed-request.ts'
import type { FilledPart, Missing } from './filled-part.ts'

/** The `Impersonate-*` headers, as far as the text reports them. */
export function filledTarget({
  impersonation,
  source,
  answer,
}: ObservedRequest): FilledPart<Partial<ImpersonationFields>> {
  if (impersonation.kind === 'none') return { filled: ['Nobody was impersonated.'] }
  if (impersonation.kind === 'not-reported') return {}
  const { target, mode } = impersonation
  const { username = '', uid, groups, extra } = target
  const value: Partial<ImpersonationFields> = {
    username,
    ...(uid !== undefined && { uid }),
    ...(groups && { groups }),
    ...(extra && {
      extra: Object.entries(extra).flatMap(([key, values]) => values.map((value) => ({ key, value }))),
    }),
  }
  const nobody: Missing = {
    words: [
      'The text does not name the impersonated user. Write the name after ',
      { code: 'Impersonate-User' },
      kindIn(mode),
    ],
    place: 'impersonation',
    needed: true,
  }
  const logged = source === 'audit-event' && answer.constraint !== undefined
  return {
    value,
    ...(username !== '' && { filled: filledWords(username, target, logged) }),
    missing: username === '' ? [nobody] : mayHaveMore(target, mode, logged) ? [unknownRest(username)] : [],
  }
}

function kindIn(mode: string | undefined): string {
  switch (mode) {
    case 'associated-node':
    case 'arbitrary-node':
      return ': system:node: and the name of the node.'
    case 'serviceaccount':
      return ': a service account.'
    case 'user-info':
      return ': a user that is neither a node nor a service account.'
    default:
      return '.'
  }
}

function filledWords(username: string, { groups = [], uid, extra = {} }: ObservedUser, logged: boolean): RichText {
  const parts = [
    ...(groups.length === 0 ? [] : [`${groups.length} ${groups.length === 1 ? 'group' : 'groups'}`]),
    ...(uid === undefined || uid === '' ? [] : ['a uid']),
    ...(Object.keys(extra).length === 0 ? [] : ['extras']),
  ]
  const rest = parts.length === 0 ? '' : `, with ${parts.join(', ')}`
  return [
    ...clause`${username}`,
    `${rest}.`,
    ...(logged ? [' Groups that the API server adds by itself are left out.'] : []),
  ]
}

/**
 * Only the modes user-info and legacy can set more than a name; an event of a successful impersonation has all fields.
 */
function mayHaveMore(
  { username = '', groups, uid, extra }: ObservedUser,
  mode: string | undefined,
  logged: boolean,
): boolean {
  if (logged) return false
  if (mode !== undefined && mode !== 'user-info' && mode !== 'legacy') return false
  const plain = serviceAccountOf(username) === undefined && nodeOf(username) === undefined
  return plain || mode === 'legacy' ? groups === undefined || uid === undefined || extra === undefined : false
}

function unknownRest(username: string): Missing {
  const words: RichText = [
    ...clause`The text reports only a part of the target. Add the groups, the uid and the extras that were requested with ${username}`,
    ', if there were any.',
  ]
  return { words, place: 'impersonation', needed: false }
}
