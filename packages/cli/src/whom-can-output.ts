import { type Evidence, plainText, type RichText, type UserInfo, visible } from '@authz-playground/engine'
import type {
  ActionGrant,
  Becomer,
  BecomingInMode,
  BecomingRow,
  BecomingTarget,
  Path,
  PathStep,
  SubjectPath,
  Way,
  WayBy,
} from '@authz-playground/engine/query'
import type { TextStyle } from './paint.ts'
import type { TextPosition } from './places.ts'
import { decidedAt, withPlaces } from './text-output.ts'

/** A path and its sentence. */
export interface WordedPath<Of extends Path = SubjectPath> {
  readonly path: Of
  readonly words: RichText
}

/** An answer to whom-can. */
export type Answered =
  | {
      readonly kind: 'subject'
      readonly user: UserInfo
      readonly who: RichText
      readonly modes: readonly BecomingInMode[]
      readonly rows: readonly BecomingRow[]
      readonly ways: readonly { readonly way: Way; readonly words: RichText }[]
      /** To cluster-admin. Absent where there is none. */
      readonly path?: WordedPath<Path>
    }
  | {
      readonly kind: 'to'
      readonly target: BecomingTarget
      readonly whom: RichText
      readonly becomers: readonly { readonly becomer: Becomer; readonly words: RichText }[]
      /** Ways of one step that are not impersonation. */
      readonly ways: readonly (WayBy & { readonly words: RichText })[]
      /** Of those who need more steps. */
      readonly paths: readonly WordedPath[]
    }
  | { readonly kind: 'cluster-admin'; readonly paths: readonly WordedPath[] }

type PlaceOf = (place: TextPosition) => string

/** A sentence and its rules. */
interface Line {
  readonly words: RichText
  readonly evidence: readonly Evidence[]
}

/** The answer as text for people: sentences, each with the places of its rules and bindings. */
export function printAnswered(answered: Answered, placeOf: PlaceOf, painted: TextStyle): string {
  return sectionsOf(answered)
    .map(({ heading, lines, otherwise }) => {
      const shown =
        lines.length === 0
          ? [`  ${painted.words(otherwise)}\n`]
          : lines.map((line) => printLine(line, placeOf, painted))
      return `${painted.words(heading)}\n${shown.join('')}`
    })
    .join('\n')
}

interface Section {
  readonly heading: RichText
  readonly lines: readonly Line[]
  /** The words in place of no lines. */
  readonly otherwise: RichText
}

function sectionsOf(answered: Answered): readonly Section[] {
  const ofPath = ({ path, words }: WordedPath<Path>): Line => ({ words, evidence: evidenceOnPath(path) })
  switch (answered.kind) {
    case 'subject': {
      const { who, rows, ways, path } = answered
      return [
        { heading: ['Whom ', ...who, ' may impersonate'], lines: rows, otherwise: ['Nobody.'] },
        {
          heading: ['Other ways to the rights of somebody else'],
          lines: ways.map(({ way, words }) => ({ words, evidence: way.evidence })),
          otherwise: ['None.'],
        },
        {
          heading: ['The shortest path to cluster-admin'],
          lines: path ? [ofPath(path)] : [],
          otherwise: ['There is none.'],
        },
      ]
    }
    case 'to':
      return [
        {
          heading: ['Who may impersonate ', ...answered.whom],
          lines: answered.becomers.map(({ becomer, words }) => ({ words, evidence: evidenceOfBecomer(becomer) })),
          otherwise: ['Nobody.'],
        },
        {
          heading: ['Who has its rights by another way'],
          lines: answered.ways.map(({ way, words }) => ({ words, evidence: way.evidence })),
          otherwise: ['Nobody.'],
        },
        { heading: ['Who needs several steps'], lines: answered.paths.map(ofPath), otherwise: ['Nobody.'] },
      ]
    case 'cluster-admin':
      return [{ heading: ['Who can do everything'], lines: answered.paths.map(ofPath), otherwise: ['Nobody.'] }]
  }
}

function printLine({ words, evidence }: Line, placeOf: PlaceOf, painted: TextStyle): string {
  const places = new Set(evidence.flatMap((one) => decidedAt(one, placeOf)))
  return [
    `  ${painted.words(withPlaces(words, placeOf))}\n`,
    ...[...places].map((place) => `    ${painted.quiet(visible(place))}\n`),
  ].join('')
}

function evidenceOfBecomer({ evidence, actions }: Becomer): readonly Evidence[] {
  return [...evidence, ...actions.map((action) => action.evidence)]
}

function evidenceOnPath({ steps, goal }: Path): readonly Evidence[] {
  return [...steps.flatMap(evidenceOfStep), ...(goal === undefined ? [] : [goal])]
}

function evidenceOfStep(step: PathStep): readonly Evidence[] {
  return step.kind === 'way' ? step.way.evidence : [...step.evidence, ...step.actions.map(({ evidence }) => evidence)]
}

/** The answer as a value for JSON, with the fields that docs/whom-can.md names. */
export function answerValue(answered: Answered, placeOf: PlaceOf): object {
  switch (answered.kind) {
    case 'subject': {
      const { user, modes, rows, ways, path } = answered
      return {
        subject: userValue(user),
        sentences: rows.map(({ mode, words }) => ({ mode, words: plainText(withPlaces(words, placeOf)) })),
        modes: modes.map((mode) => modeValue(mode, placeOf)),
        ways: ways.map(({ way, words }) => ({
          words: plainText(withPlaces(words, placeOf)),
          ...wayValue(way, placeOf),
        })),
        ...(path && { clusterAdmin: pathValue(path, placeOf) }),
      }
    }
    case 'to':
      return {
        to: answered.target.kind === 'user' ? userValue(answered.target.user) : { group: answered.target.group },
        becomers: answered.becomers.map(({ becomer: { actions, evidence, ...becomer }, words }) => ({
          words: plainText(withPlaces(words, placeOf)),
          ...becomer,
          actions: actions.map((action) => actionValue(action, placeOf)),
          evidence: evidence.map((one) => evidenceValue(one, placeOf)),
        })),
        ways: answered.ways.map(({ subject, way, words }) => ({
          words: plainText(withPlaces(words, placeOf)),
          subject,
          ...wayValue(way, placeOf),
        })),
        paths: answered.paths.map((path) => pathValue(path, placeOf)),
      }
    case 'cluster-admin':
      return { to: 'cluster-admin', paths: answered.paths.map((path) => pathValue(path, placeOf)) }
  }
}

function modeValue({ named: _, actions, ...mode }: BecomingInMode, placeOf: PlaceOf): unknown {
  const placed = <Grant extends { readonly evidence: Evidence }>(grants: readonly Grant[]) =>
    grants.map((grant) => ({ ...grant, evidence: evidenceValue(grant.evidence, placeOf) }))
  return {
    ...mode,
    usernames: placed(mode.usernames),
    uids: placed(mode.uids),
    groups: placed(mode.groups),
    extras: placed(mode.extras),
    actions: actions.map((action) => actionValue(action, placeOf)),
  }
}

/** An action without the verbs as they are written: `verbs` has those of the request. */
function actionValue({ verbs, rule, namespace, evidence }: ActionGrant, placeOf: PlaceOf): unknown {
  const { apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const lists = Object.entries({ apiGroups, resources, resourceNames, nonResourceURLs })
  return {
    verbs,
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    ...(namespace !== undefined && { namespace }),
    evidence: evidenceValue(evidence, placeOf),
  }
}

function wayValue({ evidence, ...way }: Way, placeOf: PlaceOf): object {
  return { ...way, evidence: evidence.map((one) => evidenceValue(one, placeOf)) }
}

function pathValue({ path, words }: WordedPath<Path | SubjectPath>, placeOf: PlaceOf): unknown {
  const { steps, goal, ...rest } = path
  return {
    words: plainText(withPlaces(words, placeOf)),
    ...rest,
    steps: steps.map((step) => {
      if (step.kind === 'way') return { ...step, way: wayValue(step.way, placeOf) }
      const { evidence, actions, ...others } = step
      return {
        ...others,
        actions: actions.map((action) => actionValue(action, placeOf)),
        evidence: evidence.map((one) => evidenceValue(one, placeOf)),
      }
    }),
    ...(goal && { goal: evidenceValue(goal, placeOf) }),
  }
}

function userValue({ username, groups, extra }: UserInfo): unknown {
  return {
    ...(username !== '' && { username }),
    ...(groups.length > 0 && { groups }),
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
  }
}

/** The names of a rule and its binding, with their places in files. */
function evidenceValue({ authorizer, role, rule, binding, subject }: Evidence, placeOf: PlaceOf): unknown {
  return {
    authorizer,
    ...(role && { role: named(role) }),
    ...(rule && { rule: { index: rule.index, at: placeOf(rule.range) } }),
    ...(binding && { binding: { ...named(binding), at: placeOf(binding.range) } }),
    ...(subject && { subject: named(subject) }),
  }
}

function named({
  kind,
  namespace,
  name,
}: {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}) {
  return { kind, ...(namespace !== '' && { namespace }), name }
}
