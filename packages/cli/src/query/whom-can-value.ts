import { type Evidence, plainText, type RichText, type UserInfo } from '@authz-playground/engine'
import type {
  ActionGrant,
  Escalation,
  ImpersonationInMode,
  Path,
  WhomCanAnswer,
  WhomCanRow,
} from '@authz-playground/engine/questions'
import { withPlaces } from '../text-output.ts'
import type { TextPosition } from '../text-places.ts'

type PlaceOf = (place: TextPosition) => string

/** The answer as a value for JSON, with the fields that docs/whom-can.md names. */
export function answerValue(answer: WhomCanAnswer, placeOf: PlaceOf): object {
  const wordsOf = (words: RichText) => plainText(withPlaces(words, placeOf))
  switch (answer.kind) {
    case 'subject': {
      const [path] = answer.paths.rows
      return {
        subject: userValue(answer.user),
        sentences: answer.impersonations.rows.map(({ of, words }) => ({ mode: of.mode, words: wordsOf(words) })),
        modes: answer.modes.map((mode) => modeValue(mode, placeOf)),
        ways: answer.ways.rows.map(({ of, words }) => ({ words: wordsOf(words), ...wayValue(of, placeOf) })),
        ...(path && { clusterAdmin: pathValue(path, placeOf) }),
      }
    }
    case 'to':
      return {
        to: answer.target.kind === 'user' ? userValue(answer.target.user) : { group: answer.target.group },
        becomers: answer.impersonations.rows.map(({ of: { actions, evidence, along: _, ...impersonator }, words }) => ({
          words: wordsOf(words),
          ...impersonator,
          actions: actions.map((action) => actionValue(action, placeOf)),
          evidence: evidence.map((one) => evidenceValue(one, placeOf)),
        })),
        ways: answer.ways.rows.map(({ subject, of, words }) => ({
          words: wordsOf(words),
          subject,
          ...wayValue(of, placeOf),
        })),
        paths: answer.paths.rows.map((row) => pathValue(row, placeOf)),
      }
    case 'cluster-admin':
      return { to: 'cluster-admin', paths: answer.paths.rows.map((row) => pathValue(row, placeOf)) }
  }
}

function modeValue({ named: _, actions, ...mode }: ImpersonationInMode, placeOf: PlaceOf): unknown {
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

function wayValue({ evidence, ...way }: Escalation, placeOf: PlaceOf): object {
  return { ...way, evidence: evidence.map((one) => evidenceValue(one, placeOf)) }
}

function pathValue({ of, words }: WhomCanRow<Path>, placeOf: PlaceOf): unknown {
  const { steps, goal, ...rest } = of
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
