import { type Cluster, unreadOf } from '../cluster/index.ts'
import { type Evidence, type UserInfo, userInfo } from '../kube/index.ts'
import {
  type ActionGrant,
  type CanBecomeRow,
  canBecome,
  canBecomeInWords,
  type Escalation,
  equivalents,
  equivalentsOf,
  escalationInWords,
  type Goal,
  type ImpersonationInMode,
  type ImpersonationTarget,
  type ImpersonatorInMode,
  identitiesInNamespaces,
  identityInNamespaceInWords,
  impersonatorInWords,
  type Path,
  pathInWords,
  pathsTo,
  pathTo,
  type SubjectName,
  subjectInWords,
  userOf,
  whoCanBecome,
} from '../query/index.ts'
import { identityInWords } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { capitalized, plainText } from '../words/index.ts'
import type { AnswerRow, AnswerSection } from './answer.ts'
import type { AskedSubject } from './asked-subject.ts'
import { counted } from './counted.ts'
import type { Remark } from './remarks.ts'
import { canBecomeRequests, requestOfEscalation, requestOfImpersonator, requestOfPath } from './row-requests.ts'
import { asFarAsRead, unaskedAboutIdentities, unjudged } from './unjudged.ts'

/** Whom somebody can become, or who can become somebody, or everything. `who`: how sentences name the subject. */
export type WhomCanQuestion =
  | ({ readonly kind: 'subject'; readonly who: RichText } & AskedSubject)
  | { readonly kind: 'to'; readonly target: SubjectName }
  | { readonly kind: 'cluster-admin' }

/** A row with what it says, as a value. */
export interface WhomCanRow<Of> extends AnswerRow {
  readonly of: Of
}

/** An answer to {@link WhomCanQuestion}. */
export type WhomCanAnswer = {
  /** How much was found, in a sentence. */
  readonly lead: RichText
  readonly remarks: readonly Remark[]
} & (
  | ({
      readonly kind: 'subject'
      readonly user: UserInfo
      /** What the user holds. */
      readonly modes: readonly ImpersonationInMode[]
    } & WhomCanParts<CanBecomeRow>)
  | ({ readonly kind: 'to'; readonly target: ImpersonationTarget } & WhomCanParts<ImpersonatorInMode>)
  | { readonly kind: 'cluster-admin'; readonly paths: WhomCanPaths }
)

/** What is found of one step and of several. */
export interface WhomCanParts<Impersonation> {
  readonly impersonations: AnswerSection<WhomCanRow<Impersonation>>
  /** Ways of one step to the rights of others without impersonation. */
  readonly ways: AnswerSection<WhomCanRow<Escalation>>
  /** To everything; or to the target, of those who need several steps. */
  readonly paths: WhomCanPaths
}

/** Paths of several steps, each with its sentence. */
export type WhomCanPaths = AnswerSection<WhomCanRow<Path>>

/** Says a sentence, as far as it is known to be true. */
type Said = (sentence: string) => RichText

const ADMIN: Goal = { kind: 'everything' }

/** Answers whom somebody can become, or who can become somebody. May throw `BeyondLimit`. */
export function whomCanAnswer(question: WhomCanQuestion, cluster: Cluster): WhomCanAnswer {
  const unread = question.kind === 'subject' ? unreadOf(cluster, question.user) : cluster.unread
  const said = (words: string) => asFarAsRead(capitalized([words]), unread)
  const remarks = [...unjudged(unread, cluster.rightsInForce), ...unaskedAboutIdentities(cluster.settings)]
  switch (question.kind) {
    case 'subject': {
      const { user } = question
      const from = canBecomeParts(question, cluster, said)
      const path = from.paths.rows.length === 0 ? 'no' : 'a'
      const lead = said(`${directly(from)}, and ${path} path to everything.`)
      return { kind: 'subject', lead, user, ...from, remarks: [...remarks, ...identitiesNotChecked(user, cluster)] }
    }
    case 'to': {
      const target = impersonationTarget(question.target)
      const to = whoCanBecomeParts(question.target, target, cluster, said)
      const lead = said(`${directly(to)}, and ${counted(to.paths.rows.length, 'path')} of several steps.`)
      return { kind: 'to', lead, target, ...to, remarks }
    }
    case 'cluster-admin': {
      const rows = pathsOf(ADMIN, ['do everything'], cluster)
      const paths = {
        heading: ['Who can do everything'],
        rows,
        otherwise: said('Nobody.'),
      }
      const has = rows.length === 1 ? 'has' : 'have'
      const lead = said(`${counted(rows.length, 'subject')} ${has} a path to everything.`)
      return { kind: 'cluster-admin', lead, paths, remarks }
    }
  }
}

/** A warning for each rule on identities that a RoleBinding grants: no check of an impersonation asks for it. */
function identitiesNotChecked(user: UserInfo, { rightsInForce, settings }: Cluster): readonly Remark[] {
  return identitiesInNamespaces(rightsInForce, user, settings).map((one) => ({
    severity: 'warning',
    code: 'identity-in-namespace',
    message: plainText(identityInNamespaceInWords(one)),
    fix: 'Use a ClusterRoleBinding.',
    range: one.binding.range,
  }))
}

/** What one step leads to: "2 ways by impersonation, no other ways". */
function directly({ impersonations, ways }: WhomCanParts<unknown>): string {
  return `${counted(impersonations.rows.length, 'way')} by impersonation, ${counted(ways.rows.length, 'other way')}`
}

/** The sections of an answer in their order. */
export function whomCanSections(answer: WhomCanAnswer): readonly AnswerSection[] {
  const { paths } = answer
  return answer.kind === 'cluster-admin' ? [paths] : [answer.impersonations, answer.ways, paths]
}

function canBecomeParts(
  { subject, user, who }: WhomCanQuestion & { readonly kind: 'subject' },
  { rightsInForce: bound, settings }: Cluster,
  said: Said,
): WhomCanParts<CanBecomeRow> & { readonly modes: readonly ImpersonationInMode[] } {
  const from = canBecome(bound, user, settings)
  const requests = canBecomeRequests(from.modes)
  const path = pathTo(ADMIN, user, bound, settings)
  return {
    modes: from.modes,
    impersonations: {
      heading: ['Whom ', ...who, ' may impersonate'],
      rows: canBecomeInWords(from, who).map((of, at) => row(subject, of, of.words, of.evidence, requests[at])),
      otherwise: said('Nobody.'),
    },
    ways: {
      heading: ['Other ways to the rights of somebody else'],
      rows: equivalents(bound, user, settings).map((escalation) => escalationRow(subject, escalation, who)),
      otherwise: said('None.'),
    },
    paths: {
      heading: ['The shortest path to cluster-admin'],
      rows: path === undefined ? [] : [pathRow(subject, path, pathInWords(path, who))],
      otherwise: said('There is none.'),
    },
  }
}

function whoCanBecomeParts(
  target: SubjectName,
  of: ImpersonationTarget,
  cluster: Cluster,
  said: Said,
): WhomCanParts<ImpersonatorInMode> {
  const { rightsInForce: bound, settings } = cluster
  const whom: RichText =
    of.kind === 'group' ? ['a user in group ', { code: of.group }] : identityInWords({ username: of.user.username })
  const paths = pathsOf({ kind: 'subject', subject: target }, ['become ', ...whom], cluster)
  return {
    impersonations: {
      heading: ['Who may impersonate ', ...whom],
      rows: whoCanBecome(bound, of, settings).map((impersonator) =>
        row(
          impersonator.subject,
          impersonator,
          impersonatorInWords(impersonator, of),
          [...impersonator.evidence, ...evidenceOfActions(impersonator.actions)],
          requestOfImpersonator(impersonator, of),
        ),
      ),
      otherwise: said('Nobody.'),
    },
    ways: {
      heading: ['Who has its rights by another way'],
      rows: equivalentsOf(bound, target, settings).map(({ subject, escalation }) =>
        escalationRow(subject, escalation, subjectInWords(subject, 'members of group')),
      ),
      otherwise: said('Nobody.'),
    },
    paths: {
      heading: ['Who needs several steps'],
      // Those of one step are above.
      rows: paths.filter(({ of: { steps } }) => steps.length > 1),
      otherwise: said('Nobody.'),
    },
  }
}

/** The target that headers ask for: a user without groups, or a group. */
function impersonationTarget(target: SubjectName): ImpersonationTarget {
  if (target.kind === 'Group') return { kind: 'group', group: target.name }
  return { kind: 'user', user: userInfo({ username: userOf(target).username }) }
}

function pathsOf(goal: Goal, to: RichText, { rightsInForce: bound, settings }: Cluster): WhomCanPaths['rows'] {
  return pathsTo(goal, bound, settings).map((path) =>
    pathRow(path.subject, path, pathInWords(path, subjectInWords(path.subject, 'members of group'), to)),
  )
}

function escalationRow(subject: SubjectName, escalation: Escalation, who: RichText): WhomCanRow<Escalation> {
  return row(
    subject,
    escalation,
    escalationInWords(escalation, who),
    escalation.evidence,
    requestOfEscalation(escalation),
  )
}

function pathRow(subject: SubjectName, path: Path, words: RichText): WhomCanRow<Path> {
  const steps = path.steps.flatMap((step) =>
    step.kind === 'way' ? step.way.evidence : [...step.evidence, ...evidenceOfActions(step.actions)],
  )
  // Where a path ends at rules or bindings that it writes itself, no text has them.
  const goal = path.goal === undefined || !isInText(path.goal) ? [] : [path.goal]
  return row(subject, path, words, [...steps, ...goal], requestOfPath(path))
}

function row<Of>(
  subject: SubjectName,
  of: Of,
  words: RichText,
  evidence: readonly Evidence[],
  request: AnswerRow['request'],
): WhomCanRow<Of> {
  return { subject, of, words, evidence, ...(request && { request }) }
}

function evidenceOfActions(actions: readonly ActionGrant[]): readonly Evidence[] {
  return actions.map(({ evidence }) => evidence)
}

function isInText({ authorizer, rule, binding }: Evidence): boolean {
  return authorizer !== 'RBAC' || rule !== undefined || binding !== undefined
}
