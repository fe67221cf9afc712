import { DESIGN_LIST, plainText } from '@authz-playground/engine'
import {
  ARGUMENTS,
  type Argument,
  checksBefore,
  sourceOf,
  toPlay,
  VERDICT_WORDS,
  type Verdict,
} from '@authz-playground/examples/arguments'
import { type DesignRow, designRow } from '@authz-playground/pictures'
import type { Subject } from '../subject.ts'
import { html, prose, words } from '../view/dom.ts'
import { type Compared, comparisonOf, decideInTurn, quotation, type Surroundings, table } from './comparison.ts'
import { answerCells } from './designs.ts'

/** A claim of the documents: its quotation, its verdict, and the requests that it rests on, decided in the page. */
export async function comparedArgument(
  { argument: id }: Extract<Subject, { kind: 'argument' }>,
  surroundings: Surroundings,
): Promise<Compared | undefined> {
  const argument = ARGUMENTS.find((one) => one.id === id)
  if (argument === undefined) return { problems: [`There is no argument “${id}”.`] }
  const list = toPlay(argument)
  const played = await decideInTurn(
    list.map(({ scenario }) => scenario),
    // As claims count: without the check of the request itself.
    (decided) => ({ ...designRow(decided), ...(decided.trace && { checks: checksBefore(decided.trace) }) }),
    surroundings.signal,
  )
  if (played === undefined) return undefined
  const { verdict } = argument
  surroundings.decided(plainText(prose(`${inShort(verdict)} ${verdict.sentence}`)))
  const rows = list.map(({ name, design }, at) => ({ name, design, row: played[at] }))
  const title = plainText(prose(argument.title))
  return comparisonOf(title, surroundings, [
    ['always', html('p', { class: 'name', part: 'title' }, ...words(prose(argument.title)))],
    ['answer', answer(argument)],
    ['checks', ...requests(argument, rows)],
  ])
}

/** “Holds only if …”. */
function inShort(verdict: Verdict): string {
  return `${VERDICT_WORDS[verdict.kind]}${verdict.kind === 'only-if' ? ` ${verdict.condition}` : ''}.`
}

function answer({ claim, assumes, verdict }: Argument): HTMLElement {
  const { url, title, asReviewed } = sourceOf(claim)
  const document = url === undefined ? title : html('a', { href: url, target: '_blank', rel: 'noopener' }, title)
  const source = [
    ...[claim.author, claim.when].flatMap((part) => (part === undefined ? [] : [`${part}, `])),
    document,
    `${asReviewed ? ', as reviewed' : ''}, ${claim.section}`,
  ]
  return html(
    'div',
    { class: 'answer', part: 'answer', role: 'group', 'aria-label': 'Answer' },
    quotation(words(prose(claim.quote)), source, url),
    html('p', { class: 'sentence', part: 'sentence' }, ...words(prose(inShort(verdict)))),
    html('p', { class: 'because', part: 'because' }, ...words(prose(verdict.sentence))),
    ...(verdict.table === undefined
      ? []
      : [
          table(
            'Numbers',
            [verdict.table.head, ...verdict.table.requests.map((request) => plainText(prose(request)))],
            verdict.table.rows.map(({ of, values }) => [words(prose(of)), ...values.map((value) => [String(value)])]),
          ),
        ]),
    ...(assumes === undefined ? [] : [html('p', { class: 'because' }, ...words(prose(assumes)))]),
  )
}

interface PlayedRow {
  readonly name: string
  readonly design: string
  readonly row: DesignRow | undefined
}

/** A table for each request, with a row for each design. */
function requests({ cases, notSaidYet = [] }: Argument, played: readonly PlayedRow[]): readonly HTMLElement[] {
  return Object.entries(cases).map(([name, { shows }]) => {
    const rows = played
      .filter((one) => one.name === name)
      .map(({ design, row }) => {
        const title = DESIGN_LIST.find(({ id }) => id === design)?.title ?? design
        return notSaidYet.includes(design) || row === undefined ? [[title], ['not said yet']] : answerCells(title, row)
      })
    return table(plainText(prose(shows)), ['Design', 'Answer', 'Checks', 'What decided'], rows)
  })
}
