import { type Argument, type SettledRow, settledRows, sourceOf } from '@authz-playground/examples/arguments'
import { useState } from 'react'
import { addressOf, openScenario, usePlayground, workerApi } from '../../../session/index.ts'
import { Words, withCode } from '../../../ui/index.ts'
import { CopyVerdict, viewAddress } from '../CopyVerdict.tsx'
import { AnswersTable } from './AnswersTable.tsx'
import styles from './ClaimEntry.module.css'
import { claimMarkdown } from './claim-markdown.ts'
import { PlayedTable } from './PlayedTable.tsx'
import { CLAIM_VERDICTS, type VerdictKind } from './verdicts.ts'

interface ClaimEntryProps {
  /** The id of its heading, for links. */
  readonly id: string
  readonly argument: Argument
  onClose(): void
}

/** A claim: the question, the quotes with their authors, the verdict, and the requests that it rests on. */
export function ClaimEntry({ id, argument, onClose }: ClaimEntryProps) {
  const { title, claim, assumes, verdict } = argument
  const rows = settledRows(argument)
  const { quote, section, author, when } = claim
  const source = sourceOf(claim)
  const [unfolded, setUnfolded] = useState(false)
  const designs = usePlayground((now) => now.designs) ?? []

  const titleOfRow = ({ name }: SettledRow): string => titleOf(title, argument.cases[name]?.shows ?? '')

  function open(row: SettledRow): void {
    openScenario(titleOfRow(row), row.scenario)
    onClose()
  }

  async function linkTo(row: SettledRow): Promise<string> {
    const document = { title: titleOfRow(row), explanation: '', expect: [], scenario: row.scenario }
    return addressOf(location.href, await workerApi().link({ document }))
  }

  return (
    <li className={styles.claim}>
      <h4 id={id} tabIndex={-1} className={styles.title}>
        <Words of={withCode(title)} />
      </h4>
      <figure className={styles.said}>
        <blockquote cite={source.url}>
          <Words of={withCode(quote)} />
        </blockquote>
        <figcaption>
          {author !== undefined && `${author}, `}
          {when !== undefined && `${when}, `}
          {source.url === undefined ? (
            source.title
          ) : (
            <a href={source.url} target="_blank" rel="noreferrer">
              {source.title}
            </a>
          )}
          {source.asReviewed && ', as reviewed'}, {section}
        </figcaption>
      </figure>
      <div className={styles.verdict}>
        <p>
          <VerdictMark kind={verdict.kind} />
          {verdict.kind === 'only-if' && (
            <>
              {' '}
              <Words of={withCode(verdict.condition)} />.
            </>
          )}
        </p>
        <p>
          <Words of={withCode(verdict.sentence)} />
        </p>
        {verdict.table !== undefined && <AnswersTable table={verdict.table} />}
        {assumes !== undefined && (
          <p className={styles.assumes}>
            <Words of={withCode(assumes)} />
          </p>
        )}
        <CopyVerdict
          embeddable
          name={`argument: ${title.replaceAll('`', '')}`}
          link={() => viewAddress('compare/arguments', { of: argument.id }, false)}
          markdown={(link) => claimMarkdown(argument, rows, designs, link, linkTo)}
        />
        <details onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
          <summary>{rows.length === 1 ? '1 request' : `${rows.length} requests`} played</summary>
          {unfolded && <PlayedTable argument={argument} rows={rows} onOpen={open} />}
        </details>
      </div>
    </li>
  )
}

/** "List secrets as jane (claim: Two grants together …)": the request first, then the claim that it shows. */
function titleOf(claim: string, shows: string): string {
  const words = shows.replaceAll('`', '')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (claim: ${claim.replaceAll('`', '')})`
}

/** A verdict as a shape and a word, without a colour. */
export function VerdictMark({ kind }: { readonly kind: VerdictKind }) {
  const { word, shape } = CLAIM_VERDICTS[kind]
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shape} />
      </svg>
      <span>{word}</span>
    </span>
  )
}
