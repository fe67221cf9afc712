import { isDeepStrictEqual } from 'node:util'
import {
  type Attributes,
  type AuthorizationMode,
  defaultRoles,
  type SubjectName,
  userInfo,
} from '@authz-playground/engine'
import { clusterOf } from '@authz-playground/engine/internal/cluster'
import { attributesFor, UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import { printAccessList, rulesReviewStatus, subjectRules, whoCan } from '@authz-playground/engine/internal/query'
import { subjectIn, subjectKey } from '@authz-playground/engine/internal/rights'
import { type Difference, readVectorPolicy } from '@authz-playground/engine/internal/vectors'
import type { QueryVector, RulesVector, WhoCanVector } from './query-vector.ts'

/** The differences between the engine's answers and those of a vector. */
export function queryDifferences(vector: QueryVector): readonly Difference[] {
  const defaults = vector.cluster?.defaultRoles ? defaultRoles(UNNAMED_VERSION) : undefined
  const policy = readVectorPolicy(vector.policy, defaults)
  const refused = policy.diagnostics.filter(({ severity }) => severity === 'error')
  if (refused.length > 0)
    return [{ field: 'policy', expected: 'is read', found: refused.map(({ message }) => message) }]
  const modes: readonly AuthorizationMode[] = vector.cluster?.authorizationModes ?? ['RBAC']
  const { rights: bound } = clusterOf(
    policy,
    { version: UNNAMED_VERSION, defaultRoles: defaults !== undefined },
    { defaultRoles: defaults },
  )
  return [
    ...vector.whoCan.flatMap((question, index) => {
      const { subjects, errors } = whoCan(bound, attributesOf(question))
      const found = { subjects: subjects.map(nameOf), errors: [...new Set(errors)] }
      return difference(`whoCan[${index}]`, { subjects: folded(question), errors: errorsIn(question) }, found)
    }),
    ...vector.rules.flatMap((question, index) => {
      const rules = subjectRules(bound, modes, userInfo(question.user), question.namespace)
      const { out, err } = printAccessList(rules, { noHeaders: question.noHeaders ?? false })
      const found = { status: rulesReviewStatus(rules), out, err }
      const { status, out: expectedOut, err: expectedErr = '' }: RulesVector = question
      return difference(`rules[${index}]`, { status, out: expectedOut, err: expectedErr }, found)
    }),
  ]
}

function difference<Compared extends object>(
  at: string,
  expected: Compared,
  found: Readonly<Record<keyof Compared, unknown>>,
): readonly Difference[] {
  return (Object.keys(expected) as (keyof Compared & string)[]).flatMap((key) =>
    isDeepStrictEqual(expected[key], found[key])
      ? []
      : [{ field: `${at}.${key}`, expected: expected[key], found: found[key] }],
  )
}

function attributesOf({
  verb,
  apiGroup = '',
  resource = '',
  subresource = '',
  namespace = '',
  name = '',
  path,
}: WhoCanVector): Attributes {
  return attributesFor(userInfo({ username: '' }), {
    verb,
    isResourceRequest: path === undefined,
    apiGroup,
    resource,
    subresource,
    namespace,
    name,
    path: path ?? '',
  })
}

function nameOf({ kind, namespace, name }: SubjectName): string {
  return `${kind} ${namespace}/${name}`
}

/**
 * The subjects of upstream's list, each user once, in the form of the first. Upstream leaves subjects as bindings write them; a
 * service account without a namespace is one of the namespace of its RoleBinding, which is that of the question.
 */
function folded({ subjects, namespace = '' }: WhoCanVector): readonly string[] {
  const names = new Map<string, string>()
  for (const { kind, name, namespace: own = '' } of subjects) {
    const subject = subjectIn({ kind, name, namespace: own }, { namespace })
    if (subject === undefined) continue
    const key = subjectKey(subject)
    if (!names.has(key)) names.set(key, nameOf(subject))
  }
  return [...names.values()]
}

/** Upstream prints several errors in brackets, each once. */
function errorsIn({ error = '' }: WhoCanVector): readonly string[] {
  if (error === '') return []
  return (error.startsWith('[') ? error.slice(1, -1) : error).split(/(?<= not found), /)
}
