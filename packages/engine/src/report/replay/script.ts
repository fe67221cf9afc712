import { serviceAccountUsername } from '../../kube/index.ts'
import { hereDocument } from '../../shell/index.ts'
import { REPLAY_LABEL, type Replay, type ReplayedCheck, type ReplayedObject } from './replay.ts'
import { COMPARE_CHECKS, CREATE_OBJECTS, READ_ARGUMENTS, SEND_REQUEST } from './script-parts.ts'
import { comment, oneLine, shellWord } from './shell.ts'

/**
 * A replay as a script for bash (3.2 and newer) and kubectl: it creates the policy, asks each check as a
 * SubjectAccessReview, sends the request where that can be done without changing anything, and compares. Exit status 0
 * where all agree, 1 where something differs, 2 where something could not be asked.
 *
 * Every text of the scenario is in single quotes, or in a here-document without expansion. In comments and in printed lines
 * it is on one line, with control characters by number.
 */
export function replayScript(replay: Replay): string {
  const { objects, checks, request, limits } = replay
  const sections = [
    ['#!/usr/bin/env bash', ...aboutLines(replay)],
    ['set -euo pipefail', '', `replay=${shellWord(replay.id)}`, `label="${REPLAY_LABEL}=$replay"`, READ_ARGUMENTS],
    [COMPARE_CHECKS],
    ['limits() {', ...limitLines(limits), '}'],
    [CREATE_OBJECTS, '', 'clean_up() {', ...cleanUpLines(replay), '}'],
    ['policy() {', `  cat ${hereDocument(objects.map(({ manifest }) => manifest).join('---\n'), 'YAML')}`, '}'],
    request.kind === 'not-sent' ? [] : ['send() {', `  ${sender(request.kind)} ${request.command}`, '}'],
    ['if [ "$mode" = cleanup ]; then', '  clean_up', '  exit', 'fi', `expect_version ${shellWord(replay.version)}`],
    ['if [ "$mode" = all ]; then', ...creationLines(replay), 'fi'],
    checks.flatMap((check) => [...checkLines(check), '']).slice(0, -1),
    request.kind === 'not-sent' ? [] : [SEND_REQUEST, '', ...requestLines(replay)],
    ['conclude'],
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function aboutLines(replay: Replay): readonly string[] {
  const { title, answer, creates, checks, checksInAll, limits } = replay
  const created = creates.map(
    ({ kind, name, unlessThere }) => `${kind} ${name}${unlessThere ? ', unless it exists' : ''}`,
  )
  const count = checks.length === checksInAll ? `${checks.length}` : `${checks.length} of ${checksInAll}`
  return [
    ...comment(title === '' ? 'A replay of the authorization playground' : title),
    '#',
    '# Asks a cluster, and compares its answers with those of the authorization playground:',
    ...comment(answer, '  '),
    '#',
    '#   bash FILE                creates the objects listed below, makes the checks, sends the request',
    '#   bash FILE --checks-only  creates nothing and sends nothing: makes the checks with the policy of the cluster',
    '#   bash FILE cleanup        deletes what it created',
    '#',
    '# --context NAME uses that context of the kubeconfig. --wait SECONDS is how long after creating something a differing',
    '# answer is asked for again; 10 where it is left out. Exit status: 0 when all agree, 1 when something differs, 2 when',
    '# something could not be asked.',
    '#',
    ...(created.length === 0
      ? ['# It creates nothing.']
      : [
          `# It creates, with the label ${REPLAY_LABEL}=${replay.id}, and cleanup deletes what has that label:`,
          ...created.flatMap((one) => comment(one, '  - ')),
          '# If one of these exists without the label, it stops before it creates anything.',
        ]),
    '#',
    `# Checks: ${count}, each a SubjectAccessReview; the user who runs this must be allowed to create them.`,
    ...comment(requestWords(replay), 'Request: ', '  '),
    ...(limits.length === 0
      ? []
      : ['#', '# Not the same there:', ...limits.flatMap((limit) => comment(limit, '  - '))]),
  ]
}

function requestWords({ request }: Replay): string {
  if (request.kind === 'not-sent') return `not sent, since ${request.why}. Only the checks are made.`
  const dry = request.dryRun ? ' It is a dry run: the API server authorizes it and stores nothing.' : ''
  switch (request.kind) {
    case 'as-requestor':
      return `the user who runs this impersonates the requestor, and must be allowed to do so.${dry}`
    case 'as-account':
      return (
        `sent with a token of the requestor, from kubectl create token, because it impersonates somebody itself and ` +
        `nobody can impersonate twice.${dry}`
      )
    case 'as-given':
      return (
        'impersonates somebody itself, and nobody can impersonate twice: it is sent only with --requestor NAME, a user ' +
        `of the kubeconfig who is ${request.requestor.username}. Otherwise only the checks are made.${dry}`
      )
  }
}

const TYPES: Readonly<Record<ReplayedObject['kind'], string>> = {
  Role: 'roles.rbac.authorization.k8s.io',
  ClusterRole: 'clusterroles.rbac.authorization.k8s.io',
  RoleBinding: 'rolebindings.rbac.authorization.k8s.io',
  ClusterRoleBinding: 'clusterrolebindings.rbac.authorization.k8s.io',
}

function cleanUpLines({ objects, namespaces, request }: Replay): readonly string[] {
  const inNone = distinct(objects.flatMap(({ kind, namespace }) => (namespace === '' ? [TYPES[kind]] : [])))
  const account = request.kind === 'as-account' ? ['serviceaccounts'] : []
  const inOne = distinct([
    ...objects.flatMap(({ kind, namespace }) => (namespace === '' ? [] : [TYPES[kind]])),
    ...account,
  ])
  const lines = [
    ...(inNone.length === 0 ? [] : [`  k delete ${inNone.join(',')} -l "$label"`]),
    ...namespaces.map((namespace) => `  k delete ${inOne.join(',')} -n ${shellWord(namespace)} -l "$label"`),
    ...(namespaces.length === 0 ? [] : ['  k delete namespaces -l "$label" --wait=false']),
  ]
  return lines.length === 0 ? ["  printf '%s\\n' 'Nothing was created.'"] : lines
}

function distinct(all: readonly string[]): readonly string[] {
  return [...new Set(all)]
}

function creationLines({ objects, namespaces, request }: Replay): readonly string[] {
  const lines = [
    ...objects.map(({ kind, namespace, name }) =>
      ['  own', TYPES[kind], quotedOrPlain(name), ...(namespace === '' ? [] : [shellWord(namespace)])].join(' '),
    ),
    ...namespaces.map((name) => `  namespace ${shellWord(name)}`),
    ...(request.kind === 'as-account'
      ? [`  account ${shellWord(request.account.namespace)} ${shellWord(request.account.name)}`]
      : []),
    ...(objects.length === 0 ? [] : ['  created=yes', "  policy | k apply -f - || stop 'The policy was not applied.'"]),
    '  settle',
  ]
  return lines
}

/** A name, in quotes where a shell needs them: the names of roles may contain any character. */
function quotedOrPlain(name: string): string {
  return name === '' ? "''" : shellWord(name)
}

function checkLines({ number, question, review, answer, reason }: ReplayedCheck): readonly string[] {
  const words = [String(number), oneLine(question), answer, reason].map((word) =>
    word === '' ? "''" : shellWord(word),
  )
  return [`review ${words.join(' ')} ${hereDocument(review, 'YAML')}`]
}

/** Lines that the script prints where something differs, because a limit may be the cause. */
function limitLines(limits: readonly string[]): readonly string[] {
  return limits.length === 0 ? ['  :'] : limits.map((limit) => `  note ${shellWord(oneLine(limit))}`)
}

function sender(kind: Replay['request']['kind']): string {
  return kind === 'as-requestor' ? 'k' : 'as_requestor'
}

function requestLines({ request }: Replay): readonly string[] {
  if (request.kind === 'not-sent') return []
  const refusal = request.refusal === undefined ? '' : ` ${shellWord(request.refusal)}`
  const compare = `  request${refusal}`
  if (request.kind === 'as-requestor') return ['if [ "$mode" = all ]; then', compare, 'fi']
  const username = shellWord(
    request.kind === 'as-account' ? serviceAccountUsername(request.account) : request.requestor.username,
  )
  const without =
    request.kind === 'as-account'
      ? [`  token_of ${shellWord(request.account.namespace)} ${shellWord(request.account.name)}`, compare]
      : ["  note 'the request was not sent: name the user of the kubeconfig who is the requestor with --requestor'"]
  return [
    'if [ "$mode" = all ] && [ -n "$requestor" ]; then',
    `  expect_requestor ${username}`,
    compare,
    'elif [ "$mode" = all ]; then',
    ...without,
    'fi',
  ]
}
