import type { Decided } from '../decide/index.ts'
import { alignedTable, compareBytes } from '../go/index.ts'
import { isWrittenReview, type ReviewQuestion, type UserInfo, userInfo } from '../kube/index.ts'
import type { Outcome, Trace } from '../trace/index.ts'
import { decidedBy, plainText, visible } from '../words/index.ts'
import { type Printed, printAccessList } from './access-list.ts'
import { subjectRules } from './rules-for.ts'
import { type WhoCan, whoCan } from './who-can.ts'

/** What a command prints, and its exit status. */
export interface CommandOutput extends Printed {
  readonly status: 0 | 1
}

/**
 * What kubectl prints for the answer to its question, to the byte, on both streams (Go: `k8s.io/kubectl/pkg/cmd/auth`). Where
 * the API server refuses the impersonation, its error. Where it would only refuse the review (`refused`), what it prints in a
 * cluster that lets the user create it. Undefined where nothing is asked or decided, where kubectl prints an object, and for
 * errors that the API server does not send as a Status. May throw `BeyondLimit`.
 */
export function commandOutput({
  question: asked,
  cluster,
}: Pick<Decided, 'question' | 'cluster'>): CommandOutput | undefined {
  if (asked === undefined || isWrittenReview(asked.question)) return undefined
  const { question, answer, review } = asked
  const err = question.warnings.map((warning) => `Warning: ${warning}\n\n`).join('')
  if (answer === undefined) {
    const error = serverError(review.trace.outcome, question)
    return error === undefined ? undefined : { out: '', err: err + error, status: 1 }
  }
  switch (question.kind) {
    case 'who':
      return {
        out: printSubjects(whoCan(cluster.rightsInForce, { ...question.attributes, user: NOBODY })),
        err: '',
        status: 0,
      }
    case 'access': {
      const { said, status } = yesOrNo(answer.trace)
      return { out: question.quiet ? '' : `${said}\n`, err, status }
    }
    case 'rules': {
      const rules = subjectRules(
        cluster.rightsInForce,
        cluster.settings.authorizationModes,
        answer.trace.requestor,
        question.namespace,
      )
      const { noHeaders } = question
      return { ...printAccessList(rules, { noHeaders }), status: 0 }
    }
    case 'user':
      return question.table ? { out: printUser(answer.trace.requestor), err: '', status: 0 } : undefined
  }
}

const NOBODY = userInfo({ username: '' })

/** The subjects in words, each with every rule and binding that allows it, and their lines. */
function printSubjects({ subjects, errors }: WhoCan): string {
  const lines = subjects.flatMap(({ kind, namespace, name, ways }) => [
    `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`,
    ...ways.map((way) => `  ${plainText(decidedBy(way))}`),
  ])
  return [...lines, ...errors.map((error) => `error: ${error}`)].map((line) => `${visible(line)}\n`).join('')
}

/** What comes before the output: "kubectl prints, with exit status 1:". */
export function outputInWords(
  { out, err, status }: CommandOutput,
  asked: { readonly question: Pick<ReviewQuestion, 'kind'>; readonly refused: boolean },
): string {
  if (asked.question.kind === 'who') return 'By RBAC, these subjects may:'
  const when = asked.refused ? 'Where the user may create the review, kubectl prints' : 'kubectl prints'
  return out === '' && err === ''
    ? `${when} nothing, and its exit status is ${status}.`
    : `${when}, with exit status ${status}:`
}

function yesOrNo({ outcome }: Trace): { readonly said: string; readonly status: 0 | 1 } {
  if (outcome.kind === 'allowed') return { said: 'yes', status: 0 }
  const message = 'message' in outcome ? outcome.message : ''
  const why = message === '' ? '' : ` - ${message}`
  return { said: `no${why}`, status: 1 }
}

/** kubectl's words for an error that the API server sends as a Status. */
function serverError(outcome: Outcome, { kind }: ReviewQuestion): string | undefined {
  if (outcome.kind !== 'forbidden' && outcome.kind !== 'bad-request') return undefined
  if (outcome.status === undefined) return undefined
  if (kind === 'user' && outcome.kind === 'forbidden')
    return 'error: the selfsubjectreviews API is not enabled in the cluster or you do not have permission to call it\n'
  return `Error from server (${outcome.kind === 'forbidden' ? 'Forbidden' : 'BadRequest'}): ${outcome.message}\n`
}

/** The table of `kubectl auth whoami`. */
function printUser({ username, uid, groups, extra }: UserInfo): string {
  const rows = [
    ['ATTRIBUTE', 'VALUE'],
    ...(username === '' ? [] : [['Username', username]]),
    ...(uid === '' ? [] : [['UID', uid]]),
    ...(groups.length === 0 ? [] : [['Groups', list(groups)]]),
    ...[...extra].sort(([a], [b]) => compareBytes(a, b)).map(([key, values]) => [`Extra: ${key}`, list(values)]),
  ]
  return alignedTable(rows.map((row) => `${row.join('\t')}\n`).join(''))
}

/** As Go prints a list of strings. */
function list(values: readonly string[]): string {
  return `[${values.join(' ')}]`
}
