import { type Argument, sourceOf } from '@authz-playground/examples/arguments'
import { useState } from 'react'
import { openScenario, usePlayground } from '../../../session/index.ts'
import { Words, withCode } from '../../../ui/index.ts'
import { CopyVerdict, viewAddress } from '../CopyVerdict.tsx'
import { AnswersTable } from './AnswersTable.tsx'
import styles from './ClaimEntry.module.css'
import { claimMarkdown } from './claim-markdown.ts'
import { PlayedTable } from './PlayedTable.tsx'
import type { PlayedRow, Settled } from './useVerdicts.ts'
import { VerdictMark } from './VerdictMark.tsx'

interface ClaimEntryProps {
  /** The id of its heading, for links. */
  readonly id: string
  readonly argument: Argument
  /** Undefined while it is computed. */
  readonly settled: Settled | undefined
  onClose(): void
}

/** A claim: the question, the quotes with their authors, the verdict, and the requests that it rests on. */
export function ClaimEntry({ id, argument, settled, onClose }: ClaimEntryProps) {
  const { title, claim, assumes } = argument
  const { quote, section, author, when } = claim
  const source = sourceOf(claim)
  const [unfolded, setUnfolded] = useState(false)
  const designs = usePlayground((now) => now.designs) ?? []

  function open({ name, scenario }: PlayedRow): void {
    openScenario(titleOf(title, argument.cases[name]?.shows ?? ''), scenario)
    onClose()
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
        {settled === undefined ? (
          <p>…</p>
        ) : (
          <>
            <p>
              <VerdictMark kind={settled.verdict.kind} />
              {settled.verdict.kind === 'only-if' && (
                <>
                  {' '}
                  <Words of={withCode(settled.verdict.condition)} />.
                </>
              )}
            </p>
            <p>
              <Words of={withCode(settled.verdict.sentence)} />
            </p>
            {settled.verdict.table !== undefined && <AnswersTable table={settled.verdict.table} />}
          </>
        )}
        {assumes !== undefined && (
          <p className={styles.assumes}>
            <Words of={withCode(assumes)} />
          </p>
        )}
        {settled !== undefined && (
          <CopyVerdict
            embeddable
            name={`argument: ${title.replaceAll('`', '')}`}
            link={() => viewAddress('compare/arguments', { of: argument.id }, false)}
            markdown={(link) => claimMarkdown(argument, settled, designs, link)}
          />
        )}
        {settled !== undefined && (
          <details onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
            <summary>{settled.rows.length === 1 ? '1 request' : `${settled.rows.length} requests`} played</summary>
            {unfolded && <PlayedTable argument={argument} settled={settled} onOpen={open} />}
          </details>
        )}
      </div>
    </li>
  )
}

/** "List secrets as jane (claim: Two grants together …)": the request first, then the claim that it shows. */
function titleOf(claim: string, shows: string): string {
  const words = shows.replaceAll('`', '')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (claim: ${claim.replaceAll('`', '')})`
}
