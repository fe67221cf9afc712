import { discoveryOf } from '../cluster/index.ts'
import type { Evidence, Policy, Role, SubjectName } from '../kube/index.ts'
import { type HeldRule, isMasters, subjectKey, subjectsIn, subjectsInWords, userOf } from '../rights/index.ts'
import { listInWords, type RichText } from '../trace/index.ts'
import { decidedBy, lineInWords } from '../words/index.ts'
import { judgeCan, unreadAbout } from './access-goals.ts'
import { type Asked, asksOf, firstTouching } from './asked.ts'
import type { COUNTED, GoalAction, GoalQuestion } from './goal.ts'
import { isAboutImpersonation } from './goal-action.ts'
import { type GoalCluster, ownSubjects } from './goal-cluster.ts'
import { policyIndexOf } from './policy-index.ts'
import { fails, type GoalVerdict, holds, holdsUnless, NO_PART, notDecided } from './result.ts'

type Question<Kind extends GoalQuestion['kind']> = GoalQuestion & { readonly kind: Kind }

/** Counts objects of the policy. */
export function judgeCount(
  { bound, number, of }: Question<'count'>,
  { decided: { cluster } }: GoalCluster,
): GoalVerdict {
  const found = countOf(of, cluster.policy)
  const words: RichText = [`The policy has ${found} ${found === 1 ? of.slice(0, -1) : of}.`]
  const isMet = bound === 'at most' ? found <= number : bound === 'at least' ? found >= number : found === number
  return isMet ? holds(words) : fails(words)
}

function countOf(of: (typeof COUNTED)[number], { roles, bindings }: Policy): number {
  switch (of) {
    case 'rules':
      return roles.reduce((sum, { rules }) => sum + rules.length, 0)
    case 'roles':
      return roles.length
    case 'bindings':
      return bindings.length
    case 'Roles':
    case 'ClusterRoles':
      return roles.filter(({ kind }) => `${kind}s` === of).length
    case 'RoleBindings':
    case 'ClusterRoleBindings':
      return bindings.filter(({ kind }) => `${kind}s` === of).length
  }
}

/** Whether rules of the policy have a word. */
export function judgeRuleSays({ words, some }: Question<'rule-says'>, cluster: GoalCluster): GoalVerdict {
  const first = policyIndexOf(cluster.decided.cluster).ruleWith(words)
  if (first === undefined) {
    const said: RichText = ['No rule says ', ...listInWords(words, 'or'), '.']
    return some ? fails(said) : holds(said)
  }
  const { lines } = cluster.decided.cluster.policy
  const range = lines.range(first.rule.span)
  const said: RichText = [
    `The rule in ${lineInWords(range)} says `,
    { code: first.word === '' ? '""' : first.word },
    '.',
  ]
  const evidence: Evidence = {
    authorizer: 'RBAC',
    role: located(first.role, lines.range(first.role.nameSpan)),
    rule: { ...first.rule, index: first.index, range },
  }
  return some ? holds(said, { evidence: [evidence] }) : fails(said, { evidence: [evidence] })
}

function located(
  { kind, name, namespace }: Pick<Role, 'kind' | 'name' | 'namespace'>,
  range: NonNullable<Evidence['role']>['range'],
) {
  return { kind, name, namespace, range }
}

/** Whether bindings of the policy name a subject or a role. */
export function judgeBindingNames({ words, some }: Question<'binding-names'>, cluster: GoalCluster): GoalVerdict {
  const found = policyIndexOf(cluster.decided.cluster).bindingNaming(words)
  if (found === undefined) {
    const said: RichText = ['No binding names ', ...listInWords(words, 'or'), '.']
    return some ? fails(said) : holds(said)
  }
  const { binding, at } = found
  const range = cluster.decided.cluster.policy.lines.range(at.span)
  const said: RichText = [
    `${binding.kind} `,
    { code: binding.name },
    ` names `,
    { code: at.name },
    ` in ${lineInWords(range)}.`,
  ]
  return some ? holds(said, { places: [range] }) : fails(said, { places: [range] })
}

/** The most others of whom the rules are given. */
const MOST_OTHERS = 100

/** Just some subjects can do an action: each of them wholly, and no other even in part. */
export function judgeOnly(words: readonly string[], action: GoalAction, cluster: GoalCluster): GoalVerdict {
  const asked = asksOf(action, discoveryOf(cluster.decided.cluster))
  const wanted = words.map((word) => cluster.subject(word))
  const missing = words.find((_, index) => wanted[index] === undefined)
  if (missing !== undefined) return notDecided([`“${missing}” names no subject.`])
  const keys = new Set(wanted.flatMap((one) => (one === undefined ? [] : [subjectKey(one)])))
  const others = asked.flatMap((one) => othersOf(one, keys, cluster))
  const [first] = others
  if (first !== undefined) {
    const subjects = [...new Map(others.map(({ holder }) => [subjectKey(holder), holder])).values()]
    return fails([...subjectsInWords(subjects), ' can, too: by ', ...decidedBy(first.evidence()), '.'], {
      evidence: others.slice(0, MOST_OTHERS).map((one) => one.evidence()),
    })
  }
  if (isAboutImpersonation(action)) {
    if (cluster.parts.impersonation === undefined) return notDecided(NO_PART)
    const unnamed = ownSubjects(cluster).filter((subject) => !keys.has(subjectKey(subject)))
    const users = unnamed.map((subject) => ({ user: userOf(subject), words: subjectsInWords([subject]) }))
    const other = cluster.parts.impersonation.judgeOtherModes(action, users, cluster)
    if (other !== undefined) return other
  }
  const { unread } = cluster.decided.cluster
  const ofOthers = unread.filter((binding) => subjectsIn(binding).some((subject) => !keys.has(subjectKey(subject))))
  const granted: GoalVerdict['granted'] = words.flatMap((word) => {
    const user = cluster.user({ word, groups: [] })
    return user === undefined ? [] : asked.map(({ everywhere: _, ...one }) => ({ ...one, user }))
  })
  for (const word of words) {
    const user = cluster.user({ word, groups: [] })
    const verdict = user && judgeCan(user, action, cluster)
    if (verdict !== undefined && verdict.state !== 'holds') return verdict
  }
  return holdsUnless(
    unreadAbout(asked, ofOthers),
    [
      words.length === 0 ? 'No subject can, beside members of ' : 'Nobody else can, beside members of ',
      { code: 'system:masters' },
      '.',
    ],
    { granted },
  )
}

/** The rules by which subjects that an action does not name can do it, of bindings of the policy itself. */
function othersOf(asked: Asked, named: ReadonlySet<string>, cluster: GoalCluster): readonly HeldRule[] {
  const index = policyIndexOf(cluster.decided.cluster)
  const create = cluster.decided.cluster.createToConnect(asked)
  const creators = create && firstTouching(create, cluster).map(({ holder }) => holder)
  return firstTouching(asked, cluster).filter(
    ({ holder, binding }) =>
      index.isOwn(binding) &&
      !named.has(subjectKey(holder)) &&
      !isMasters(holder) &&
      (creators?.some((one) => mayBeOne(one, holder)) ?? true),
  )
}

/** Whether somebody may be both subjects: a member of two groups holds what each is granted. */
function mayBeOne(one: SubjectName, other: SubjectName): boolean {
  return one.kind === 'Group' || other.kind === 'Group' || subjectKey(one) === subjectKey(other)
}
