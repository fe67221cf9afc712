import { refusedForAll } from '@authz-playground/engine/internal/designs'
import { documents, type SubjectText } from '../rbac.ts'
import { accessRuleFor, type Rule, roleAndBinding } from './grants.ts'
import type { NoWay, Way } from './intent.ts'
import type { OwnAction, OwnPermission, OwnTarget } from './own-permission.ts'

// One permission in the words of each design of impersonation, as tightly as the design can say it.

/** Rules for the whole cluster, or for one namespace. */
interface Grant {
  readonly namespace?: string
  readonly rule: Rule
}

const AUTHENTICATION = 'authentication.k8s.io'

/** Why a design does not say it exactly, in terms that hold for every permission. */
const LIMITS = {
  parts: 'Each part of the target is granted on its own, so a request may leave out the others, or ask for fewer.',
  legacy:
    'The verb `impersonate` says whom, and has no place to say what: as the target the requestor does all that it may.',
  review:
    'The requestor must hold the action itself, and may do without the target. Whom it asks about is its own choice: `create subjectaccessreviews` has no names to limit.',
  intersection: 'The requestor must hold the action itself, and may then do without the target.',
  named:
    'The node is named, so the policy is not about the node that a token is bound to: it holds wherever the agent runs.',
} as const

/** The ways of all designs of impersonation to say a permission; `id` begins the names of all objects. */
export function ownWays(permission: OwnPermission, id: string): readonly (Way | NoWay)[] {
  const { action, target, asked } = permission
  const subject = subjectOf(asked.requestor.username)
  const say = (name: string, ...grants: readonly Grant[]): string => granted(`${id}-${name}`, subject, grants)
  const limit = (...limits: readonly string[]): { readonly limit?: string } =>
    limits.length === 0 ? {} : { limit: limits.join(' ') }
  const parts = target.alone ? [] : [LIMITS.parts]
  const named = target.ownNode ? [LIMITS.named] : []
  const legacy = identity(target, legacyWords)
  return [
    ...releasedWays(permission, say, limit(...parts)),
    ...proposedWays(permission, say, limit(...parts)),
    { designs: ['legacy'], policy: say('legacy', ...legacy), ...limit(LIMITS.legacy, ...parts, ...named) },
    {
      designs: ['user-info-only'],
      policy: say(
        'user-info-only',
        ...identity({ ...target, account: undefined, node: undefined }, userInfo(AUTHENTICATION)),
        actionGrant(action, (verb) => `impersonate-on:${verb}`),
      ),
      ...limit(...parts, ...named),
    },
    {
      designs: ['client-review'],
      policy: say(
        'client-review',
        { rule: { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] } },
        actionGrant(action),
      ),
      ...limit(LIMITS.review),
    },
    {
      designs: ['intersection'],
      policy: say('intersection', ...legacy, actionGrant(action)),
      ...limit(LIMITS.intersection, ...parts, ...named),
    },
    ...conditionWays(permission, id, subject),
    namedWay(permission, say, limit(...parts)),
    boundaryWay(permission, id, subject, limit(...parts, ...named)),
    nodeWay(permission, say),
  ]
}

type Say = (name: string, ...grants: readonly Grant[]) => string
interface Limit {
  readonly limit?: string
}

/** Why only legacy is left for a target in the released design; undefined where a mode of its own applies. */
function onlyLegacy({ account, node, alone, groups, extra, uid, username }: OwnTarget): string | undefined {
  if ((account !== undefined || node !== undefined) && !alone) {
    const kind = account === undefined ? 'node' : 'service account'
    return `A ${kind} is impersonated by \`Impersonate-User\` alone. With more headers only legacy applies, which does not say what.`
  }
  const refused = refusedForAll({ username, uid, groups, extra })
  return refused === undefined ? undefined : `user-info refuses this target for every requestor: ${refused}.`
}

/** Why only legacy is left for a target where the prefix of a name decides; undefined where a mode of its own applies. */
function onlyLegacyByPrefix({ username, account, node, alone }: OwnTarget): string | undefined {
  const special = username.startsWith('system:node:') || username.startsWith('system:serviceaccount:')
  if (!special || (alone && (account ?? node) !== undefined)) return undefined
  return alone
    ? 'The prefix makes it a node or service account, and the rest of the name is not one. Only legacy applies, which does not say what.'
    : 'A node or service account is impersonated by `Impersonate-User` alone. With more headers only legacy applies, which does not say what.'
}

/** KEP-5284 as released, and at beta: the verbs are the same, and the targets that the modes take are not. */
function releasedWays({ action, target }: OwnPermission, say: Say, limit: Limit): readonly (Way | NoWay)[] {
  const mode = modeOf(target)
  const about: readonly Grant[] =
    mode === 'associated-node'
      ? [{ rule: { apiGroups: [AUTHENTICATION], resources: ['nodes'], verbs: ['impersonate:associated-node'] } }]
      : identity(target, {
          apiGroup: () => AUTHENTICATION,
          verb: `impersonate:${mode}`,
          nodes: true,
        })
  const way = (cannot: string | undefined, name: string, designs: readonly string[]): Way | NoWay => {
    if (cannot !== undefined) return { designs, cannot }
    const worded = (verb: string): string => `impersonate-on:${mode}:${verb}`
    return { designs, policy: say(name, ...about, actionGrant(action, worded)), ...limit }
  }
  const [released, atBeta] = [onlyLegacy(target), onlyLegacyByPrefix(target)]
  if (released === undefined && atBeta === undefined) {
    return [way(undefined, 'constrained', ['constrained', 'beta', 'compiled'])]
  }
  return [way(released, 'constrained', ['constrained', 'compiled']), way(atBeta, 'beta', ['beta'])]
}

function modeOf({ ownNode, node, account }: OwnTarget): string {
  if (ownNode) return 'associated-node'
  if (node !== undefined) return 'arbitrary-node'
  return account === undefined ? 'user-info' : 'serviceaccount'
}

/** KEP-5284 as proposed, and its variant with a special API group. They know nodes and accounts by their prefix. */
function proposedWays({ action, target }: OwnPermission, say: Say, limit: Limit): readonly (Way | NoWay)[] {
  const { account, node, ownNode } = target
  const cannot = onlyLegacyByPrefix(target)
  if (cannot !== undefined) return [{ designs: ['proposal', 'group-suffix'], cannot }]
  const kind = node !== undefined ? 'node' : account === undefined ? 'user-info' : 'serviceaccount'
  const about: readonly Grant[] = ownNode
    ? [{ rule: { apiGroups: [AUTHENTICATION], resources: ['nodes'], verbs: ['impersonate:scheduled-node'] } }]
    : identity(target, { apiGroup: () => AUTHENTICATION, verb: `impersonate:${kind}`, nodes: true })
  return [
    {
      designs: ['proposal'],
      policy: say(
        'proposal',
        ...about,
        actionGrant(action, (verb) => `impersonate-on:${verb}`),
      ),
      ...limit,
    },
    'path' in action
      ? {
          designs: ['group-suffix'],
          cannot: 'A path has no API group that could get a suffix. Only legacy applies, which does not say what.',
        }
      : {
          designs: ['group-suffix'],
          policy: say('group-suffix', ...about, actionGrant({ ...action, apiGroup: suffixed(action.apiGroup) })),
          ...limit,
        },
  ]
}

function suffixed(apiGroup: string): string {
  return `${apiGroup === '' ? 'core' : apiGroup}.impersonation.k8s.io`
}

function namedWay({ action, target }: OwnPermission, say: Say, limit: Limit): Way | NoWay {
  const { username, account, node, ownNode, alone } = target
  const designs = ['named-verbs']
  if ((account ?? node) !== undefined && !alone) {
    return {
      designs,
      cannot:
        'A node or service account is impersonated by `Impersonate-User` alone. With more headers only legacy applies, which does not say what.',
    }
  }
  const name = ownNode
    ? 'scheduled-node'
    : node !== undefined
      ? `node:${node}`
      : account === undefined
        ? `user-info:${username}`
        : `serviceaccount:${account.namespace}/${account.name}`
  const about: readonly Grant[] = ownNode
    ? [{ rule: { apiGroups: [AUTHENTICATION], resources: ['nodes'], verbs: ['impersonate:scheduled-node'] } }]
    : identity(target, { apiGroup: () => AUTHENTICATION, verb: `impersonate:${name}`, nodes: true })
  const policy = say(
    'named',
    ...about,
    actionGrant(action, (verb) => `impersonate-on:${name}:${verb}`),
  )
  return { designs, policy, ...limit }
}

function boundaryWay({ action, target }: OwnPermission, id: string, subject: SubjectText, limit: Limit): Way {
  const boundary = `${id}-boundary`
  const { namespace, rule } = actionGrant(action)
  const choosing: Grant = {
    rule: {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['clusterroles'],
      names: [boundary],
      verbs: ['impersonate-within'],
    },
  }
  return {
    designs: ['boundary'],
    policy: documents(
      roleAndBinding(boundary, `User system:boundary:${boundary}`, [rule], namespace, 'ClusterRole'),
      granted(`${boundary}-within`, subject, [
        choosing,
        ...identity(target, { apiGroup: () => AUTHENTICATION, verb: 'impersonate-within' }),
      ]),
    ),
    spell: { header: { name: 'Impersonate-Boundary', value: boundary } },
    ...limit,
  }
}

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch'])

function nodeWay({ action, target }: OwnPermission, say: Say): Way | NoWay {
  const designs = ['node-scoped']
  if (!target.ownNode || 'path' in action || !READS.has(action.verb)) {
    return {
      designs,
      cannot:
        'Its rules are about reading as the node that a token is bound to. Everything else is impersonated by legacy, as always.',
    }
  }
  return {
    designs,
    policy: say(
      'node-scoped',
      actionGrant(action, (verb) => `as-node:${verb}`),
    ),
    spell: { ownNodeAsItself: true },
  }
}

/** A part of the target as legacy names it: users and groups in the core group. */
const legacyWords: IdentityWords = {
  apiGroup: (resource) => (resource === 'uids' || resource === 'userextras' ? AUTHENTICATION : ''),
  verb: 'impersonate',
}

const userInfo = (apiGroup: string): IdentityWords => ({ apiGroup: () => apiGroup, verb: 'impersonate:user-info' })

interface IdentityWords {
  readonly apiGroup: (resource: string) => string
  readonly verb: string
  /** Nodes are a resource of their own, not users. */
  readonly nodes?: true
}

/** A rule for each part of the target. */
function identity(
  {
    username,
    account,
    node,
    groups,
    uid,
    extra,
  }: Pick<OwnTarget, 'username' | 'groups' | 'uid' | 'extra'> & {
    readonly account?: OwnTarget['account'] | undefined
    readonly node?: string | undefined
  },
  { apiGroup, verb, nodes }: IdentityWords,
): readonly Grant[] {
  const rule = (resource: string, names: readonly string[]): Rule => ({
    apiGroups: [apiGroup(resource.split('/')[0] ?? '')],
    resources: [resource],
    names,
    verbs: [verb],
  })
  const who: Grant =
    account !== undefined
      ? { namespace: account.namespace, rule: rule('serviceaccounts', [account.name]) }
      : nodes && node !== undefined
        ? { rule: rule('nodes', [node]) }
        : { rule: rule('users', [username]) }
  return [
    who,
    ...(groups.length === 0 ? [] : [{ rule: rule('groups', groups) }]),
    ...(uid === '' ? [] : [{ rule: rule('uids', [uid]) }]),
    ...[...extra].map(([key, values]): Grant => ({ rule: rule(`userextras/${key}`, values) })),
  ]
}

function actionGrant(action: OwnAction, worded: (verb: string) => string = (verb) => verb): Grant {
  if ('path' in action) return { rule: { paths: [action.path], verbs: [worded(action.verb)] } }
  const { verb, apiGroup, resource, name, namespace } = action
  return {
    ...(namespace !== undefined && { namespace }),
    rule: {
      apiGroups: [apiGroup],
      resources: [resource],
      ...(name !== '' && { names: [name] }),
      verbs: [worded(verb)],
    },
  }
}

/** A role with its binding for the whole cluster, and one for each namespace. */
function granted(name: string, subject: SubjectText, grants: readonly Grant[]): string {
  const namespaces = [...new Set(grants.map(({ namespace }) => namespace))]
  return documents(
    ...namespaces.map((namespace) =>
      roleAndBinding(
        name,
        subject,
        grants.filter((one) => one.namespace === namespace).map(({ rule }) => rule),
        namespace,
      ),
    ),
  ).trimEnd()
}

function subjectOf(username: string): SubjectText {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? []
  return namespace === undefined ? `User ${username}` : `ServiceAccount ${namespace}/${name}`
}

const text = (value: string): string => JSON.stringify(value)
const texts = (values: readonly string[]): string => `[${values.map(text).join(', ')}]`

/** The request, as lines of a condition. */
function requestLines(action: OwnAction, words: string): readonly string[] {
  if ('path' in action) return [`${words}.verb == ${text(action.verb)}`, `${words}.path == ${text(action.path)}`]
  const { verb, apiGroup, resource, name, namespace } = action
  return [
    `${words}.verb == ${text(verb)}`,
    `${words}.apiGroup == ${text(apiGroup)}`,
    `${words}.resource == ${text(resource)}`,
    ...(namespace === undefined ? [] : [`${words}.namespace == ${text(namespace)}`]),
    ...(name === '' ? [] : [`${words}.name == ${text(name)}`]),
  ]
}

/** The parts of the target beside its name, as lines: exactly these, or at least these where each part has a check. */
function targetLines({ groups, uid, extra }: OwnTarget, words: string, exactly: boolean): readonly string[] {
  const none = (part: string): readonly string[] => (exactly ? [`!has(${words}.${part})`] : [])
  const all = (list: string, values: readonly string[]): readonly string[] => [
    ...(exactly ? [`${list}.size() == ${values.length}`] : []),
    ...values.map((value) => `${text(value)} in ${list}`),
  ]
  const some = [...extra]
  return [
    ...(groups.length === 0 ? none('groups') : [`has(${words}.groups)`, ...all(`${words}.groups`, groups)]),
    ...(uid === '' ? none('uid') : [`has(${words}.uid)`, `${words}.uid == ${text(uid)}`]),
    ...(some.length === 0
      ? none('extra')
      : [
          `has(${words}.extra)`,
          ...(exactly ? [`${words}.extra.size() == ${some.length}`] : []),
          ...some.flatMap(([key, values]) => [
            `${text(key)} in ${words}.extra`,
            ...all(`${words}.extra[${text(key)}]`, values),
          ]),
        ]),
  ]
}

const NODE_KEY = '"authentication.kubernetes.io/node-name"'

/** The name of the target, or that of the node that the requestor’s token is bound to. */
function nameLines({ username, ownNode }: OwnTarget, words: string): readonly string[] {
  return ownNode
    ? [
        `${NODE_KEY} in request.user.extra`,
        `request.user.extra[${NODE_KEY}].size() == 1`,
        `${words}.username == "system:node:" + request.user.extra[${NODE_KEY}][0]`,
      ]
    : [`${words}.username == ${text(username)}`]
}

/** The four designs whose checks are answered with conditions. Each rule is an Allow. */
function conditionWays({ action, target, asked }: OwnPermission, id: string, subject: SubjectText): readonly Way[] {
  const requestor = `request.user.username == ${text(asked.requestor.username)}`
  const description = 'this request as this user'
  const whole = [
    ...nameLines(target, 'impersonatedUser'),
    ...targetLines(target, 'impersonatedUser', true),
    ...requestLines(action, 'impersonatedRequest'),
  ]
  const each = [
    ...nameLines(target, 'impersonatedUser'),
    ...targetLines(target, 'impersonatedUser', false),
    ...requestLines(action, 'impersonatedRequest'),
  ]
  const declared = `${id}-access-rule`
  const checks = [
    'request.attributes.verb == "constrainedimpersonate"',
    `request.attributes.apiGroup == "${AUTHENTICATION}"`,
    requestor,
  ]
  const impersonate = (designs: readonly [string, ...string[]], nodes: boolean): Way => ({
    designs,
    policy: accessRuleFor(
      `${id}-${designs[0]}`,
      ['request.attributes.verb == "impersonate"', requestor],
      [{ description, when: [...partLines(target, nodes), ...each] }],
    ),
  })
  return [
    {
      designs: ['access-rule'],
      policy: documents(
        accessRuleFor(declared, [requestor], [{ description, when: whole }]),
        roleAndBinding(declared, subject, [
          {
            apiGroups: ['authorization.k8s.io'],
            resources: ['clusteraccessrules'],
            names: [declared],
            verbs: ['impersonate'],
          },
        ]),
      ),
      spell: { header: { name: 'Impersonate-Access-Rule', value: declared } },
    },
    ...(target.node === undefined
      ? [impersonate(['conditional', 'condition-sets'], false)]
      : [impersonate(['conditional'], false), impersonate(['condition-sets'], true)]),
    {
      designs: ['compound'],
      policy: accessRuleFor(`${id}-compound`, checks, [{ description, when: [...partLines(target, true), ...each] }]),
    },
    {
      designs: ['unified'],
      policy: accessRuleFor(`${id}-unified`, checks, [{ description, when: whole }]),
    },
  ]
}

/** The parts that a check may be about: those that the permission has, each with its names. */
function partLines({ account, node, groups, uid, extra }: OwnTarget, nodes: boolean): readonly string[] {
  const about = (resource: string, names: readonly string[]): string =>
    `(request.attributes.resource == "${resource}" && request.attributes.name in ${texts(names)})`
  const ownName = nodes && node !== undefined ? 'nodes' : account === undefined ? 'users' : 'serviceaccounts'
  const parts = [
    // The name itself is compared with the whole target.
    `request.attributes.resource == "${ownName}"`,
    ...(groups.length === 0 ? [] : [about('groups', groups)]),
    ...(uid === '' ? [] : [about('uids', [uid])]),
    ...[...extra].map(
      ([key, values]) =>
        `(request.attributes.subresource == ${text(key)} && request.attributes.name in ${texts(values)})`,
    ),
  ]
  return [`(${parts.join(' || ')})`]
}
