import { type ForbiddenMessage, writtenMessage } from './forbidden-message.ts'
import { impersonationCheck } from './impersonation-check.ts'
import { methodOf } from './line-attributes.ts'
import type { ObservationSource, ObservedAttributes, ObservedRequest } from './observed-request.ts'

/**
 * The request that a 403 message reports. Only the messages of the impersonation filter say whether their user is the
 * requestor or an impersonated user.
 */
export function observedInMessage(
  { start, end, username, groups, attributes, written, reason }: ForbiddenMessage,
  text: string,
  line: number,
  source: ObservationSource,
  at = '',
): ObservedRequest {
  const found = text.slice(start, end)
  const sentence = reason === '' ? found : found.slice(0, -reason.length)
  const message = attributes && UNESCAPED.test(sentence) ? writtenMessage(username, attributes, reason) : found
  const version = versionBefore(text.slice(Math.max(0, start - LONGEST_TYPE), start))
  const asked = attributes && version !== undefined ? { ...attributes, apiVersion: version } : attributes
  const check = asked && impersonationCheck(asked)
  const request = check === undefined ? asked : check.is === 'action' ? check.request : undefined
  const method = request && methodOf(request)
  return {
    source,
    lines: [line],
    at,
    requestor: { username, ...(groups && { groups }) },
    impersonation:
      check === undefined
        ? { kind: 'not-reported' }
        : { kind: 'reported', mode: check.mode, target: check.is === 'identity' ? check.part : {} },
    request:
      request === undefined
        ? { ...(written && { written }) }
        : { attributes: request, ...(method !== undefined && { method }) },
    ...(check !== undefined && { check: asked }),
    answer: { code: 403, authorization: 'forbidden', message, reason },
  }
}

const LONGEST_TYPE = 200

/** `*v1beta1.Ingress: ` or `networking.k8s.io/v1, Resource=ingresses: `, as reflectors of client-go write their type. */
const TYPE =
  /(?:\*(v\d+(?:(?:alpha|beta)\d+)?)\.(?!PartialObjectMetadata)[A-Z]\w*|\/(v\d+(?:(?:alpha|beta)\d+)?), Resource=[a-z]+): $/

function versionBefore(text: string): string | undefined {
  const [, ofType, ofResource] = TYPE.exec(text) ?? []
  return ofType ?? ofResource
}

/** `/api/v1/namespaces/prod/pods`, `apps/v1/deployments` or `apps/v1, Resource=deployments`. Groups: group, version, resource. */
const VERSIONED =
  /(?<![\w.-])(?:api|([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,9}))\/(v\d{1,3}(?:(?:alpha|beta)\d{1,3})?)(?:(?:\/namespaces\/[^/\s?"']{1,300})?\/|, Resource=)([a-z]{1,63})(?![a-z])/g

/** The version of each resource that the lines around a message name, by group and resource: where they name only one. */
export function versionsIn(text: string): (attributes: ObservedAttributes) => string | undefined {
  const found = new Map<string, Set<string>>()
  for (const [, group = '', version = '', resource = ''] of text.matchAll(VERSIONED)) {
    const key = `${group}/${resource}`
    found.set(key, (found.get(key) ?? new Set()).add(version))
  }
  return ({ apiGroup, resource }) => {
    const [only, ...others] = found.get(`${apiGroup}/${resource}`) ?? []
    return others.length === 0 ? only : undefined
  }
}

/** Where a program or a person undid the escapes of the API server in `User … cannot …`. */
const UNESCAPED = /^(?:(?!User ").)*User ".*[<>]/m
