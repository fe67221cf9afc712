import { useId, useRef, useState } from 'react'
import { openDialog, useAudience, usePlayground } from '../../session/index.ts'
import { Button, classes, FileButton, IconButton, Tabs, VisuallyHidden } from '../../ui/index.ts'
import { namedFiles } from './dropped.ts'
import { FileDrop } from './FileDrop.tsx'
import { takeFiles } from './files.ts'
import { MissingPlaces } from './MissingPlaces.tsx'
import { MistakesButton } from './mistakes/MistakesButton.tsx'
import styles from './PolicyPane.module.css'
import { PasteBox } from './paste/PasteBox.tsx'
import { usePasting } from './pasting.ts'
import { useTextTab } from './tab.ts'
import { TEXTS } from './texts.ts'
import { OutlineButton } from './tools/OutlineButton.tsx'

/** So many tabs and the whole words of the buttons fit on one line. */
const FEW = 2

/**
 * The texts of the cluster: the policy, and the other texts of the scenario, each in its own tab. Above them is the box
 * that takes anything.
 */
export function PolicyPane() {
  const { tabs, tab, visited, select } = useTextTab()
  const pane = useRef<HTMLElement>(null)
  const audience = useAudience()
  /** A lesson says what there is to do, and keeps the rest of the page quiet. */
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const [asked, setAsked] = useState(false)
  // Engineers find the box open.
  const pasting = audience === 'debug' || asked
  const [filling, setMaximised] = useState(false)
  // Choosing another audience puts the pane back in its place.
  const maximised = filling && audience === 'debug' && !inLesson
  const title = useId()
  const written = tab === 'default-roles' ? undefined : tab
  usePasting(written ?? 'policy')

  return (
    <section
      ref={pane}
      className={classes(styles.pane, maximised && styles.maximised)}
      aria-labelledby={title}
      onKeyDown={(event) => {
        // An editor handles Escape first, for its search and its proposals.
        if (event.key !== 'Escape' || event.defaultPrevented || !maximised) return
        event.stopPropagation()
        setMaximised(false)
      }}
    >
      <h2 id={title} className={styles.title}>
        <VisuallyHidden>Policy</VisuallyHidden>
      </h2>
      {!inLesson && <PasteBox open={pasting} focused={audience !== 'debug'} />}
      <div className={styles.tabs}>
        <Tabs
          label="Texts of the cluster"
          tabs={tabs}
          selected={tab}
          onSelect={select}
          beside={
            written && (
              <div className={classes(styles.beside, tabs.length > FEW && styles.crowded)}>
                {!inLesson && tab === 'policy' && <MissingPlaces />}
                {(audience !== 'learn' || inLesson) && tab === 'policy' && <MistakesButton />}
                {audience === 'debug' && !inLesson && tab === 'policy' && (
                  <EditorTools maximised={maximised} onMaximise={() => setMaximised(!maximised)} />
                )}
                {!inLesson && !pasting && (
                  <Button look="quiet" className={styles.open} onClick={() => setAsked(true)}>
                    <span>
                      Paste<span className={styles.object}> anything</span>
                    </span>
                  </Button>
                )}
                {!inLesson && (
                  <FileButton
                    look="quiet"
                    className={styles.open}
                    multiple
                    logs
                    onFiles={(files) => void takeFiles(Promise.resolve(namedFiles(files)), 'replace', written)}
                  >
                    <span>
                      Open<span className={styles.object}> files</span>
                    </span>
                  </FileButton>
                )}
              </div>
            )
          }
        >
          {/* A text that was looked at keeps its cursor and its place. */}
          {tabs.map(({ id }) => {
            const { Panel } = TEXTS[id]
            return (
              visited.has(id) && (
                <div key={id} className={styles.text} data-text={id} hidden={tab !== id}>
                  <Panel />
                </div>
              )
            )
          })}
        </Tabs>
      </div>
      {written && (
        <FileDrop pane={pane} text={written} onFiles={(files, manner) => void takeFiles(files, manner, written)} />
      )}
    </section>
  )
}

interface EditorToolsProps {
  readonly maximised: boolean
  onMaximise(): void
}

/** The outline and the size of the policy’s editor. */
function EditorTools({ maximised, onMaximise }: EditorToolsProps) {
  const empty = usePlayground(({ scenario }) => scenario.policy.trim() === '')
  return (
    <>
      {!empty && <OutlineButton />}
      {!empty && (
        <IconButton icon="difference" label="Compare the policy with…" onClick={() => openDialog('policy-diff')} />
      )}
      <IconButton
        icon="maximise"
        label={maximised ? 'Back to the page' : 'Fill the window with the policy'}
        {...(maximised && { keys: 'Esc' })}
        aria-pressed={maximised}
        onClick={onMaximise}
      />
    </>
  )
}
