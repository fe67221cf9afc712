import { type CelInput, type CelResult, isCelList, isCelUint } from '@bufbuild/cel'
import type { RequestFacts } from '../authorizers/index.ts'
import {
  type Attributes,
  combinedResource,
  nodeOf,
  reviewedAttributes,
  serviceAccountOf,
  type UserInfo,
} from '../kube/index.ts'
import { constantExpr, type Expr, listExpr } from './tree.ts'

/** Values by their names, for an expression to run with. */
export type Bindings = Record<string, CelInput>

/** The values of a check. All fields of the requestor are present, empty or not, because authentication has set them. */
export function checkBindings(check: Attributes): Bindings {
  return {
    request: new Map<string, CelInput>([
      ['user', wholeUser(check.user)],
      ['attributes', attributesOf(check)],
    ]),
  }
}

/**
 * The values of a check, and the values that only the API server knows. Fields of the target without a header are absent,
 * not empty.
 */
export function allBindings(check: Attributes, { target, request, mode }: RequestFacts): Bindings {
  const known = checkBindings(check)
  if (target !== undefined) (known.request as Map<string, CelInput>).set('impersonation', impersonationOf(target, mode))
  return {
    ...known,
    ...(target && { impersonatedUser: askedUser(target) }),
    ...(request && {
      impersonatedRequest: new Map<string, CelInput>([
        ['verb', request.verb],
        ['apiGroup', request.apiGroup],
        ['resource', combinedResource(request)],
        ['namespace', request.namespace],
        ['name', request.name],
        ['path', request.isResourceRequest ? '' : request.path],
      ]),
    }),
  }
}

/** The fields of a review that it leaves out where they are empty, and that match conditions find there. */
const EMPTY_ATTRIBUTES = { namespace: '', group: '', version: '', subresource: '', name: '' }

/**
 * `request` of match conditions: the spec of the review, with every field of the user and of the attributes, empty or not.
 * A review has either resource attributes or others, and a selector only with requirements (Go:
 * `k8s.io/apiserver/pkg/authorization/cel`, `convertObjectToUnstructured`).
 */
export function reviewBindings(review: Attributes): Bindings {
  const { user } = review
  const { resourceAttributes, nonResourceAttributes } = reviewedAttributes(review)
  const [field, attributes] = review.isResourceRequest
    ? (['resourceAttributes', { ...EMPTY_ATTRIBUTES, ...(resourceAttributes as object) }] as const)
    : (['nonResourceAttributes', nonResourceAttributes] as const)
  return {
    request: new Map<string, CelInput>([
      ['user', user.username],
      ['groups', [...user.groups]],
      ['uid', user.uid],
      ['extra', extraOf(user)],
      [field, celOf(attributes)],
    ]),
  }
}

/** A value of a review, whose objects are maps in CEL. */
function celOf(value: unknown): CelInput {
  if (Array.isArray(value)) return value.map(celOf)
  if (typeof value !== 'object' || value === null) return value as CelInput
  const whole = 'operator' in value ? { values: [], ...value } : value
  return new Map(Object.entries(whole).map(([key, one]) => [key, celOf(one)]))
}

function extraOf({ extra }: UserInfo): CelInput {
  return new Map<string, CelInput>([...extra].map(([key, values]) => [key, [...values]]))
}

function wholeUser(user: UserInfo): CelInput {
  return new Map<string, CelInput>([
    ['username', user.username],
    ['uid', user.uid],
    ['groups', [...user.groups]],
    ['extra', extraOf(user)],
  ])
}

function askedUser(user: UserInfo): CelInput {
  const fields = new Map<string, CelInput>([['username', user.username]])
  if (user.uid !== '') fields.set('uid', user.uid)
  if (user.groups.length > 0) fields.set('groups', [...user.groups])
  if (user.extra.size > 0) fields.set('extra', extraOf(user))
  return fields
}

function attributesOf(check: Attributes): CelInput {
  const { verb, apiGroup, apiVersion, resource, subresource, namespace, name, path } = check
  return new Map<string, CelInput>(
    Object.entries({ verb, apiGroup, apiVersion, resource, subresource, namespace, name, path }),
  )
}

/**
 * The review thread's `request.impersonation`: `target` has the kind of the wanted user and its short name; `mode` is
 * present where there is one.
 */
function impersonationOf({ username }: UserInfo, mode: string | undefined): CelInput {
  const account = serviceAccountOf(username)
  const node = nodeOf(username)
  const [type, name] =
    account !== undefined ? ['ServiceAccount', account.name] : node !== undefined ? ['Node', node] : ['User', username]
  return new Map<string, CelInput>([
    [
      'target',
      new Map<string, CelInput>([
        ['type', type],
        ['name', name],
      ]),
    ],
    ...(mode === undefined ? [] : [['mode', mode] as const]),
  ])
}

/** The most entries of a list that is folded. Longer values keep their name, so that the residual stays readable. */
const MOST_ITEMS = 16
const MOST_CHARACTERS = 200

/** A value as a literal. Undefined for values that are more readable by their name: maps, bytes, times. */
export function exprOf(value: CelResult, at: Expr): Expr | undefined {
  switch (typeof value) {
    case 'boolean':
      return constantExpr({ case: 'boolValue', value }, at)
    case 'string':
      if (value.length > MOST_CHARACTERS) return undefined
      return constantExpr({ case: 'stringValue', value }, at)
    case 'bigint':
      return constantExpr({ case: 'int64Value', value }, at)
    case 'number':
      // Infinity and NaN have no literal in CEL.
      return Number.isFinite(value) ? constantExpr({ case: 'doubleValue', value }, at) : undefined
    default:
      break
  }
  if (isCelUint(value)) return constantExpr({ case: 'uint64Value', value: value.value }, at)
  if (!isCelList(value) || value.size > MOST_ITEMS) return undefined
  const elements: Expr[] = []
  for (const item of value) {
    const element = exprOf(item, at)
    if (element === undefined) return undefined
    elements.push(element)
  }
  return listExpr(elements, at)
}
