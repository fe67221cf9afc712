import { FIRST } from '@authz-playground/examples/first'
import { type NotDecided, openExample, playground, stopDeciding, usePlayground } from '../../session/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './AnswerPane.module.css'

/** Says that deciding takes long, and offers to stop it. */
export function Slow() {
  return (
    <div className={styles.slow} role="status">
      <p>This scenario takes long to decide. You can go on editing it meanwhile.</p>
      <Button onClick={stopDeciding}>Stop</Button>
    </div>
  )
}

/** Why nothing is decided, and what to do. The answer before is removed, because it answers another scenario. */
export function NotDecidedNotice({ notDecided: { reason, detail } }: { readonly notDecided: NotDecided }) {
  const canUndo = usePlayground(({ history }) => history.past.length > 0)
  const { decideAgain, undo } = playground.getState()
  return (
    <div className={styles.answer} role="alert">
      <p className={styles.failed}>Not decided.</p>
      <p>{WORDS[reason]}</p>
      {reason === 'defect' && detail !== undefined && (
        <p>
          <code>{detail}</code>
        </p>
      )}
      <p>Policy, request and settings are kept, and can be edited: every change is decided.</p>
      <p className={styles.ways}>
        <Button onClick={decideAgain}>
          {reason === 'missing' || reason === 'not-started' ? 'Try again' : 'Decide again'}
        </Button>
        {(reason === 'missing' || reason === 'not-started') && (
          <Button look="quiet" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
        {canUndo && (
          <Button look="quiet" onClick={undo}>
            Undo the last change
          </Button>
        )}
        <Button look="quiet" onClick={() => openExample(FIRST)}>
          Start anew
        </Button>
      </p>
    </div>
  )
}

const WORDS: Readonly<Record<NotDecided['reason'], string>> = {
  stopped: 'You stopped it before it was decided.',
  unfinished: 'It was not decided when this page was last closed, so it is not decided again by itself.',
  crashed:
    'The part of the page that decides has crashed: the scenario may need more memory than the browser gives to a page.',
  'not-started':
    'The part of the page that decides did not start. If trying again does not help, the browser may be older than 2024.',
  missing:
    'A part of what decides did not arrive: the connection is gone, or the page was updated since you opened it.',
  defect: 'Deciding failed, which is a defect of this page:',
}
