import { type ComponentType, useRef } from 'react'
import { type AddressedDialog, openDialog, screen, useScreenTitle } from '../../session/index.ts'
import { Announcer, Dialog, Tabs, useScrolls } from '../../ui/index.ts'
import styles from './Questions.module.css'
import { Understood } from './Understood.tsx'
import { WhatCan } from './WhatCan.tsx'
import { WhoCan } from './WhoCan.tsx'
import { WhomCan } from './WhomCan.tsx'

const TABS: readonly { readonly id: AddressedDialog; readonly title: string; readonly Shown: ComponentType }[] = [
  { id: 'asks/who', title: 'Who can', Shown: WhoCan },
  { id: 'asks/what', title: 'What can', Shown: WhatCan },
  { id: 'asks/whom', title: 'Whom can', Shown: WhomCan },
]

/** Questions about the policy: who can do something, what somebody can do, and whom somebody can become. */
export function Questions({ onClose }: { onClose(): void }) {
  const tab = screen((now) => now.asked)
  const pane = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(pane)
  const shown = TABS.find(({ id }) => id === tab) ?? TABS[0]
  useScreenTitle(shown?.title ?? '', true)
  if (shown === undefined) return null
  const { id, Shown } = shown
  return (
    <Dialog title="Questions" size="full" onClose={onClose}>
      <div className={styles.workspace}>
        <Tabs label="Questions" tabs={TABS} selected={id} onSelect={openDialog}>
          <div key={id} ref={pane} className={styles.view} tabIndex={scrolls ? 0 : undefined}>
            <div className={styles.page}>
              <Understood>
                <Shown />
              </Understood>
            </div>
          </div>
        </Tabs>
      </div>
      {/* Screen readers do not read live regions outside of an open dialog. */}
      <Announcer />
    </Dialog>
  )
}
