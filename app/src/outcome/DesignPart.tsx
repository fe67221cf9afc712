import type { AnswerView } from '../scenario/answer.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import styles from './DesignPart.module.css'
import { Drawer } from './Drawer.tsx'
import { ReadingList } from './Readings.tsx'
import { designText } from './texts.ts'

/** What was decided by: the design, where it is written down, and how its text is read. */
export function DesignPart({ design }: { readonly design: AnswerView['design'] }) {
  const { title, summary, sources, assumptions, featureEnabled } = design
  return (
    <Drawer title="Design" glance={title}>
      <div className={styles.design}>
        <p>{summary}</p>
        {featureEnabled !== undefined && (
          <p>
            The feature gate <code>ConstrainedImpersonation</code> is {featureEnabled ? 'on' : 'off'}.
          </p>
        )}
        <ul className={styles.sources} aria-label="Sources">
          {sources.map(({ document, section, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {document}: {section}
              </a>
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
    </Drawer>
  )
}
