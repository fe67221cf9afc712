import { type Identity, identityInWords } from '../../rights/index.ts'
import type { RichText } from '../../trace/index.ts'
import { doing } from '../../words/index.ts'
import { attributesOfLine } from './line-attributes.ts'
import type { ObservedAttributes, ObservedCall, ObservedRequest } from './observed-request.ts'

/**
 * The authorization attributes of a request; undefined where the text does not report it or the path cannot be parsed.
 */
export function observedAttributes({ target, method, attributes }: ObservedCall): ObservedAttributes | undefined {
  if (target === undefined || method === undefined) return attributes
  return attributesOfLine({ method, target }) ?? attributes
}

/** Describes an observed request in a few words: "deputy, list pods in namespace prod, as jane". */
export function describeObservedRequest({ requestor, request, impersonation }: ObservedRequest): RichText {
  const attributes = observedAttributes(request)
  const action: RichText =
    attributes !== undefined && (attributes.verb !== '' || request.target === undefined)
      ? attributes.verb === ''
        ? ['write ', ...doing({ ...attributes, verb: '' }).slice(1)]
        : doing(attributes)
      : request.written !== undefined
        ? ['write ', { code: `${request.written.resource}/${request.written.name}` }]
        : request.target === undefined
          ? []
          : [{ code: [request.method, request.target].filter(Boolean).join(' ') }]
  const target = impersonation.kind === 'reported' ? impersonation.target : undefined
  const parts: readonly RichText[] = [
    named(requestor),
    action,
    target === undefined ? [] : target.username === undefined ? ['impersonating somebody'] : ['as ', ...named(target)],
  ]
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at === 0 ? part : [', ', ...part]))
}

/** A user by name; a text that reports no groups leaves it to the name what the user is. */
function named({ username, groups = [] }: Partial<Identity>): RichText {
  if (username === undefined) return []
  return identityInWords(groups.length === 0 ? { username } : { username, groups })
}
