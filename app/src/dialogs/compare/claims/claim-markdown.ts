import { fenced, markdownText } from '@authz-playground/engine/internal/words'
import { type Argument, type SettledRow, sourceOf } from '@authz-playground/examples/arguments'
import type { DesignEntry } from '../../../worker/index.ts'
import { CLAIM_VERDICTS } from './verdicts.ts'

/**
 * A claim with its verdict, the requests that it rests on and their policies, as Markdown for a comment.
 *
 * @param link opens the claim
 * @param linkTo the address that opens one of its requests
 */
export async function claimMarkdown(
  { title, claim, cases, assumes, verdict, notSaidYet = [] }: Argument,
  rows: readonly SettledRow[],
  designs: readonly DesignEntry[],
  link: string,
  linkTo: (row: SettledRow) => Promise<string>,
): Promise<string> {
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
  const said = rows.filter(({ design }) => !notSaidYet.includes(design))
  const played = await Promise.all(
    said.map(async (row) => [
      `[${cases[row.name]?.shows ?? row.name}](${await linkTo(row)})`,
      titleOf(row.design),
      `${row.code}`,
      `${row.checks}`,
    ]),
  )
  const policies = [...new Set(said.map(({ scenario }) => scenario.policy.trim()))]
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
    `<details><summary>${rows.length === 1 ? '1 request' : `${rows.length} requests`} played</summary>\n\n${tableOf(['Request', 'Design', 'Answer', 'Checks of the impersonation'], played)}\n\n</details>`,
    `<details><summary>${policies.length === 1 ? 'The policy' : `The ${policies.length} policies`}</summary>\n\n${policies
      .map((policy) => fenced(policy, 'yaml'))
      .join('\n\n')}\n\n</details>`,
  ].join('\n\n')
}

/** The texts are those of the examples: Markdown with code in backticks. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
