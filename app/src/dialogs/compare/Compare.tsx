import { useRef } from 'react'
import { openDialog, screen } from '../../session/index.ts'
import { Announcer, Dialog, Tabs, useScrolls } from '../../ui/index.ts'
import styles from './Compare.module.css'
import type { ViewProps } from './view-props.ts'
import { VIEWS } from './views.ts'

/** Ways to compare designs, over the page: each view in a tab of its own. */
export function Compare({ onClose }: ViewProps) {
  const view = screen((now) => now.compared)
  const pane = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(pane)
  const shown = VIEWS.find(({ id }) => id === view) ?? VIEWS[0]
  if (shown === undefined) return null
  const { id, Shown } = shown
  return (
    <Dialog title="Compare" size="full" onClose={onClose}>
      <div className={styles.workspace}>
        <Tabs label="Views" tabs={VIEWS} selected={id} onSelect={openDialog}>
          {/* Each view is read from its beginning. */}
          <div key={id} ref={pane} className={styles.view} tabIndex={scrolls ? 0 : undefined}>
            <div>
              <Shown onClose={onClose} />
            </div>
          </div>
        </Tabs>
      </div>
      {/* Screen readers do not read live regions outside of an open dialog. */}
      <Announcer />
    </Dialog>
  )
}
