import { Dialog, KEYS } from '../ui/index.ts'
import styles from './PresenterControls.module.css'

const ROWS: readonly (readonly [string, string])[] = [
  ['Space →', 'Let the request go; the next step; the answer of a check'],
  ['←', 'Back'],
  ['1 – 9', 'Choose an answer to the question of a lesson'],
  ['N PageDown', 'The next of the list'],
  ['P PageUp', 'The previous of the list'],
  ['L', 'A ring at the mouse, on or off'],
  ['Shift', 'The ring, as long as it is held'],
  ['H', 'Hand out: a link with its QR code'],
  [KEYS.play, 'Play or pause'],
  ['+ − 0', 'Larger, smaller, the whole chart'],
  ['Esc', 'Leave the present view'],
]

/** The keys of a lecture. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys of the present view" onClose={onClose}>
      <dl className={styles.keys}>
        {ROWS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
