import { isDNSSubdomain } from '../../go/index.ts'
import type { Problem, ReportProblem, Span } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { Struct, TextItem } from '../decode/decoded-value.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'

/**
 * Warns of fields that the API server accepts and that probably do not have the intended effect. The warnings do not
 * affect decisions. `pkg/apis/rbac/v1/evaluation_helpers.go` of Kubernetes has the rules of matching,
 * `pkg/endpoints/filters/impersonation/mode.go` of the API server the checks of impersonation.
 */
export function lintObject(kind: RbacKind, struct: Struct, report: ReportProblem): void {
  for (const { index, value: rule } of struct.structs('rules')) {
    const at: RuleSite = { rule, path: `rules[${index}]`, inRole: kind === 'Role' }
    for (const lint of RULE_LINTS) for (const problem of lint(at)) report(problem)
  }
  for (const { index, value: subject } of struct.structs('subjects')) {
    for (const problem of subjectNamespaceIgnored(subject, `subjects[${index}]`)) report(problem)
  }
}

interface RuleSite {
  readonly rule: Struct
  readonly path: string
  readonly inRole: boolean
}

type RuleLint = (site: RuleSite) => readonly Problem[]

function warning(
  code: string,
  item: TextItem,
  path: string,
  message: string,
  fix: string,
  replacement?: string,
): Problem {
  return {
    severity: 'warning',
    code,
    message,
    fix,
    span: item.node,
    path: `${path}[${item.index}]`,
    ...(replacement !== undefined && { replacement }),
  }
}

function values(rule: Struct, list: string): readonly string[] {
  return rule.texts(list).map(({ value }) => value)
}

/** `VerbMatches` knows only `*` and equality, and no check asks for a verb such as `impersonate-on:*`. */
const partialWildcardVerb: RuleLint = ({ rule, path }) =>
  rule
    .texts('verbs')
    .filter(({ value }) => value.includes('*') && value !== '*')
    .map((item) => {
      const verb = excerpt(item.value)
      const message = `“${verb}” matches nothing: in verbs only “*” alone is a wildcard.`
      const action = /^impersonate-on:([a-z-]+):\*$/.exec(item.value)?.[1]
      const fix =
        action === undefined
          ? 'Write out each verb.'
          : `Write out each verb, such as impersonate-on:${action}:get, impersonate-on:${action}:list.`
      return warning('partial-wildcard-verb', item, `${path}.verbs`, message, fix)
    })

/**
 * `ResourceMatches` knows `*`, `*\/sub` and equality. `userextras/*` is allowed with a constrained verb: the check of four
 * or more extra keys at once asks for this resource. The older verb never does.
 */
const partialWildcardResource: RuleLint = ({ rule, path }) =>
  rule
    .texts('resources')
    .filter(
      ({ value }) =>
        value.includes('*') &&
        value !== '*' &&
        !(value === 'userextras/*' && values(rule, 'verbs').some(asksForAllExtras)) &&
        !/^\*\/[^*]+$/.test(value),
    )
    .map((item) => {
      const message = `“${excerpt(item.value)}” matches nothing: the wildcards of resources are “*” and “*/subresource”.`
      const resource = /^([^*/]+)\/\*$/.exec(item.value)?.[1]
      const fix =
        resource === undefined
          ? 'Write out each resource.'
          : resource === 'userextras'
            ? 'Write out each key, such as userextras/example.com/scopes: the verb “impersonate” asks for each alone.'
            : `Write out each subresource, such as ${resource}/status; ${resource} itself is one more entry.`
      return warning('partial-wildcard-resource', item, `${path}.resources`, message, fix)
    })

function asksForAllExtras(verb: string): boolean {
  return verb === '*' || verb.startsWith('impersonate:')
}

/** Whether Kubernetes itself may serve an API group. It does not look into the table of resources, which is loaded later. */
function isOfKubernetes(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io')
}

/**
 * `ResourceNameMatches` compares names. Impersonation asks for the name `*`: for the node that a token is bound to, and for
 * four or more groups or extras at once. The admission of signing requests asks for `example.com/*` after the full name of a
 * signer (`IsAuthorizedForSignerName` in `pkg/certauthorization`), and other API servers may ask for any name.
 */
const literalNameWildcard: RuleLint = ({ rule, path }) => {
  if (values(rule, 'verbs').some((verb) => verb.startsWith('impersonate:'))) return []
  if (values(rule, 'resources').includes('signers')) return []
  const served = values(rule, 'apiGroups').every(isOfKubernetes)
  return rule
    .texts('resourceNames')
    .filter(({ value }) => value.includes('*') && (served || value === '*'))
    .map((item) => {
      const message = `“${excerpt(item.value)}” is only the literal name: “resourceNames” knows no wildcards.`
      const fix = item.value === '*' ? 'Leave “resourceNames” out to allow every name.' : 'Write out each name.'
      return warning('literal-name-wildcard', item, `${path}.resourceNames`, message, fix)
    })
}

/** `APIGroupMatches` knows `*` and equality; groups have no version, and the core group is the empty string. */
const unlikelyGroup: RuleLint = ({ rule, path }) =>
  rule.texts('apiGroups').flatMap((item) => {
    const group = item.value
    const report = (message: string, fix: string, meant?: string) => [
      warning('unlikely-api-group', item, `${path}.apiGroups`, message, fix, meant),
    ]
    if (group === 'core' || /^v[0-9]+$/.test(group)) {
      return report(`There is no API group “${group}”.`, 'Write "" for the core group.', '')
    }
    if (group.includes('/')) {
      return report(
        `“${excerpt(group)}” names a version, and API groups have none.`,
        `Write "${excerpt(group.split('/')[0] ?? '')}".`,
        group.split('/')[0],
      )
    }
    if (group.includes('*') && group !== '*') {
      return report(
        `“${excerpt(group)}” matches nothing: in API groups only “*” alone is a wildcard.`,
        'Write out each group.',
      )
    }
    return []
  })

/** `NonResourceURLMatches` knows `*` only at the end, and every path begins with a slash. */
const unlikelyURL: RuleLint = ({ rule, path }) =>
  rule.texts('nonResourceURLs').flatMap((item) => {
    const url = item.value
    const report = (message: string, fix: string, meant?: string) => [
      warning('unlikely-url', item, `${path}.nonResourceURLs`, message, fix, meant),
    ]
    if (/\*[^*]/.test(url)) {
      return report(
        `“${excerpt(url)}” has a “*” before its end, where it is an ordinary character.`,
        'Use “*” as the last character only.',
      )
    }
    if (!url.startsWith('/') && url !== '*') {
      return report(`“${excerpt(url)}” matches nothing: paths begin with “/”.`, `Write "/${excerpt(url)}".`, `/${url}`)
    }
    return []
  })

/** The API group of the reviews in the text of KEP-5284. The API server uses {@link AUTHENTICATION_GROUP} since 1.35. */
const KEP_GROUP = 'authentications.k8s.io'
const AUTHENTICATION_GROUP = 'authentication.k8s.io'

const kepGroup: RuleLint = ({ rule, path }) =>
  rule
    .texts('apiGroups')
    .filter(({ value }) => value === KEP_GROUP)
    .map((item) => ({
      ...warning(
        'kep-api-group',
        item,
        `${path}.apiGroups`,
        `“${KEP_GROUP}” is how KEP-5284 spells it; the released API server asks for “${AUTHENTICATION_GROUP}”.`,
        `Write "${AUTHENTICATION_GROUP}" for a cluster, and keep this for the design as it was proposed.`,
        AUTHENTICATION_GROUP,
      ),
      severity: 'note' as const,
    }))

/** Resources that impersonation checks in the group {@link AUTHENTICATION_GROUP}, in every mode. */
const IDENTITIES: ReadonlySet<string> = new Set(['users', 'groups', 'uids', 'serviceaccounts', 'nodes'])

function isIdentity(resource: string): boolean {
  return IDENTITIES.has(resource) || resource.startsWith('userextras/')
}

const IDENTITY_VERB = /^impersonate:(?:user-info|serviceaccount|arbitrary-node|associated-node)$/

/** Constrained modes check every identity in one group; the older verb checks users, groups and accounts in the core group. */
const identityGroup: RuleLint = ({ rule, path }) => {
  const verbs = values(rule, 'verbs')
  const groups = values(rule, 'apiGroups')
  const [first] = rule.texts('apiGroups')
  if (first === undefined || groups.includes('*')) return []
  const constrained = verbs.length > 0 && verbs.every((verb) => IDENTITY_VERB.test(verb))
  if (constrained && !groups.includes(AUTHENTICATION_GROUP) && !groups.includes(KEP_GROUP)) {
    const message = `The API server checks “${excerpt(verbs[0] ?? '')}” in the API group “${AUTHENTICATION_GROUP}” only.`
    return [
      warning(
        'identity-api-group',
        first,
        `${path}.apiGroups`,
        message,
        `Write apiGroups: ["${AUTHENTICATION_GROUP}"].`,
        only(groups, AUTHENTICATION_GROUP),
      ),
    ]
  }
  const older = verbs.length > 0 && verbs.every((verb) => verb === 'impersonate')
  const resources = values(rule, 'resources')
  const inCore = ['users', 'groups', 'serviceaccounts']
  if (
    older &&
    !groups.includes('') &&
    resources.length > 0 &&
    resources.every((resource) => inCore.includes(resource))
  ) {
    const message = 'The API server checks “impersonate” on users, groups and service accounts in the core API group.'
    return [
      warning('identity-api-group', first, `${path}.apiGroups`, message, 'Write apiGroups: [""].', only(groups, '')),
    ]
  }
  const inAuthentication = (resource: string) => resource === 'uids' || resource.startsWith('userextras/')
  if (older && !groups.includes(AUTHENTICATION_GROUP) && resources.length > 0 && resources.every(inAuthentication)) {
    const message = `The API server checks “impersonate” on UIDs and extra fields in “${AUTHENTICATION_GROUP}”.`
    return [
      warning(
        'identity-api-group',
        first,
        `${path}.apiGroups`,
        message,
        `Write apiGroups: ["${AUTHENTICATION_GROUP}"].`,
        only(groups, AUTHENTICATION_GROUP),
      ),
    ]
  }
  if (!older || !resources.every(isIdentity)) return []
  return rule.texts('resources').flatMap((item) => {
    const group = inAuthentication(item.value) ? AUTHENTICATION_GROUP : ''
    if (groups.includes(group) || item.value === 'nodes') return []
    const named = item.value === 'userextras/*' ? 'userextras/KEY' : excerpt(item.value)
    const message = `The API server checks “impersonate” on “${named}” in ${group === '' ? 'the core API group' : `“${group}”`}, which this rule does not name.`
    const fix = `Write a rule of its own for it, with apiGroups: ["${group}"].`
    return [warning('identity-api-group', item, `${path}.resources`, message, fix)]
  })
}

/** The group that a rule is to have, where it has one that this replaces. */
function only(groups: readonly string[], meant: string): string | undefined {
  return groups.length === 1 ? meant : undefined
}

/** Identities other than service accounts are checked without a namespace, and Roles do not apply there. */
const identityInRole: RuleLint = ({ rule, path, inRole }) => {
  const resources = rule.texts('resources')
  const [first] = resources
  const identityVerb = (verb: string) => verb === 'impersonate' || verb.startsWith('impersonate:')
  if (!inRole || first === undefined || !values(rule, 'verbs').every(identityVerb)) return []
  if (!resources.every(({ value }) => isIdentity(value) && value !== 'serviceaccounts')) return []
  const message = `The API server checks impersonation of “${excerpt(first.value)}” without a namespace, so a Role never grants it.`
  return [
    warning('identity-in-role', first, `${path}.resources`, message, 'Use a ClusterRole and a ClusterRoleBinding.'),
  ]
}

/** `validateExtra` refuses keys without a domain, and upper case, before any authorizer is asked. */
const plainExtraKey: RuleLint = ({ rule, path }) => {
  if (!values(rule, 'verbs').includes('impersonate:user-info')) return []
  return rule
    .texts('resources')
    .filter(({ value }) => value.startsWith('userextras/') && !isImpersonableKey(value.slice('userextras/'.length)))
    .map((item) => {
      const key = excerpt(item.value.slice('userextras/'.length))
      const message = `The mode user-info refuses the extra key “${key}” without asking: it needs a domain, such as example.com/${key.toLowerCase()}.`
      const fix =
        'Use a key in lower case with a domain; other keys can be impersonated with the older verb “impersonate” alone.'
      return warning('plain-extra-key', item, `${path}.resources`, message, fix)
    })
}

function isImpersonableKey(key: string): boolean {
  if (key === '*') return true
  const slash = key.indexOf('/')
  return slash !== -1 && slash < key.length - 1 && isDNSSubdomain(key.slice(0, slash)) && key === key.toLowerCase()
}

const RULE_LINTS: readonly RuleLint[] = [
  partialWildcardVerb,
  partialWildcardResource,
  literalNameWildcard,
  unlikelyGroup,
  unlikelyURL,
  kepGroup,
  identityGroup,
  identityInRole,
  plainExtraKey,
]

/** Users and groups belong to no namespace; `appliesToUser` of the RBAC authorizer ignores it. */
function subjectNamespaceIgnored(subject: Struct, path: string): readonly Problem[] {
  const kind = subject.text('kind')
  const field = subject.field('namespace')
  if ((kind !== 'User' && kind !== 'Group') || field === undefined || field.value === '') return []
  const span: Span = field.key
  return [
    {
      severity: 'warning',
      code: 'namespace-ignored',
      message: `A ${kind} belongs to no namespace; the API server ignores this one.`,
      fix: 'Remove “namespace”, or write kind: ServiceAccount without “apiGroup” if one is meant.',
      span,
      path: `${path}.namespace`,
    },
  ]
}
