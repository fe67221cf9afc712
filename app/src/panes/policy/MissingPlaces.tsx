import { usePlayground } from '../../session/index.ts'
import { announce, IconButton } from '../../ui/index.ts'
import { lookAt, useMissingPlaces } from './editing.ts'
import styles from './PolicyPane.module.css'

/** Where words are missing at several places: which of them is shown, and buttons that go to the others. */
export function MissingPlaces() {
  const places = useMissingPlaces()
  const pinned = usePlayground((now) => (now.pinned?.kind === 'text' ? now.pinned.offset : undefined))
  const policy = usePlayground(({ scenario }) => scenario.policy)
  const count = places.length
  if (count < 2) return null
  // Without a place that was gone to, the editor shows the first.
  const shown = Math.max(0, pinned === undefined ? 0 : places.indexOf(pinned))
  const which = (at: number): string => `${at + 1} of ${count}`

  function go(by: number): void {
    const at = (shown + by + count) % count
    const offset = places[at]
    if (offset === undefined) return
    lookAt(offset)
    announce(`Line ${policy.slice(0, offset).split('\n').length}: missing word ${which(at)}`)
  }

  return (
    <div className={styles.missing}>
      <span>
        <span className={styles.missingName}>missing word</span> {which(shown)}
      </span>
      <IconButton icon="up" label="Previous missing word" onClick={() => go(-1)} />
      <IconButton icon="down" label="Next missing word" onClick={() => go(1)} />
    </div>
  )
}
