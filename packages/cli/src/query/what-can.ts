import { listedRules } from '@authz-playground/engine/internal/answers'
import { objectName } from '@authz-playground/engine/internal/explain'
import { resourceName } from '@authz-playground/engine/internal/kube'
import { printAccessList, rulesReviewStatus } from '@authz-playground/engine/internal/query'
import { subjectOfUsername } from '@authz-playground/engine/internal/rights'
import { visibleLine } from '@authz-playground/engine/internal/words'
import {
  type AllowedVerb,
  type AskedSubject,
  type PathRow,
  type Reach,
  type Remark,
  type ResourceRow,
  type WhatCanAnswer,
  whatCanAnswer,
} from '@authz-playground/engine/questions'
import type { CommandWorld } from '../command.ts'
import type { Files } from '../files.ts'
import { SCENARIO_FLAGS } from '../flag-input.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { outputOf } from '../output.ts'
import { paint, type TextStyle } from '../paint.ts'
import { refusedInput } from '../problem.ts'
import { SETTING_FLAGS } from '../settings.ts'
import {
  type AskedScenario,
  askScenarios,
  headOf,
  NOBODY_ASKS,
  namesOf,
  type PrintedAnswers,
  withValues,
} from './clusters.ts'
import { NAMESPACE_FLAGS, namespaceOf, subjectOfWord } from './question.ts'
import { wayText, wayValue, withinLimit } from './ways.ts'

const FORMS = ['text', 'json', 'ndjson'] as const

export const WHAT_CAN_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  ...NAMESPACE_FLAGS,
  { name: 'list', help: 'print what kubectl auth can-i --list prints' },
  { name: 'no-headers', help: 'with --list: no line of column names' },
  ...SETTING_FLAGS,
  ...SCENARIO_FLAGS,
]

/** Prints everything that a subject may do, with the rules that allow it. Returns 0, or 2 where anything was not read. */
export function whatCanCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const painted = paint(world.color.out)
  const namespace = namespaceOf(words)
  const list = words.has('list')
  if (list && namespace === '') {
    const fix = 'Leave out --all-namespaces; kubectl lists one namespace.'
    throw refusedInput('--list', 'A list is of one namespace.', fix)
  }
  if (words.has('no-headers') && !list) {
    throw refusedInput('--no-headers', 'Only a list has column names.', 'Add --list.')
  }
  const word = subjectWord(words)
  return askScenarios(word === undefined ? words : inRequest(words), files, world, (asked) => {
    const subjects =
      word === undefined
        ? asked.answers.map(({ trace: { requestor } }) => ({
            subject: subjectOfUsername(requestor.username),
            user: requestor,
          }))
        : [subjectOfWord(word, words.all('group'), asked.cluster)]
    if (list) {
      const noHeaders = words.has('no-headers')
      return listed(subjects, asked, { noHeaders, namespace: namespace ?? '', asValues: form !== 'text' })
    }
    const of = namespace === undefined || namespace === '' ? {} : { namespace }
    const found = subjects.map((subject) =>
      withinLimit(asked, () => whatCanAnswer(subject, namespace ?? '', asked.cluster)),
    )
    const answers = found.map((answer, index) => {
      if (form === 'text') return asText(answer, asked, painted)
      return { ...(word === undefined && namesOf(asked, index + 1)), ...of, ...answerValue(answer, asked) }
    })
    return { answers, remarks: found.flatMap(({ remarks }) => remarks) }
  })
}

/** The word of the subject; undefined where the requestors of scenarios are asked about. Throws `Refused`. */
function subjectWord(words: CommandWords): string | undefined {
  const requests = ['request', 'from'].some((flag) => words.one(flag) !== undefined) || words.command !== undefined
  if (requests || words.all('policy').length === 0) return undefined
  const [word, more] = words.files
  const user = words.one('user')
  const fix = 'Write what-can SUBJECT --policy FILE.'
  if (more !== undefined) throw refusedInput(more, 'One subject is expected.', fix)
  if (word !== undefined && user !== undefined) throw refusedInput(word, '--user names another subject.', 'Keep one.')
  if (word === undefined && user === undefined) throw refusedInput('', 'No subject is named.', fix)
  return word ?? `User/${user}`
}

function inRequest(words: CommandWords): CommandWords {
  return { ...withValues(words, { ...NOBODY_ASKS, request: ['GET /version'] }), files: [] }
}

/** What `kubectl auth can-i --list` prints; as JSON the SelfSubjectRulesReview that the API server sends. */
function listed(
  subjects: readonly AskedSubject[],
  { cluster, placeOf }: AskedScenario,
  options: { readonly namespace: string; readonly noHeaders: boolean; readonly asValues: boolean },
): PrintedAnswers {
  const lists = subjects.map((subject) =>
    withinLimit({ placeOf }, () => listedRules(subject, options.namespace, cluster)),
  )
  if (options.asValues) {
    const review = { kind: 'SelfSubjectRulesReview', apiVersion: 'authorization.k8s.io/v1', metadata: {}, spec: {} }
    return { answers: lists.map(({ rules }) => ({ ...review, status: rulesReviewStatus(rules) })), remarks: [] }
  }
  const printed = lists.map(({ rules }) => withinLimit({ placeOf }, () => printAccessList(rules, options)))
  const remarks = printed.flatMap(({ err }): readonly Remark[] => {
    const [, message] = /^Warning: (.*)\n$/s.exec(err) ?? []
    return message === undefined ? [] : [{ severity: 'warning', code: 'incomplete-list', message }]
  })
  return { answers: printed.map(({ out }) => out), remarks }
}

function asText(
  { of: { subject, user }, can, otherwise }: WhatCanAnswer,
  asked: AskedScenario,
  painted: TextStyle,
): string {
  const { placeOf } = asked
  const groups = user.groups.filter((group) => subject.kind !== 'Group' || group !== subject.name)
  const who = `${objectName(subject)}${groups.length === 0 ? '' : `, in ${groups.join(', ')}`}`
  const rows = can.resources.flatMap((row) => rowText(row, placeOf, painted))
  const paths = can.paths.flatMap((row) => pathText(row, placeOf, painted))
  const nothing = rows.length + paths.length === 0 && !can.superuser ? [painted.words(otherwise)] : []
  const superuser = can.superuser ? ['everything: members of system:masters are superusers'] : []
  return [
    ...headOf(asked),
    visibleLine(who),
    '',
    ...superuser,
    ...rows,
    ...paths,
    ...nothing,
    ...can.errors.map((error) => `error: ${visibleLine(error)}`),
    '',
  ].join('\n')
}

function rowText(row: ResourceRow, placeOf: AskedScenario['placeOf'], { noun, quiet }: TextStyle): readonly string[] {
  const { verbs } = row
  const whole = resourceName(row)
  // Verbs with the same reach by the same rules are said together.
  const together = new Map<string, { readonly verbs: string[]; readonly of: AllowedVerb }>()
  for (const one of verbs) {
    const key = one.reaches
      .map((reach) => [reachText(reach), ...reach.ways.map((way) => wayText(way, placeOf))].join('\n'))
      .join('\n')
    const known = together.get(key)
    if (known === undefined) together.set(key, { verbs: [one.verb], of: one })
    else known.verbs.push(one.verb)
  }
  return [
    noun(visibleLine(whole)),
    ...[...together.values()].flatMap(({ verbs, of }) =>
      of.reaches.flatMap((reach) => [
        `  ${visibleLine(`${verbs.join(', ')} ${reachText(reach)}`)}`,
        ...reach.ways.map((way) => `    ${quiet(wayText(way, placeOf))}`),
      ]),
    ),
  ]
}

/** "everywhere", "in prod, named a, b". */
function reachText({ namespace, names }: Reach): string {
  const where = namespace === '' ? 'everywhere' : `in ${namespace}`
  return names === undefined ? where : `${where}, named ${names.map((name) => (name === '' ? '""' : name)).join(', ')}`
}

function pathText(
  { url, verbs }: PathRow,
  placeOf: AskedScenario['placeOf'],
  { noun, quiet }: TextStyle,
): readonly string[] {
  return [
    noun(visibleLine(url)),
    ...verbs.flatMap(({ verb, ways }) => [
      `  ${visibleLine(verb)}`,
      ...ways.map((way) => `    ${quiet(wayText(way, placeOf))}`),
    ]),
  ]
}

function answerValue({ of: { subject, user }, can }: WhatCanAnswer, { placeOf }: AskedScenario) {
  const { kind, namespace, name } = subject
  const waysOf = (ways: Reach['ways']) => ways.map((way) => wayValue(way, placeOf))
  return {
    subject: { kind, ...(namespace !== '' && { namespace }), name, groups: user.groups },
    superuser: can.superuser,
    resources: can.resources.map(({ apiGroup, resource, verbs }) => ({
      apiGroup,
      resource,
      verbs: verbs.map(({ verb, extent, reaches }) => ({
        verb,
        extent,
        reaches: reaches.map(({ namespace: where, names, ways }) => ({
          ...(where !== '' && { namespace: where }),
          ...(names && { names }),
          ways: waysOf(ways),
        })),
      })),
    })),
    paths: can.paths.map(({ url, verbs }) => ({
      path: url,
      verbs: verbs.map(({ verb, ways }) => ({ verb, ways: waysOf(ways) })),
    })),
    ...(can.errors.length > 0 && { errors: can.errors }),
  }
}
