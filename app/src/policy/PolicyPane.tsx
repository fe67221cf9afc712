import type { Diagnostic, Span } from '@authz-playground/engine'
import { useCallback, useId, useMemo, useRef } from 'react'
import { CodeEditor } from '../editor/index.ts'
import { goTo } from '../scenario/going.ts'
import { decider, playground, useLit, usePlayground } from '../scenario/playground.ts'
import { Button } from '../ui/Button.tsx'
import { decidedAt, marksOf } from './decided.ts'
import { FileDrop } from './FileDrop.tsx'
import { takeFiles } from './files.ts'
import { useLastFresh } from './fresh.ts'
import { useGoing } from './going.ts'
import styles from './PolicyPane.module.css'
import { Status } from './Status.tsx'
import { BEGINNING } from './start.ts'

const NO_DIAGNOSTICS: readonly Diagnostic[] = []

interface PolicyPaneProps {
  /** The first answer is on screen, so that the editor proper may load. */
  readonly settled: boolean
}

/** The policy: what stands in it, how it was read, and which of its rules decided. */
export function PolicyPane({ settled }: PolicyPaneProps) {
  const policy = usePlayground(({ scenario }) => scenario.policy)
  const answer = usePlayground((now) => now.answer)
  // Places in an answer are places in the policy that was answered, and in no other.
  const fresh = usePlayground(({ answered, scenario }) => answered?.policy === scenario.policy)
  const position = usePlayground(({ playback }) => playback.position)
  const pinned = usePlayground((now) => now.pinned)
  const lit = useLit().policy
  const { reveal, pinHere } = useGoing()
  const pane = useRef<HTMLElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const title = useId()
  const status = useId()

  const shown = useLastFresh(answer, fresh)
  const marks = useLastFresh(
    useMemo(() => marksOf(answer, position), [answer, position]),
    fresh,
  )
  // A link may lead to a place that decided nothing, such as an error: that lights up alone.
  const alone = useMemo((): readonly Span[] => {
    if (lit.length > 0 || pinned?.kind !== 'policy') return lit
    return [{ start: pinned.offset, end: pinned.offset }]
  }, [lit, pinned])

  const point = useCallback((offset: number | undefined): void => {
    const { answer, pointed } = playground.getState()
    const range = offset === undefined ? undefined : decidedAt(answer, offset)
    const before = pointed?.kind === 'policy' ? decidedAt(answer, pointed.offset) : undefined
    if (range === before) return
    playground.getState().point(range && { kind: 'policy', offset: range.start })
  }, [])

  return (
    <section ref={pane} className={styles.pane} aria-labelledby={title}>
      <header className={styles.header}>
        <h2 id={title} className={styles.title}>
          Policy
        </h2>
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
            void takeFiles(files, 'replace')
          }}
        />
      </header>
      <div className={styles.editor}>
        <CodeEditor
          value={policy}
          onChange={(edited) => playground.getState().edit({ subject: 'policy', change: { policy: edited } })}
          language="yaml"
          label="Policy"
          describedBy={status}
          size="fill"
          enhance={settled}
          diagnostics={shown?.policyDiagnostics ?? NO_DIAGNOSTICS}
          lit={useLastFresh(alone, fresh)}
          marks={marks}
          onPoint={point}
          onPin={(offset) => {
            const range = decidedAt(answer, offset)
            if (range) pinHere(range.start)
          }}
          complete={(text, offset) => decider().complete(text, offset)}
          hover={(text, offset) => decider().hover(text, offset)}
          {...(reveal && { reveal })}
        />
      </div>
      <Status
        id={status}
        answer={shown}
        empty={policy.trim() === ''}
        onBegin={() => playground.getState().edit({ subject: 'policy begun', change: { policy: BEGINNING } })}
        onGo={(offset) => goTo({ kind: 'policy', offset })}
      />
      <FileDrop pane={pane} onFiles={(files, manner) => void takeFiles(files, manner)} />
    </section>
  )
}
