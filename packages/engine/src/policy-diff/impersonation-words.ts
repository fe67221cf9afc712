import { AUTHENTICATION_GROUP, extraKeyOf, type Rule, resourceName } from '../kube/index.ts'
import { apiGroupMatches } from '../rights/index.ts'
import { listInWords, type RichText } from '../trace/index.ts'

const MODE = /^impersonate:(.+)$/
const ACTION = /^impersonate-on:([^:]+):(.+)$/

/** The resources of checks of an identity, beside `userextras`. */
const IDENTITIES = ['users', 'groups', 'serviceaccounts', 'uids', 'nodes'] as const

/**
 * A rule about impersonation in its own words, after “may”: "act as any user (legacy impersonate)". Undefined for any other
 * rule, and for one that grants other things as well: a wildcard does.
 */
export function impersonationInWords(rule: Rule, namespaces: readonly string[]): readonly RichText[] | undefined {
  const { verbs, resources, nonResourceURLs } = rule
  if (
    verbs.length === 0 ||
    verbs.includes('*') ||
    (nonResourceURLs.length > 0 && !verbs.every((verb) => ACTION.test(verb)))
  )
    return undefined
  const words = verbs.map((verb): RichText | undefined => {
    const action = ACTION.exec(verb)
    if (action !== null) return actionInWords(action[1] ?? '', action[2] ?? '', rule, namespaces)
    const mode = MODE.exec(verb)?.[1]
    if (mode === undefined && verb !== 'impersonate') return undefined
    if (!resources.every((one) => isIdentity(one, verb, rule, namespaces))) return undefined
    return [
      ...resources.flatMap(
        (one, at): RichText => [at === 0 ? '' : ' and ', ...targetInWords(one, rule, namespaces, mode)],
      ),
      ' (',
      ...(mode === undefined ? ['legacy ', { code: 'impersonate' }] : ['with a right on the action: ', { code: verb }]),
      ')',
    ].filter((word) => word !== '')
  })
  return words.every((one) => one !== undefined) ? words : undefined
}

/**
 * Whether a rule grants a verb on an identity. The older verb is checked on three of them in the core group, and on no node; checks of
 * others than service accounts have no namespace, so a RoleBinding grants nothing on them.
 */
function isIdentity(resource: string, verb: string, rule: Rule, namespaces: readonly string[]): boolean {
  if (namespaces[0] !== '' && resource !== 'serviceaccounts') return false
  const isOlder = verb === 'impersonate'
  const inCore = isOlder && ['users', 'groups', 'serviceaccounts'].includes(resource)
  const isChecked = IDENTITIES.some((one) => one === resource) && !(isOlder && resource === 'nodes')
  return (isChecked || extraKeyOf(resource) !== undefined) && apiGroupMatches(rule, inCore ? '' : AUTHENTICATION_GROUP)
}

function targetInWords(
  resource: string,
  { resourceNames }: Rule,
  namespaces: readonly string[],
  mode: string | undefined,
): RichText {
  const named = (one: string, any: string): RichText =>
    resourceNames.length === 0 ? [any] : [`${one} `, ...listInWords(resourceNames.map(shown), 'or')]
  const key = extraKeyOf(resource)
  if (key !== undefined) return ['send ', ...named('the value', 'any value'), ' of the extra ', { code: key }]
  switch (resource) {
    case 'users':
      return ['act as ', ...named('user', 'any user')]
    case 'groups':
      return ['act in ', ...named('group', 'any group')]
    case 'uids':
      return ['act with ', ...named('UID', 'any UID')]
    case 'nodes':
      // The check is about the name `*`, which stands for the node that the token is bound to.
      if (mode === 'associated-node' && (resourceNames.length === 0 || resourceNames.includes('*')))
        return ['act as the node that it runs on']
      return ['act as ', ...named('node', 'any node')]
    default:
      return ['act as ', ...named('service account', 'any service account'), ...ofNamespaces(namespaces)]
  }
}

function ofNamespaces(namespaces: readonly string[]): RichText {
  if (namespaces[0] === '') return [' of any namespace']
  return [` of namespace${namespaces.length === 1 ? '' : 's'} `, ...listInWords(namespaces)]
}

/** "get pods in namespace prod as somebody else (with a right on the identity: impersonate-on:user-info:get)". */
function actionInWords(mode: string, verb: string, rule: Rule, namespaces: readonly string[]): RichText {
  const { apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const objects = apiGroups.flatMap((group) => resources.map((resource) => resourceName({ apiGroup: group, resource })))
  const what: RichText =
    nonResourceURLs.length > 0
      ? ['the path ', ...listInWords(nonResourceURLs, 'or')]
      : [
          ...listInWords(objects),
          ...(resourceNames.length === 0 ? [] : [' named ', ...listInWords(resourceNames.map(shown), 'or')]),
        ]
  const where: RichText =
    namespaces[0] === '' ? [] : [` in namespace${namespaces.length === 1 ? '' : 's'} `, ...listInWords(namespaces)]
  return [
    { code: verb },
    ' ',
    ...what,
    ...where,
    ' as somebody else (with a right on the identity: ',
    { code: `impersonate-on:${mode}:${verb}` },
    ')',
  ]
}

function shown(name: string): string {
  return name === '' ? '""' : name
}
