import { type DragEvent, useEffect, useRef, useState } from 'react'
import { takeDroppedLogs } from '../../session/index.ts'
import { Announcer, classes, Dialog, Tabs, useScrolls } from '../../ui/index.ts'
import { BeforeAfter } from './BeforeAfter.tsx'
import styles from './Constrain.module.css'
import { type ConstrainTab, useConstrainChoices } from './choices.ts'
import { Impersonators } from './Impersonators.tsx'
import { LogBar } from './LogBar.tsx'
import { readFiles } from './logs.ts'
import { PlanRules } from './PlanRules.tsx'
import { UnderstoodPolicy } from './UnderstoodPolicy.tsx'
import { usePlan } from './usePlan.ts'
import { Way } from './Way.tsx'

const TABS: readonly { readonly id: ConstrainTab; readonly title: string }[] = [
  { id: 'who', title: 'Impersonators' },
  { id: 'rules', title: 'Rules' },
  { id: 'way', title: 'The way there' },
  { id: 'chart', title: 'Before and after' },
]

/** The way from the verb `impersonate` to constrained impersonation: what was used, the rules for just that, and the proof. */
export function Constrain({ onClose }: { onClose(): void }) {
  const tab = useConstrainChoices((now) => now.tab)
  const pane = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(pane)
  const [dragging, setDragging] = useState(false)
  useEffect(() => {
    const files = takeDroppedLogs()
    if (files.length > 0) {
      useConstrainChoices.setState({ tab: 'who' })
      void readFiles('first', files)
    }
  }, [])

  function drop(event: DragEvent): void {
    event.preventDefault()
    setDragging(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) void readFiles(tab === 'way' ? 'second' : 'first', files)
  }

  return (
    <Dialog title="From impersonate to constrained" size="full" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the buttons that choose files are for everybody */}
      <div
        className={classes(styles.workspace, dragging && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
      >
        <Tabs label="Views" tabs={TABS} selected={tab} onSelect={(tab) => useConstrainChoices.setState({ tab })}>
          <div key={tab} ref={pane} className={styles.view} tabIndex={scrolls ? 0 : undefined}>
            <UnderstoodPolicy>
              <Shown tab={tab} onClose={onClose} />
            </UnderstoodPolicy>
          </div>
        </Tabs>
      </div>
      {/* Screen readers do not read live regions outside of an open dialog. */}
      <Announcer />
    </Dialog>
  )
}

function Shown({ tab, onClose }: { readonly tab: ConstrainTab; onClose(): void }) {
  const asked = usePlan()
  switch (tab) {
    case 'who':
      return (
        <div className={styles.page}>
          <LogBar which="first" asked={asked} />
          <Impersonators of={asked} />
        </div>
      )
    case 'rules':
      return <PlanRules of={asked} />
    case 'way':
      return <Way of={asked} />
    case 'chart':
      return <BeforeAfter of={asked} onClose={onClose} />
  }
}
