import {
  type FieldMatch,
  type ReviewMatch,
  WEBHOOK_ANSWERS,
  type WebhookAnswer,
  type WebhookEntry,
  type WebhookTable,
  webhook,
} from '../authorizers/index.ts'
import {
  checkAnyValue,
  decodeObject,
  fieldSpan,
  oneOf,
  type ReadingContext,
  type Struct,
  type StructType,
  structType,
} from '../policy/index.ts'
import { excerpt, LineIndex, nearest, ProblemCollector, type ReportProblem, TooManyErrors } from '../text/index.ts'
import { documentTrees, entriesOf, lineCounter, scalarValue, type TreeNode, withoutAlias } from '../yaml/index.ts'
import type { ClusterParts } from './cluster.ts'

const text = { is: 'string', go: 'string' } as const

function texts(name: string, ...fields: readonly string[]): StructType {
  return structType(name, ...fields.map((field) => [field, text] as const))
}

const RESOURCE_ATTRIBUTES = texts(
  'ResourceAttributes',
  ...['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'],
)

const NON_RESOURCE_ATTRIBUTES = texts('NonResourceAttributes', 'path', 'verb')

const MATCH = structType(
  'SubjectAccessReviewSpec',
  ['user', text],
  ['uid', text],
  ['groups', { is: 'list', go: '[]string', of: text }],
  ['resourceAttributes', { is: 'struct', go: 'ResourceAttributes', struct: RESOURCE_ATTRIBUTES }],
  ['nonResourceAttributes', { is: 'struct', go: 'NonResourceAttributes', struct: NON_RESOURCE_ATTRIBUTES }],
)

const ENTRY = structType(
  'WebhookEntry',
  ['match', { is: 'struct', go: 'SubjectAccessReviewSpec', struct: MATCH }],
  ['answer', oneOf('string', ...WEBHOOK_ANSWERS)],
  ['reason', text],
)

/**
 * Reads a table of reviews and answers: a list whose entries have `match` (a part of a SubjectAccessReview’s spec),
 * `answer` and optionally `reason`. For several webhooks it is a mapping from their names to such lists. Several documents make
 * one table. As strict as reading a policy: no unknown fields, no conversions. Takes any text and never throws.
 */
export function readWebhook(source: string): WebhookTable {
  const lines = new LineIndex('webhook', source)
  const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
  const problems = new ProblemCollector()
  const { report } = problems
  const entries: WebhookEntry[] = []
  try {
    for (const { document, root } of documentTrees(source, report)) {
      if (root === undefined) continue
      const lineInDocument = lineCounter(source, document.start)
      const context = { syntax: document.syntax, report, lineOf, lineInDocument }
      for (const { list, webhook } of listsOf(root, context)) {
        for (const item of itemsOf(list, context)) {
          const entry = readEntry(item, context)
          if (entry !== undefined) entries.push(webhook === undefined ? entry : { ...entry, webhook })
        }
      }
    }
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  return { text: source, lines, entries, diagnostics: problems.resolve(lines, source.length) }
}

/** The list, or those of a mapping from names of webhooks to lists. */
function listsOf(
  root: TreeNode,
  context: ReadingContext,
): readonly { readonly list: TreeNode; readonly webhook?: string }[] {
  const node = withoutAlias(root)
  const isOfNames =
    node.kind === 'mapping' && node.pairs.some(({ value }) => value && withoutAlias(value).kind === 'sequence')
  if (!isOfNames) return [{ list: root }]
  return entriesOf(node, undefined, context).map(({ name, value }) => ({ list: value, webhook: name }))
}

/** The name of the webhook of a list. */
const DEFAULT_WEBHOOK = 'default'

/**
 * The entries of a table for a webhook. A list is of the webhook `default`, and of the only webhook of a cluster under any name.
 *
 * @param names those of all webhooks of the cluster
 */
export function entriesFor(
  { entries, lines }: WebhookTable,
  name: string,
  names: readonly string[],
): Pick<WebhookTable, 'entries' | 'lines'> {
  const ofList = name === DEFAULT_WEBHOOK || names.length === 1
  return { entries: entries.filter(({ webhook }) => (webhook === undefined ? ofList : webhook === name)), lines }
}

/** The table of a cluster with these webhooks, and a warning at the first entry of each other webhook. */
export function withUnknownWebhooks(table: WebhookTable, names: readonly string[]): WebhookTable {
  const answered = new Set(names.flatMap((name) => entriesFor(table, name, names).entries))
  const others = new Map<string | undefined, WebhookEntry>()
  for (const entry of table.entries)
    if (!answered.has(entry) && !others.has(entry.webhook)) others.set(entry.webhook, entry)
  const warnings = [...others.values()].map(({ webhook = DEFAULT_WEBHOOK, span }) => ({
    severity: 'warning' as const,
    code: 'unknown-webhook',
    message: `No webhook of this cluster is named “${excerpt(webhook)}”, so these entries have no effect.`,
    fix: `Write the entries under one of ${names.join(', ')}.`,
    range: table.lines.range(span),
  }))
  return warnings.length === 0 ? table : { ...table, diagnostics: [...table.diagnostics, ...warnings] }
}

/** The webhook of `--authorization-mode`, which has one name (Go: `defaultWebhookName`). */
export function defaultWebhook(table: WebhookTable): NonNullable<ClusterParts['webhook']> {
  const names = [DEFAULT_WEBHOOK]
  return {
    authorizer: webhook(entriesFor(table, DEFAULT_WEBHOOK, names)),
    table: withUnknownWebhooks(table, names),
  }
}

function itemsOf(root: TreeNode, context: ReadingContext): readonly TreeNode[] {
  const list = withoutAlias(root)
  if (list.kind === 'sequence') return list.items
  checkAnyValue(list, context)
  if (list.kind === 'scalar' && scalarValue(list).type === 'null') return []
  context.report({
    severity: 'error',
    code: 'not-a-table',
    message: 'This is not a list, and a list of reviews and answers is expected.',
    fix: 'Begin each entry with “- match:”, and write “answer:” under it.',
    span: list.kind === 'mapping' ? (list.pairs[0]?.key ?? root) : root,
  })
  return []
}

function readEntry(item: TreeNode, context: ReadingContext): WebhookEntry | undefined {
  const node = withoutAlias(item)
  if (node.kind !== 'mapping') {
    checkAnyValue(node, context)
    context.report({
      severity: 'error',
      code: 'not-an-entry',
      message: 'An entry is a mapping with “match” and “answer”.',
      fix: 'Write “- match: {}” and “answer: NoOpinion” under it.',
      span: item,
    })
    return undefined
  }
  let refused = false
  const report: ReportProblem = (problem) => {
    if (problem.severity === 'error') refused = true
    context.report(problem)
  }
  const entry = decodeObject(node, ENTRY, { ...context, report })
  const answer = entry.text('answer')
  if (!isAnswer(answer) && !entry.unread.includes('answer')) {
    const near = nearest(answer, WEBHOOK_ANSWERS)
    report({
      severity: 'error',
      code: 'wrong-answer',
      message: answer === '' ? 'This entry has no answer.' : `“${excerpt(answer)}” is not an answer.`,
      fix: near === undefined ? `Write answer: ${WEBHOOK_ANSWERS.join(', ')}.` : `Write answer: ${near}.`,
      span: fieldSpan(entry, 'answer', node),
      path: 'answer',
    })
  }
  const match = entry.struct('match')
  if (match?.struct('resourceAttributes') && match.struct('nonResourceAttributes')) {
    report({
      severity: 'error',
      code: 'both-attributes',
      message: 'A review has a resource or another path, never both.',
      fix: 'Make two entries of it.',
      span: match.field('nonResourceAttributes')?.key ?? match.node,
      path: 'match.nonResourceAttributes',
    })
  }
  if (refused || !isAnswer(answer)) return undefined
  return {
    match: matchOf(match),
    answer,
    reason: entry.text('reason'),
    span: { start: node.start, end: node.end },
  }
}

function isAnswer(answer: string): answer is WebhookAnswer {
  return WEBHOOK_ANSWERS.some((one) => one === answer)
}

function matchOf(match: Struct | undefined): ReviewMatch {
  const resource = match?.struct('resourceAttributes')
  const other = match?.struct('nonResourceAttributes')
  return {
    user: fieldsOf(match),
    groups: match?.texts('groups').map(({ value }) => value) ?? [],
    ...(resource && { resourceAttributes: fieldsOf(resource) }),
    ...(other && { nonResourceAttributes: fieldsOf(other) }),
  }
}

/** The fields with text values. A field with null counts as absent. */
function fieldsOf(struct: Struct | undefined): FieldMatch {
  return new Map(
    struct?.fields.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value] as const] : [])) ?? [],
  )
}
