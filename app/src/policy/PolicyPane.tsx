import { useId, useRef } from 'react'
import { usePlayground } from '../scenario/playground.ts'
import { Button } from '../ui/Button.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { DefaultRoles } from './DefaultRoles.tsx'
import { FileDrop } from './FileDrop.tsx'
import { takeFiles } from './files.ts'
import styles from './PolicyPane.module.css'
import { PolicyPanel } from './PolicyPanel.tsx'
import { StoredObjectsPanel } from './StoredObjectsPanel.tsx'
import { useTextTab } from './tab.ts'

interface PolicyPaneProps {
  /** The first answer is on screen, so that the editor proper may load. */
  readonly settled: boolean
}

/** What is in the cluster: the policy, the objects that the Node authorizer knows, and the roles that are there anyway. */
export function PolicyPane({ settled }: PolicyPaneProps) {
  const defaultRoles = usePlayground(({ scenario }) => scenario.cluster.defaultRoles === true)
  const { tabs, tab, visited, select } = useTextTab(defaultRoles)
  const pane = useRef<HTMLElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const title = useId()
  const written = tab === 'default-roles' ? undefined : tab

  return (
    <section ref={pane} className={styles.pane} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        <VisuallyHidden>Policy</VisuallyHidden>
      </h2>
      <div className={styles.tabs}>
        <Tabs
          label="Texts of the cluster"
          tabs={tabs}
          selected={tab}
          onSelect={select}
          beside={
            written && (
              <>
                <Button look="quiet" className={styles.open} onClick={() => picker.current?.click()}>
                  Open files
                </Button>
                <input
                  ref={picker}
                  type="file"
                  hidden
                  multiple
                  accept=".yaml,.yml,.json,.txt,application/yaml,application/json,text/plain"
                  onChange={({ currentTarget }) => {
                    const files = [...(currentTarget.files ?? [])]
                    // So that the same file can be opened again.
                    currentTarget.value = ''
                    void takeFiles(files, 'replace', written)
                  }}
                />
              </>
            )
          }
        >
          {/* A text that was looked at keeps its cursor and its place. */}
          <div className={styles.text} hidden={tab !== 'policy'}>
            <PolicyPanel enhance={settled} />
          </div>
          {visited.has('objects') && (
            <div className={styles.text} hidden={tab !== 'objects'}>
              <StoredObjectsPanel enhance={settled} />
            </div>
          )}
          {visited.has('default-roles') && defaultRoles && (
            <div className={styles.text} hidden={tab !== 'default-roles'}>
              <DefaultRoles enhance={settled} />
            </div>
          )}
        </Tabs>
      </div>
      {written && (
        <FileDrop pane={pane} text={written} onFiles={(files, manner) => void takeFiles(files, manner, written)} />
      )}
    </section>
  )
}
