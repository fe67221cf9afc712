import { type ClusterSettings, WEBHOOK_NOT_ASKED } from '../../cluster/index.ts'
import type { ImpersonationMode } from '../../designs/index.ts'
import {
  type ConstrainedMode,
  type Evidence,
  nodeUsername,
  type Rule,
  SYSTEM_PRIVILEGED_GROUP,
} from '../../kube/index.ts'
import { allowsEveryResource, identityInWords, type Names, subjectInWords } from '../../rights/index.ts'
import { clause, listInWords, type RichText } from '../../trace/index.ts'
import { decidedBy, lineInWords, scopeInWords } from '../../words/index.ts'
import type { CanBecome, IdentityInNamespace, ImpersonationInMode, Missing } from './can-become.ts'
import type { Escalation } from './escalations.ts'
import type { RoleName } from './identity-graph.ts'
import type { Path, PathStep, Reached } from './identity-paths.ts'
import type { ActionGrant, ExtraGrant, NameGrant, UsernameGrant } from './mode-grants.ts'
import type { ImpersonationTarget, ImpersonatorInMode } from './who-can-become.ts'

/** A sentence, and the rules that it rests on. */
export interface CanBecomeRow {
  readonly mode: ImpersonationMode
  readonly words: RichText
  readonly evidence: readonly Evidence[]
}

/** The most names, verbs or actions that a sentence lists; it counts the others. */
const MOST = 5

/**
 * Whom a user may become, a sentence for each rule on usernames: "portal may become any service account in namespace team-a
 * (legacy), to do anything that it may do." Then what goes with them, and the modes that allow nothing, with what they lack.
 */
export function canBecomeInWords({ modes }: Pick<CanBecome, 'modes'>, who: RichText): readonly CanBecomeRow[] {
  return modes.flatMap((grants) => (grants.missing.length > 0 ? [incomplete(grants, who)] : rowsIn(grants, who)))
}

function rowsIn(grants: ImpersonationInMode, who: RichText): readonly CanBecomeRow[] {
  const { mode, usernames, actions } = grants
  const usernameRows = usernames.map((grant) => ({
    mode,
    words: [...who, ' may become ', ...targetInWords(mode, grant), ` (${mode}), to `, ...doingAs(mode, actions), '.'],
    evidence: [grant.evidence, ...actions.map(({ evidence }) => evidence)],
  }))
  const parts = [
    ...grants.groups.map((grant) => ({ of: ['group'], grant, words: groupWords(mode, grant) })),
    ...grants.uids.map((grant) => ({ of: ['UID'], grant, words: namesInWords('UID', 'any UID', grant.names) })),
    ...grants.extras.map((grant) => ({ of: ['extra'], grant, words: extraWords(mode, grant) })),
  ].map(({ grant, words }) => ({
    mode,
    words: [...who, ' may ask for ', ...words, ` along with the name (${mode}).`],
    evidence: [grant.evidence],
  }))
  return [...usernameRows, ...parts]
}

function targetInWords(mode: ImpersonationMode, { kind, names, namespace }: UsernameGrant): RichText {
  switch (kind) {
    case 'own-node':
      return ['the node that its token is bound to']
    case 'node':
      return names === 'any'
        ? ['any node']
        : inList(
            names.map((name) => identityInWords({ username: nodeUsername(name) })),
            'or',
          )
    case 'serviceaccount':
      return accountsInWords(names, namespace)
    case 'user':
      if (names === 'any')
        return [mode === 'legacy' ? 'any user but service accounts' : 'any user but nodes and service accounts']
      // Without the group of nodes, a node’s name is that of an ordinary user.
      return inList(
        names.map((username) => identityInWords({ username, groups: [] })),
        'or',
      )
  }
}

/** "any service account in namespace prod", "service account ci of every namespace". */
function accountsInWords(names: Names, namespace: string | undefined): RichText {
  if (names === 'any')
    return [
      'any service account',
      ...(namespace === undefined ? [' of any namespace'] : [' in namespace ', { code: namespace }]),
    ]
  if (namespace === undefined) return [...namesInWords('service account', '', names), ' of any namespace']
  return inList(
    names.map((name) => ['service account ', { code: `${namespace}/${name}` }]),
    'or',
  )
}

function namesInWords(noun: string, any: string, names: Names): RichText {
  return names === 'any'
    ? [any]
    : [
        `${noun} `,
        ...inList(
          names.map((name): RichText => [shown(name)]),
          'or',
        ),
      ]
}

/** A name as a noun; an empty one needs words. */
function shown(name: string): RichText[number] {
  return name === '' ? 'without a name' : { code: name }
}

function groupWords(mode: ImpersonationMode, { names, fromFour }: NameGrant): RichText {
  const any: RichText = mode === 'legacy' ? ['any group'] : ['any group but ', { code: SYSTEM_PRIVILEGED_GROUP }]
  if (fromFour) return [...any, ', if it asks for four or more']
  return names === 'any' ? any : namesInWords('group', '', names)
}

function extraWords(mode: ImpersonationMode, { keys, values, fromFour }: ExtraGrant): RichText {
  const any = mode === 'legacy' ? 'any extra' : 'any extra with a domain in its key'
  if (fromFour) return [`${any}, if it asks for four or more keys or values`]
  return [
    ...(keys === 'any'
      ? [any]
      : keys.length === 1 && keys[0] === ''
        ? ['an extra with an empty key']
        : namesInWords(keys.includes('*') ? 'an extra whose key is' : 'extra', '', keys)),
    ...(values === 'any'
      ? []
      : [
          ' with the value ',
          ...inList(
            values.map((value): RichText => [shown(value)]),
            'or',
          ),
        ]),
  ]
}

function doingAs(mode: ImpersonationMode, actions: readonly ActionGrant[]): RichText {
  const everything = actions.filter(({ verbs, namespace }) => verbs === 'any' && namespace === undefined)
  const everyResource = everything.find(({ rule }) => allowsEveryResource(rule))
  const everyPath = everything.find(({ rule }) => rule.nonResourceURLs.includes('*'))
  if (mode === 'legacy' || (everyResource && everyPath)) return ['do anything that the target may do']
  const only = everyResource === undefined ? actions : [everyResource, ...actions.filter(isAboutPaths)]
  return [...actionsInWords([...new Set(only)]), ', where the target may do it as well']
}

/** "list pods cluster-wide, or to get the path /metrics". */
function actionsInWords(actions: readonly ActionGrant[]): RichText {
  const named = actions.slice(0, MOST)
  const more = actions.length - named.length
  return [
    ...named.flatMap((action, at): RichText => [...(at === 0 ? [] : [', or to ']), ...actionInWords(action)]),
    ...(more > 0 ? [`, or by ${more} more ${more === 1 ? 'rule' : 'rules'}`] : []),
  ]
}

function isAboutPaths({ rule, namespace }: ActionGrant): boolean {
  return rule.nonResourceURLs.length > 0 && namespace === undefined
}

/** "get or list pods in namespace prod", "use any verb on the path /metrics". */
export function actionInWords({ verbs, rule, namespace }: ActionGrant): RichText {
  const verb: RichText =
    verbs === 'any'
      ? ['use any verb on ']
      : [
          ...inList(
            verbs.map((one): RichText => [one === '' ? 'a method without a verb' : { code: one }]),
            'or',
          ),
          ' ',
        ]
  return [...verb, ...objectsInWords(rule, namespace)]
}

function objectsInWords(rule: Rule, namespace: string | undefined): RichText {
  const { resources, apiGroups, resourceNames, nonResourceURLs } = rule
  const paths = namespace === undefined ? nonResourceURLs : []
  const about: RichText[] = []
  if (resources.length > 0) {
    const all = resources.includes('*')
    const group: RichText = apiGroups.includes('*')
      ? [' of any API group']
      : apiGroups.every((one) => one === '')
        ? all
          ? [' of the core API group']
          : []
        : [
            ' of API group ',
            ...inList(
              apiGroups.map((one): RichText => [one === '' ? 'core' : { code: one }]),
              'or',
            ),
          ]
    about.push([
      ...(all
        ? ['any resource']
        : inList(
            resources.map((one): RichText => [{ code: one }]),
            'or',
          )),
      ...group,
      ...(resourceNames.length === 0
        ? []
        : [
            ' named ',
            ...inList(
              resourceNames.map((name): RichText => [shown(name)]),
              'or',
            ),
          ]),
      ' ',
      ...scopeInWords(namespace ?? ''),
    ])
  }
  if (paths.length > 0)
    about.push([
      'the path ',
      ...inList(
        paths.map((path): RichText => [{ code: path }]),
        'or',
      ),
    ])
  return inList(about, 'or')
}

function incomplete(
  { mode, missing, neverAsked, usernames, actions, groups, uids, extras }: ImpersonationInMode,
  who: RichText,
): CanBecomeRow {
  const rules = [...usernames, ...groups, ...uids, ...extras, ...actions]
  const unused =
    usernames.length > 0 ? [] : neverAsked.filter((one) => !rules.some((other) => isOfSameRule(one, other)))
  return {
    mode,
    words: [
      ...who,
      ' may become nobody in mode ',
      { code: mode },
      ': ',
      ...inList(
        missing.map((one) => lacking(mode, one, neverAsked)),
        'and',
      ),
      '.',
    ],
    evidence: [...rules, ...unused].map(({ evidence }) => evidence),
  }
}

function isOfSameRule(one: Pick<NameGrant, 'evidence'>, other: Pick<NameGrant, 'evidence'>): boolean {
  const startsOf = ({ evidence: { rule, binding } }: typeof one) => `${rule?.range.start} ${binding?.range.start}`
  return startsOf(one) === startsOf(other)
}

function lacking(mode: ImpersonationMode, missing: Missing, unused: readonly NameGrant[] = []): RichText {
  const neverAsked = [...new Set(unused.flatMap(({ names }) => (names === 'any' ? [] : names)))]
  switch (missing) {
    case 'username':
      if (neverAsked.length > 0 && mode !== 'associated-node')
        return [
          'no check asks for the ',
          ...namesInWords(neverAsked.length === 1 ? 'name' : 'names', '', neverAsked),
          ' in its rules on ',
          ...listInWords(mode === 'legacy' ? ['users', 'serviceaccounts'] : [RESOURCES[mode]]),
        ]
      return mode === 'legacy'
        ? clause`no rule allows ${'impersonate'} on ${'users'} cluster-wide or on ${'serviceaccounts'}`
        : [
            ...clause`no rule allows ${`impersonate:${mode}`} on ${RESOURCES[mode]}`,
            ...(mode === 'serviceaccount' ? [] : [' cluster-wide']),
          ]
    case 'action':
      return ['no rule allows ', { code: `impersonate-on:${mode}:‹verb›` }, ' on anything']
    case 'service-account':
      return ['only a service account has a node of its own, by a token that is bound to it']
  }
}

const RESOURCES: Readonly<Record<ConstrainedMode, string>> = {
  'associated-node': 'nodes of every name',
  'arbitrary-node': 'nodes',
  serviceaccount: 'serviceaccounts',
  'user-info': 'users',
}

/** What a RoleBinding grants on identities that the API server checks in no namespace, so that it counts for no impersonation. */
export function identityInNamespaceInWords({ binding, verbs, resources }: IdentityInNamespace): RichText {
  return [
    `${binding.kind} `,
    { code: `${binding.namespace}/${binding.name}` },
    ' grants ',
    ...listInWords(verbs),
    ' on ',
    ...listInWords(resources),
    ' in namespace ',
    { code: binding.namespace },
    ' only, and the check is cluster-wide.',
  ]
}

/** One who may become a target: "jane may become root (user-info), to list pods in namespace prod, where root may do it as well." */
export function impersonatorInWords(impersonator: ImpersonatorInMode, target: ImpersonationTarget): RichText {
  const { subject, mode, actions, missing, fromFour } = impersonator
  const who = subjectInWords(subject, 'members of group')
  const whom: RichText =
    target.kind === 'user'
      ? reachedInWords({ username: target.user.username, groups: target.user.groups })
      : ['a user in group ', { code: target.group }, ...(fromFour ? [', if it asks for four or more groups'] : [])]
  if (missing.length > 0)
    return [
      ...who,
      ' may not become ',
      ...whom,
      ` (${mode}): `,
      ...inList(
        missing.map((one) => lacking(mode, one)),
        'and',
      ),
      '.',
    ]
  return [...who, ' may become ', ...whom, ` (${mode}), to `, ...doingAs(mode, actions), '.']
}

/** A right that leads to those of somebody else, in a sentence. What no policy tells is said. */
export function escalationInWords(escalation: Escalation, who: RichText): RichText {
  return [...who, ' may ', ...actionOf(escalation), '.']
}

function actionOf(escalation: Escalation): RichText {
  switch (escalation.kind) {
    case 'token':
      return ['create tokens of ', ...accountsInWords(escalation.accounts, escalation.namespace)]
    case 'pod':
      return ['create pods ', ...within(escalation.namespace), ', which may run as any service account there']
    case 'workload':
      return [
        'create ',
        ...inList(
          escalation.resources.map((one): RichText => [{ code: one }]),
          'and',
        ),
        ' ',
        ...within(escalation.namespace),
        ', whose pods may run as any service account there',
      ]
    case 'token-secret':
      return [
        'create and read Secrets ',
        ...within(escalation.namespace),
        '; one of type ',
        { code: 'kubernetes.io/service-account-token' },
        ' gets a token of any service account there',
      ]
    case 'read-secrets':
      return [
        'read ',
        ...(escalation.objects === 'any' ? ['Secrets'] : namesInWords('Secret', '', escalation.objects)),
        ' ',
        ...within(escalation.namespace),
        ', and so tokens of service accounts, if a Secret contains one',
      ]
    case 'exec':
      return [
        'run commands in ',
        ...(escalation.objects === 'any' ? ['pods'] : namesInWords('pod', '', escalation.objects)),
        ' ',
        ...within(escalation.namespace),
        ', and so as the service accounts of the pods that run there',
      ]
    case 'node-proxy':
      return [
        'use the kubelet of ',
        ...(escalation.nodes === 'any' ? ['any node'] : namesInWords('node', '', escalation.nodes)),
        ', and so run commands as the service accounts of the pods that run there',
      ]
    case 'certificate':
      return [
        'create and approve requests for client certificates, with any username and any groups but ',
        { code: SYSTEM_PRIVILEGED_GROUP },
      ]
    case 'bind':
      return [
        'bind ',
        ...(escalation.names === 'any'
          ? [`any ${escalation.role}`]
          : namesInWords(escalation.role, '', escalation.names)),
        ' ',
        ...(escalation.by === 'ClusterRoleBinding' ? scopeInWords('') : within(escalation.namespace)),
        ...(escalation.binding === undefined
          ? []
          : [', by another subject in ', escalation.by, ' ', { code: escalation.binding }]),
        ', without holding what it grants',
      ]
    case 'escalate': {
      const where = escalation.role === 'ClusterRole' ? [] : [' ', ...within(escalation.namespace)]
      return escalation.names === undefined
        ? [`create ${escalation.role}s with any rules`, ...where]
        : [
            'give ',
            ...(escalation.names === 'any'
              ? [`any ${escalation.role}`]
              : namesInWords(escalation.role, '', escalation.names)),
            ...where,
            ' any rules',
          ]
    }
  }
}

function within(namespace: string | undefined): RichText {
  return namespace === undefined ? ['in every namespace'] : scopeInWords(namespace)
}

/** A path in a sentence: "jane can do everything: create a pod that runs as service account prod/ci, then become root (legacy)." */
export function pathInWords({ steps, limited, goal }: Path, who: RichText, to: RichText = ['do everything']): RichText {
  if (steps.length === 0)
    return [...who, ' may ', ...to, ...(goal === undefined ? [] : [': ', ...evidenceInWords(goal)]), '.']
  const last = steps.at(-1)
  return [
    ...who,
    ' can ',
    ...to,
    ': ',
    ...steps.flatMap((step, at): RichText => [...(at === 0 ? [] : [', then ']), ...stepInWords(step)]),
    ...(limited && last?.kind === 'impersonation' ? [', but only to ', ...actionsInWords(last.actions)] : []),
    '.',
  ]
}

/** A step as an instruction: "become jane (legacy)", "create a token of service account prod/ci". */
export function stepInWords(step: PathStep): RichText {
  const as = reachedInWords(step.as)
  if (step.kind === 'impersonation')
    return ['become ', ...as, ` (${step.mode})`, ...(step.fromFour ? [', with other groups, four or more in all'] : [])]
  const { way: escalation } = step
  switch (escalation.kind) {
    case 'token':
      return ['create a token of ', ...as]
    case 'pod':
      return ['create a pod that runs as ', ...as]
    case 'workload':
      return ['create ', { code: escalation.resources[0] ?? '' }, ' whose pods run as ', ...as]
    case 'token-secret':
      return ['create a Secret that gets a token of ', ...as, ', and read it']
    case 'read-secrets':
      return ['read a token of ', ...as, ' in a Secret, if one contains it']
    case 'exec':
      return ['run commands in a pod that runs as ', ...as, ', if there is one']
    case 'node-proxy':
      return ['run commands, by the kubelet of its node, in a pod that runs as ', ...as, ', if there is one']
    case 'certificate':
      return ['get a client certificate of ', ...as]
    case 'bind':
      return [
        'bind ',
        ...rolesInWords(step.roles),
        ' to itself ',
        ...(escalation.by === 'ClusterRoleBinding' ? scopeInWords('') : within(escalation.namespace)),
      ]
    case 'escalate':
      return ['write any rules into ', ...rolesInWords(step.roles), ', which is bound to it']
  }
}

/** Roles of one kind: "ClusterRole view or edit". */
function rolesInWords(roles: readonly RoleName[] = []): RichText {
  const names = [...new Set(roles.map(({ name }) => name))]
  return [
    `${roles[0]?.role ?? ''} `,
    ...inList(
      names.map((name): RichText => [{ code: name }]),
      'or',
    ),
  ]
}

/** A user by its name and groups: "jane in group ops", "a user in group ops". */
function reachedInWords({ username, groups }: Reached): RichText {
  const name = username === '' ? ['a user'] : identityInWords({ username, groups })
  return groups.length === 0
    ? name
    : [
        ...name,
        ' in group ',
        ...inList(
          groups.map((group): RichText => [{ code: group }]),
          'and',
        ),
      ]
}

/** The rule and binding of a right, with their lines. The default `cluster-admin` is in no text. */
export function evidenceInWords(evidence: Evidence): RichText {
  const { binding, rule, role } = evidence
  if (binding !== undefined && rule === undefined)
    return [
      'ClusterRole ',
      { code: 'cluster-admin' },
      `, bound by ${binding.kind} `,
      { code: binding.name },
      ` in ${lineInWords(binding.range)}`,
    ]
  if (binding === undefined && rule !== undefined && role !== undefined)
    return [`the rule in ${lineInWords(rule.range)} of ${role.kind} `, { code: role.name }]
  return decidedBy(evidence)
}

/** "a, b or c". Of very many it counts the rest. */
function inList(items: readonly RichText[], last: 'and' | 'or'): RichText {
  const named = items.slice(0, MOST)
  const more = items.length - named.length
  const all = more > 0 ? [...named, [`${more} more`]] : named
  return all.flatMap((item, at): RichText => {
    const between = at === 0 ? [] : [at === all.length - 1 ? ` ${last} ` : ', ']
    return [...between, ...item]
  })
}

const ACCESS_RULES_NOT_READ = 'Access rules are not read: more may be allowed, or denied.'

/** What the rules that were read do not tell, sentence by sentence. */
export function notReadInWords({ authorizationModes }: ClusterSettings): readonly RichText[] {
  const others = authorizationModes.filter((mode) => mode === 'Webhook' || mode === 'AccessRules')
  const rbac: RichText = ['This cluster does not ask RBAC, so only ', { code: SYSTEM_PRIVILEGED_GROUP }, ' counts.']
  return [
    ['Groups come from authentication: of each user, only those count that its name implies, or that are given.'],
    ...(authorizationModes.includes('RBAC') ? [] : [rbac]),
    ...others.map((mode): RichText => [mode === 'Webhook' ? WEBHOOK_NOT_ASKED : ACCESS_RULES_NOT_READ]),
  ]
}
