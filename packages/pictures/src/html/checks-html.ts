import {
  type Check,
  type Decision,
  type Evidence,
  questionInWords,
  type RichText,
  type SourceRange,
} from '@authz-playground/engine'
import { conditionsLeft, finalAnswer, originsOf } from '@authz-playground/engine/internal/trace'
import {
  conditionResult,
  conditionsReviewInWords,
  entryKind,
  lineInWords,
  onlyIf,
  webhookVisitInWords,
  wrappedCEL,
} from '@authz-playground/engine/internal/words'
import { MARKS, type Marked } from '../marks/marks.ts'
import { htmlCode, htmlText, htmlWords } from './markup.ts'

/**
 * The checks of a trace as a table: the decision, the question, the authorizer, and the rule with its line. The ARIA
 * roles are written out, because a table that a style lays out as blocks, as on a phone, loses them.
 */
export function checksTable(checks: readonly Check[]): string {
  const heads = ['#', 'Check', 'Decision', 'Answered by']
  return [
    '<table role="table">',
    `<thead role="rowgroup"><tr role="row">${heads.map((head) => `<th role="columnheader" scope="col">${head}</th>`).join('')}</tr></thead>`,
    '<tbody role="rowgroup">',
    ...checks.map(row),
    '</tbody>',
    '</table>',
  ].join('\n')
}

function row(check: Check, index: number): string {
  const cells = [`${index + 1}`, htmlWords(questionInWords(check)), decision(check), answeredBy(check)]
  const row = `<tr role="row">${cells.map((cell) => `<td role="cell">${cell}</td>`).join('')}</tr>`
  const left = webhooks(check) + conditions(check)
  if (left === '') return row
  return `${row}\n<tr role="row" class="azp-more"><td role="cell"></td><td role="cell" colspan="3">${left}</td></tr>`
}

function decision({ answer, settled }: Check): string {
  const first = marked(answer.decision)
  return settled === undefined ? first : `${first}, then ${marked(settled.decision)}`
}

function marked(decision: Marked): string {
  return `<span class="azp-mark ${markClass(decision)}">${markHtml(decision)} ${MARKS[decision].word}</span>`
}

/** The authorizer with the places that decided, or with the reason where there are none. */
function answeredBy(check: Check): string {
  const answer = finalAnswer(check)
  const { evidence, reason, error } = answer
  const places = evidence === undefined ? [] : placesOf(evidence)
  const failed = error === undefined ? '' : `<br>Error: ${htmlCode(error)}`
  const who = evidence?.authorizer ?? (conditional(check) || ANYBODY[answer.decision])
  const own = places.length === 0 && reason !== '' ? `<br>${htmlText(reason).replaceAll('\n', '<br>')}` : ''
  return `${htmlText(who)}${places.length === 0 ? '' : `: ${places.map(htmlWords).join('; ')}`}${own}${failed}`
}

/** The words for the authorizers, where an answer does not name one. */
const ANYBODY: Readonly<Record<Decision, string>> = {
  Allow: 'An authorizer',
  NoOpinion: 'No authorizer allows it',
  Deny: 'An authorizer',
  Conditional: 'An authorizer',
}

/** The authorizers that left conditions. */
function conditional({ answer }: Check): string {
  const names = conditionsLeft(answer).map(({ authorizer }) => authorizer)
  return [...new Set(names)].filter((name) => name !== '').join(', ')
}

/** "rule 2 of ClusterRole as-jane, line 6", and the binding. */
function placesOf({ rule, role, binding, entry, related = [] }: Evidence): readonly RichText[] {
  const at = (range: SourceRange) => `, ${lineInWords(range)}`
  return [
    ...(rule && role ? [[`rule ${rule.index + 1} of ${role.kind} `, { code: role.name }, at(rule.range)]] : []),
    ...(binding ? [[`${binding.kind} `, { code: binding.name }, at(binding.range)]] : []),
    ...(entry
      ? [
          [
            `${entryKind(entry)} ${entry.index + 1}`,
            ...(entry.name === '' ? [] : [' of ', { code: entry.name }]),
            at(entry.range),
          ],
        ]
      : []),
    ...related.map(({ kind, namespace, name, range }): RichText => {
      return [`${kind} `, { code: namespace === '' ? name : `${namespace}/${name}` }, at(range)]
    }),
  ]
}

/** What the webhooks of an AuthorizationConfiguration did. */
function webhooks({ answer }: Check): string {
  const visits = (answer.webhooks ?? []).map((visit) => `<li>${htmlWords(webhookVisitInWords(visit))}</li>`)
  return visits.length === 0 ? '' : `<ul>${visits.join('')}</ul>`
}

/** The conditions of a check's answer, each with its result. */
function conditions(check: Check): string {
  const left = conditionsLeft(check.answer)
  if (left.length === 0) return ''
  const items = left.map((one) => {
    const ranges = originsOf(one).flatMap(({ rule, entry }) => [rule, entry].flatMap((part) => part?.range ?? []))
    const lines = [...new Set(ranges.map(lineInWords))]
    const where = lines.length === 0 ? '' : ` (${htmlText(lines.join(', '))})`
    const said = one.description === '' ? '' : `${htmlText(one.description)}<br>`
    const cel = `<pre><code>${htmlText(wrappedCEL(one.condition))}</code></pre>`
    return `<li>${onlyIf(one)}${where}:${cel}${said}came to ${htmlCode(conditionResult(one))}</li>`
  })
  const review = conditionsReviewInWords(check)
  return `<ul>${items.join('')}</ul>${review === undefined ? '' : `<p>${htmlText(review)}</p>`}`
}

/**
 * A mark in the size of the text around it, in its colour. The word is beside it, so it has no accessible name. It is
 * drawn with attributes, so that it needs no style.
 */
export function markHtml(marked: Marked): string {
  const { solid, line, cut, dotted } = MARKS[marked]
  const round = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
  const dots = dotted ? 'stroke-width="2" stroke-dasharray="0.1 3.4"' : 'stroke-width="1.5"'
  return [
    '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">',
    solid === undefined ? '' : `<path fill="currentColor" d="${solid}"/>`,
    line === undefined ? '' : `<path ${round} stroke="currentColor" ${dots} d="${line}"/>`,
    cut === undefined ? '' : `<path class="azp-cut" ${round} stroke="#fff" stroke-width="1.75" d="${cut}"/>`,
    '</svg>',
  ].join('')
}

/** The class for the colour of a mark. */
export function markClass(marked: Marked): string {
  return `azp${MARKS[marked].token.slice(1)}`
}
