import styles from './FoldedStrip.module.css'
import type { Folding } from './panes.ts'

const TITLES: Readonly<Record<Folding, string>> = { policy: 'Policy', request: 'Request' }

interface FoldedStripProps {
  readonly unfolded: Folding | undefined
  onUnfold(pane: Folding | undefined): void
}

/** The left column, folded to two tabs at the edge. Each opens its pane beside the chart, or folds it again. */
export function FoldedStrip({ unfolded, onUnfold }: FoldedStripProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div role="group" aria-label="Policy and request" className={styles.strip}>
      {(['policy', 'request'] as const).map((pane) => (
        <button
          key={pane}
          type="button"
          className={styles.tab}
          aria-expanded={pane === unfolded}
          aria-controls={pane}
          onClick={() => onUnfold(pane === unfolded ? undefined : pane)}
        >
          <span className={styles.title}>{TITLES[pane]}</span>
        </button>
      ))}
    </div>
  )
}
