import type { Scenario } from '@authz-playground/engine'
import type { KubeconfigContext, PastedPart } from '@authz-playground/engine/documents'
import { counted } from '@authz-playground/pictures'

/** Whether a pasted policy replaces the policy or is appended to it. */
export type Manner = 'replace' | 'append'

const REQUESTS = {
  http: 'An HTTP request',
  kubectl: 'A kubectl command',
  curl: 'A curl command',
  review: 'An access review',
} as const

const SOURCES = {
  'audit-event': 'An audit event',
  'server-log': 'A log of kube-apiserver',
  status: 'A Status',
  message: 'A 403 message',
} as const

const REQUESTORS: Readonly<Record<Extract<PastedPart, { is: 'requestor' }>['of'], string>> = {
  'service account': 'The name of a service account',
  node: 'The name of a node',
  whoami: 'The output of kubectl auth whoami',
  SelfSubjectReview: 'A SelfSubjectReview',
  TokenReview: 'A TokenReview, whose token is not kept',
}

/**
 * What a pasted text was taken for, and what changed, in a sentence or two for each part.
 *
 * @param gaveWay an example that nobody had changed was closed for it
 */
export function wordsOf(
  parts: readonly PastedPart[],
  manner: Manner,
  before: Scenario,
  gaveWay = false,
): readonly string[] {
  const hasPolicy = parts.some(({ is }) => is === 'policy' || is === 'resources')
  const policy = hasPolicy ? '' : gaveWay ? 'the example gave way, and there is no policy yet' : 'policy unchanged'
  const with_ = (filled: string, ...unchanged: readonly string[]): string => {
    const same = unchanged.filter((one) => one !== '').join(', ')
    return same === '' ? `${filled}.` : `${filled}; ${same}.`
  }
  const alone = !hasPolicy && parts.every(({ is }) => is === 'design' || is === 'left')
  return parts.flatMap((part): readonly string[] => {
    switch (part.is) {
      case 'policy':
        return [`${policyWords(part)}: ${where(manner, before)}.`]
      case 'resources':
        return [`${resourceWords(part)}; added to the text of the policy.`]
      case 'observed':
        return part.requests === 1
          ? [with_(`${SOURCES[part.source]}: the request and who asked were filled in`, policy)]
          : [`${SOURCES[part.source]} with ${counted(part.requests, 'request')}: choose one of them.`]
      case 'request':
        if (part.form === 'review' || part.requestor) {
          return [with_(askedWords(part), policy), ...(part.filled ?? [])]
        }
        return part.inner && before.requestor.username === ''
          ? [
              with_(
                `${REQUESTS[part.form]}: it does not say who sent it, so it is asked as ${part.inner.requestor.username}, without the impersonation`,
                gaveWay ? policy : '',
              ),
            ]
          : [
              with_(
                `${REQUESTS[part.form]}: it is the request now`,
                before.requestor.username === '' ? 'enter who asks' : policy && 'who asks and the policy unchanged',
                gaveWay ? policy : '',
              ),
            ]
      case 'requestor':
        return [`${REQUESTORS[part.of]}: who asks was filled in; request and policy unchanged.`]
      case 'authorizers':
        return [
          `An AuthorizationConfiguration: it is in the tab Authorizers, with ${part.modes.join()}; policy unchanged.`,
          ...part.remarks,
        ]
      case 'design':
        return [
          with_('A design: it decides now, and is in the tab Design', alone ? 'request and policy unchanged' : ''),
        ]
      case 'scenario':
        return ['A scenario: all of it was opened.']
      case 'link':
        return ['A link to a scenario.']
      case 'kubeconfig':
        return kubeconfigWords(part.kubeconfig.contexts, part.kubeconfig.current)
      case 'left':
        return []
    }
  })
}

function askedWords({ form, requestor, orElse, filled }: Extract<PastedPart, { is: 'request' }>): string {
  const checks = `${counted(1 + (orElse?.length ?? 0), 'check')} of one step after authorization`
  const what = orElse ? checks : filled ? 'The check of a step after authorization' : REQUESTS[form]
  if (requestor) return `${what}: the ${orElse ? 'requests' : 'request'} and who asks were filled in`
  return `${what}: ${orElse ? 'they are the requests' : 'it is the request'} now, about the user under “Who asks”`
}

function where(manner: Manner, { policy }: Scenario): string {
  if (policy.trim() === '') return 'it is the policy now'
  return manner === 'append' ? 'added below the policy' : 'it replaced the policy'
}

function policyWords({ roles, bindings, accessRules, others }: Extract<PastedPart, { is: 'policy' }>): string {
  const found = [
    ...(roles > 0 ? [counted(roles, 'role')] : []),
    ...(bindings > 0 ? [counted(bindings, 'binding')] : []),
    ...(accessRules > 0 ? [counted(accessRules, 'access rule')] : []),
    ...(others > 0 ? [counted(others, 'other object')] : []),
  ]
  if (found.length === 0) return 'YAML without a role or a binding'
  return `A policy with ${inList(found)}`
}

const RESOURCES = {
  table: 'A table of API resources',
  discovery: 'Discovery of the API server',
  definitions: 'Definitions of custom resources',
} as const

function resourceWords({ of, resources, unknown }: Extract<PastedPart, { is: 'resources' }>): string {
  return `${RESOURCES[of]}: ${counted(resources, 'resource')}, ${unknown.toLocaleString('en')} that ${unknown === 1 ? 'was' : 'were'} not known`
}

function inList(all: readonly string[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const LOGINS = {
  token: 'logs in with a token',
  'client certificate': 'logs in with a client certificate',
  plugin: 'logs in through a plugin',
  password: 'logs in with a password',
  none: 'has no credential here',
} as const satisfies Readonly<Record<KubeconfigContext['credential'], string>>

function kubeconfigWords(contexts: readonly KubeconfigContext[], current: string): readonly string[] {
  const context = contexts.find(({ name }) => name === current) ?? contexts[0]
  if (context === undefined)
    return ['A kubeconfig without a context: nothing was filled in, and nothing of it is kept.']
  const { name, user, namespace, credential, impersonate } = context
  const place = namespace === '' ? '' : ` Its namespace is ${namespace}.`
  return [
    `A kubeconfig: the context ${name} has the user ${user}, who ${LOGINS[credential]}.${place}`,
    impersonate
      ? `Each of its requests impersonates ${impersonate.username}: the headers were filled in.`
      : 'It impersonates nobody, so nothing was filled in.',
    'Only the server knows the username behind a credential, so who asks is unchanged: kubectl auth whoami prints it. No secret is kept.',
  ]
}
