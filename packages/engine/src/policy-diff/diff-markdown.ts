import type { Evidence } from '../kube/index.ts'
import type { SourceRange } from '../text/index.ts'
import { folded, markdownCode, markdownText, richMarkdown } from '../words/index.ts'
import type { ChangedRequest, RequestChange, RequestsDiff } from './changed-requests.ts'
import {
  type ChangeList,
  changedRequestInWords,
  changeInWords,
  diffInWords,
  REQUEST_CHANGE_WORDS,
} from './diff-words.ts'
import type { AccessChange, PolicyDiff } from './policy-diff.ts'

/** Options of {@link diffMarkdown}. */
export interface DiffMarkdownOptions {
  /** The place of a range as text, such as `rbac.yaml:12`, in the policy before the change or after it. */
  readonly placeOf: (range: SourceRange, side: 'before' | 'after') => string
  /** The observed requests that were compared. @internal */
  readonly requests?: RequestsDiff
}

/** The most rows of a table outside of folded details. */
const MOST_ROWS = 20
/** The most rows inside of them: a comment on GitHub has at most 65,536 characters. */
const MOST_FOLDED = 100

/** A change of policy as Markdown for a pull request: a heading, tables of gains, losses and requests, and folded details. */
export function diffMarkdown(diff: PolicyDiff, options: DiffMarkdownOptions): string {
  const { placeOf, requests } = options
  return `${[
    `## ${capital(richMarkdown(diffInWords(diff)))}`,
    ...(requests === undefined ? [] : requestParts(requests)),
    ...changePart('Gains', diff.gains, 'gain', placeOf),
    ...changePart('Losses', diff.losses, 'loss', placeOf),
    ...objectPart(diff, placeOf),
    ...(diff.gains.length + diff.losses.length === 0 ? [] : [ABOUT_SUBJECTS]),
  ].join('\n\n')}\n`
}

/** What the sentences of a comparison are about. */
const ABOUT_SUBJECTS =
  '<sub>Each line is about the subject alone: a user with the groups that its name implies, or a group. A member of a group may have been allowed the same by name, or by another group. The lines are computed from the rules of both policies, not sampled.</sub>'

type PlaceOf = DiffMarkdownOptions['placeOf']

function changePart(
  title: string,
  changes: readonly AccessChange[],
  list: ChangeList,
  placeOf: PlaceOf,
): readonly string[] {
  if (changes.length === 0) return []
  const side = list === 'gain' ? 'after' : 'before'
  const rows = changes.map((change) => {
    const { who, what, except, dangers: risks } = changeInWords(change, list)
    const dangers = risks.map((risk) => `${list === 'gain' ? '⚠ ' : ''}${markdownText(risk)}`)
    const unchanged = except.slice(0, MOST_EXCEPTIONS).map((one) => `<sub>${richMarkdown(one)}</sub>`)
    const more =
      except.length > MOST_EXCEPTIONS
        ? [`<sub>and ${except.length - MOST_EXCEPTIONS} more parts, which are not changed</sub>`]
        : []
    const places = change.grants.map((grant) => grantInMarkdown(grant, (range) => placeOf(range, side)))
    return `| ${richMarkdown(who)} | ${[richMarkdown(what), ...dangers, ...unchanged, ...more].join('<br>')} | ${places.join('<br>')} |`
  })
  const may = list === 'gain' ? 'May now' : 'May no longer'
  return [`### ${title}`, ...table(`| Who | ${may} | By |\n| --- | --- | --- |`, rows)]
}

const MOST_EXCEPTIONS = 5

function grantInMarkdown({ rule, role, binding }: Evidence, placeOf: (range: SourceRange) => string): string {
  if (rule === undefined || role === undefined || binding === undefined) return ''
  return `${markdownText(role.kind)} ${markdownCode(role.name)} (${markdownText(placeOf(rule.range))}), ${markdownText(binding.kind)} ${markdownCode(binding.name)} (${markdownText(placeOf(binding.range))})`
}

/** A table; the rows after the first ones are folded. */
function table(head: string, rows: readonly string[]): readonly string[] {
  const shown = [head, ...rows.slice(0, MOST_ROWS)].join('\n')
  const others = rows.slice(MOST_ROWS)
  if (others.length === 0) return [shown]
  const left = others.length - MOST_FOLDED
  const more = folded(`${others.length} more`, [head, ...others.slice(0, MOST_FOLDED)].join('\n'))
  return [shown, more, ...(left > 0 ? [`${left} of them are not listed here: the text and the JSON have all.`] : [])]
}

function requestParts({ changed, same }: RequestsDiff): readonly string[] {
  const kinds: readonly RequestChange[] = ['refused', 'allowed', 'constraint']
  const parts = kinds.flatMap((kind) => {
    const some = changed.filter(({ change }) => change === kind)
    if (some.length === 0) return []
    const head = '| Request | Count | Last seen | Why | Seen at |\n| --- | ---: | --- | --- | --- |'
    return [`### ${REQUEST_CHANGE_WORDS[kind]}`, ...table(head, some.map(requestRow))]
  })
  const whole = changed.length + same
  const line =
    changed.length === 0
      ? `All ${whole} observed requests have the same answer.`
      : `${changed.length} of ${whole} observed requests have another answer.`
  return [line, ...parts]
}

function requestRow(changed: ChangedRequest): string {
  const { request, why } = changed
  const cells = [
    richMarkdown(changedRequestInWords(changed)),
    String(request.count),
    markdownText(request.last),
    richMarkdown(why),
    request.seenAt.map(markdownText).join('<br>'),
  ]
  return `| ${cells.join(' | ')} |`
}

function objectPart({ objects }: PolicyDiff, placeOf: PlaceOf): readonly string[] {
  if (objects.length === 0) return []
  const lines = objects.map(({ change, kind, namespace, name, range }) => {
    const place = placeOf(range, change === 'removed' ? 'before' : 'after')
    return `- ${change}: ${kind} ${markdownCode(namespace === '' ? name : `${namespace}/${name}`)} (${markdownText(place)})`
  })
  const more = lines.length > MOST_FOLDED ? [`- and ${lines.length - MOST_FOLDED} more`] : []
  const title = `${objects.length} ${objects.length === 1 ? 'object differs' : 'objects differ'}`
  return [folded(title, [...lines.slice(0, MOST_FOLDED), ...more].join('\n'))]
}

/** A heading begins with a capital, unless it begins with a name. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
