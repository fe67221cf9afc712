import { readProse } from '@authz-playground/prose'
import { CopyButton, Dialog, Prose } from '../../ui/index.ts'
import styles from './Modes.module.css'
import { MODES_MARKDOWN } from './modes-markdown.ts'

const TEXT = readProse(MODES_MARKDOWN)

/** The modes of constrained impersonation side by side, as a table that can be copied. */
export function Modes({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="The four modes" size="wide" onClose={onClose}>
      <div className={styles.modes}>
        <Prose of={TEXT} />
      </div>
      <p className={styles.copy}>
        <CopyButton text={MODES_MARKDOWN} label="the four modes as Markdown" shown="Copy as Markdown" />
      </p>
    </Dialog>
  )
}
