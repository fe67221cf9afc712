import { useLayoutEffect, useState } from 'react'
import { openDialog, playground, usePlayground } from '../session/index.ts'
import { IconButton } from '../ui/index.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { lectureKey } from './keys.ts'
import { goInList, guess, toggleRing, useLecture, usePlace } from './lecture.ts'
import { PointerRing } from './PointerRing.tsx'
import styles from './PresenterControls.module.css'
import { nextIn, placeInWords } from './playlist.ts'
import { tellsTheEnd } from './spoilers.ts'

/** Where the lecture is in its list, and its controls, for those without a keyboard. */
export function PresenterControls() {
  const { list, ring } = useLecture()
  const at = usePlace()
  const atStart = usePlayground(({ playback }) => playback.atStart)
  const over = usePlayground(({ playback, answered, scenario }) => {
    return answered === scenario && !playback.atStart && !playback.inProgress
  })
  const [keys, setKeys] = useState(false)
  useLectureKeys(() => setKeys(true))
  const { goOn, goBack } = playground.getState()
  const next = list && nextIn(list, at, 1)
  const previous = list && nextIn(list, at, -1)
  return (
    <footer className={styles.controls}>
      {list && (
        <p className={styles.place}>
          {placeInWords(list, at)}
          {!tellsTheEnd(list.title) && <span className={styles.list}>{list.title}</span>}
        </p>
      )}
      {/* Not a toolbar: its arrow keys would take those that let the request go on. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends */}
      <div className={styles.tools} role="group" aria-label="Present">
        {list && (
          <IconButton
            icon="previous"
            label="Previous of the list"
            keys="P"
            aria-disabled={previous === undefined}
            onClick={() => void goInList(-1)}
          />
        )}
        <IconButton icon="stepBack" label="Back" keys="←" aria-disabled={atStart} onClick={goBack} />
        <IconButton
          icon="stepForward"
          label={atStart ? 'Let it go' : 'Go on'}
          keys="Space"
          aria-disabled={over}
          onClick={goOn}
        />
        {list && (
          <IconButton
            icon="next"
            label="Next of the list"
            keys="N"
            aria-disabled={next === undefined}
            onClick={() => void goInList(1)}
          />
        )}
        <IconButton
          icon="qr"
          label="Hand out: a link with a QR code"
          keys="H"
          aria-haspopup="dialog"
          onClick={() => openDialog('hand-out')}
        />
        <IconButton icon="pointer" label="Pointer" keys="L" aria-pressed={ring} onClick={toggleRing} />
        <IconButton icon="help" label="Keys" keys="?" aria-haspopup="dialog" onClick={() => setKeys(true)} />
      </div>
      <PointerRing />
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
    </footer>
  )
}

/**
 * The keys of a lecture, from the moment when it is on the page. They come before those of the chart, and leave those of a
 * dialog alone.
 */
function useLectureKeys(onKeys: () => void): void {
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { target } = event
      const within = (selector: string) => target instanceof Element && target.closest(selector) !== null
      const action = within('dialog') ? undefined : lectureKey(event, within)
      if (action === undefined) return
      event.preventDefault()
      event.stopPropagation()
      const { goOn, goBack } = playground.getState()
      if (typeof action === 'object') guess(action.choice)
      else if (action === 'on') goOn()
      else if (action === 'back') goBack()
      else if (action === 'keys') onKeys()
      else if (!event.repeat) ACTIONS[action]()
    }
    addEventListener('keydown', pressed, { capture: true })
    return () => removeEventListener('keydown', pressed, { capture: true })
  }, [onKeys])
}

const ACTIONS = {
  next: () => void goInList(1),
  previous: () => void goInList(-1),
  ring: toggleRing,
  handOut: () => openDialog('hand-out'),
} as const
