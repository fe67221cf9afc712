import { markdownText } from '@authz-playground/engine/internal/words'
import { cellAgreement } from '@authz-playground/examples/versions'
import type { WalkStop } from '../../../session/index.ts'
import { cellOutcome, type DecidedStop, serverInWords } from './stops.ts'

/**
 * A table of versions as Markdown for a comment: a line for each cell, which links to its request on the flowchart.
 *
 * @param link opens the table
 * @param linkTo the address that opens a cell
 */
export async function versionsMarkdown(
  title: string,
  cells: readonly DecidedStop[],
  link: string,
  linkTo: (stop: WalkStop) => Promise<string>,
): Promise<string> {
  const compared = cells.some(({ stop }) => stop.expected !== undefined)
  const head = ['Request', 'Server', 'Answer', 'Checks', 'Constraint', ...(compared ? ['KEP-5284'] : [])]
  const lines = await Promise.all(
    cells.map(async ({ stop, row }) => {
      const { outcome, checks, constraint } = row
      const { expected } = stop
      const agrees = expected && `${expected.code}, ${cellAgreement(cellOutcome(row), expected)}`
      return [
        `[${markdownText(stop.title)}](${await linkTo(stop)})`,
        serverInWords(stop.scenario.cluster),
        `${outcome?.code ?? 'not decided'}`,
        `${checks}`,
        constraint === '' ? '' : `\`${constraint}\``,
        ...(compared ? [agrees ?? ''] : []),
      ]
    }),
  )
  const row = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`
  return [`**[${markdownText(title)}](${link})**`, [head, head.map(() => '---'), ...lines].map(row).join('\n')].join(
    '\n\n',
  )
}
