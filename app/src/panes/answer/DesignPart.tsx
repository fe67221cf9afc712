import { CopyButton, Words, withNouns } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { ReadingList } from './AssumptionChoices.tsx'
import { designText, POINTS } from './answer-texts.ts'
import styles from './DesignPart.module.css'

/** The design that decided, its documents, and how its text is read. */
export function DesignPart({ design }: { readonly design: AnswerView['design'] }) {
  const { summary, sources, statement, assumptions, featureEnabled } = design
  return (
    <div className={styles.design}>
      <p>{summary}</p>
      {featureEnabled !== undefined && (
        <p>
          The feature gate <code>ConstrainedImpersonation</code> is {featureEnabled ? 'on' : 'off'}.
        </p>
      )}
      <dl className={styles.statement}>
        {POINTS.map(([point, title]) => (
          <div key={point}>
            <dt>{title}</dt>
            <dd>
              <Words of={withNouns(statement[point])} />
            </dd>
          </div>
        ))}
      </dl>
      <h4>Where it is written down</h4>
      <ul className={styles.sources} aria-label="Sources">
        {sources.map(({ document, section, url, quote, asReviewed }) => (
          <li key={`${document} ${section} ${quote ?? ''}`}>
            {url === undefined ? (
              document
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {document}
              </a>
            )}
            {asReviewed && ', as reviewed'}: {section}
            {quote !== undefined && <q className={styles.quote}>{quote}</q>}
          </li>
        ))}
      </ul>
      {assumptions.length > 0 && (
        <>
          <h4>How the text is read</h4>
          <ReadingList design={design} />
        </>
      )}
      <div className={styles.bar}>
        <CopyButton text={() => designText(design)} label="design" />
      </div>
    </div>
  )
}
