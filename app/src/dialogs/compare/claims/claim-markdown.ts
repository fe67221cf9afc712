import { markdownText } from '@authz-playground/engine/internal/words'
import { type Argument, sourceOf } from '@authz-playground/examples/arguments'
import type { DesignEntry } from '../../../worker/index.ts'
import type { Settled } from './useVerdicts.ts'
import { CLAIM_VERDICTS } from './verdicts.ts'

/** A claim with its verdict and the requests that it rests on, as Markdown for a comment. */
export function claimMarkdown(
  { title, claim, cases, assumes }: Argument,
  { verdict, rows, notSaid }: Settled,
  designs: readonly DesignEntry[],
  link: string,
): string {
  const { quote, section, author, when } = claim
  const { title: document, url, asReviewed } = sourceOf(claim)
  const source = [
    author,
    when,
    url === undefined ? document : `[${document}](${url})`,
    asReviewed && 'as reviewed',
    section,
  ]
  const condition = verdict.kind === 'only-if' ? ` ${verdict.condition}` : ''
  const titleOf = (id: string): string => designs.find((design) => design.id === id)?.title ?? id
  const played = rows
    .filter(({ design }) => !notSaid.has(design))
    .map(({ name, design, row: { outcome, checks } }) => [
      cases[name]?.shows ?? name,
      titleOf(design),
      `${outcome?.code ?? 'not decided'}`,
      `${checks}`,
    ])
  const { table } = verdict
  return [
    `**[${markdownText(title.replaceAll('`', ''))}](${link})**`,
    `> ${quote}\n>\n> ${source.filter(Boolean).join(', ')}`,
    `**${CLAIM_VERDICTS[verdict.kind].word}${condition}.** ${verdict.sentence}`,
    ...(assumes === undefined ? [] : [assumes]),
    ...(table === undefined
      ? []
      : [
          tableOf(
            [table.head, ...table.requests],
            table.rows.map(({ of, values }) => [of, ...values.map(String)]),
          ),
        ]),
    `<details><summary>${rows.length === 1 ? '1 request' : `${rows.length} requests`} played</summary>\n\n${tableOf(['Request', 'Design', 'Answer', 'Checks'], played)}\n\n</details>`,
  ].join('\n\n')
}

/** The texts are those of the examples: Markdown with code in backticks. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
