import {
  closeTaken,
  type Instead,
  openBringIn,
  playground,
  type Taken,
  takeInstead,
  usePlayground,
  useTaken,
} from '../../../session/index.ts'
import { IconButton, LinkButton, Words, withCode } from '../../../ui/index.ts'
import styles from './PasteBox.module.css'

const INSTEAD: Readonly<Record<Instead, string>> = {
  policy: 'It is policy instead',
  append: 'Add it below the policy instead',
  sender: 'Ask as it was sent, by somebody else',
}

/** What the last paste was taken for, and what to do where that is wrong. It goes with the scenario that it made. */
export function TakenNote() {
  const taken = useTaken()
  const shown = usePlayground(({ scenario }) => taken !== undefined && isAbout(taken, scenario))
  return (
    <div role="status" aria-label="What was pasted">
      {taken && shown && <Note taken={taken} />}
    </div>
  )
}

/** Whether a part of what came is still there. */
function isAbout({ before, after }: Taken, scenario: Taken['after']): boolean {
  if (scenario === after) return true
  if (scenario === before) return false
  return (['policy', 'request', 'requestor'] as const).some(
    (part) => scenario[part] === after[part] && after[part] !== before[part],
  )
}

function Note({ taken }: { readonly taken: Taken }) {
  const unchanged = usePlayground(({ scenario }) => scenario === taken.after)
  const old = usePlayground(({ scenario }) => taken.oldRequest && scenario.request === taken.before.request)
  const { choose } = taken
  const actions = [
    ...(choose === undefined ? [] : [{ words: 'Choose the request', run: () => openBringIn(choose) }]),
    ...(unchanged && taken.before !== taken.after
      ? [{ words: 'Take it back', run: () => playground.getState().undo() }]
      : []),
    ...(unchanged && taken.text !== ''
      ? taken.instead.map((instead) => ({ words: INSTEAD[instead], run: () => takeInstead(instead) }))
      : []),
  ]
  return (
    <div className={styles.note}>
      <div className={styles.words}>
        {taken.words.map((words) => (
          <p key={words}>{words}</p>
        ))}
        {taken.problems.map((words) => (
          <p key={words} className={styles.problem}>
            <Words of={withCode(words)} />
          </p>
        ))}
        {old && (
          <p>
            The request is still the one from before. <LinkButton onClick={clearRequest}>Clear it</LinkButton>
          </p>
        )}
        {actions.length > 0 && (
          <p className={styles.actions}>
            {actions.map(({ words, run }) => (
              <LinkButton key={words} onClick={run}>
                {words}
              </LinkButton>
            ))}
          </p>
        )}
      </div>
      <IconButton icon="close" label="Close this note" onClick={closeTaken} />
    </div>
  )
}

function clearRequest(): void {
  playground.getState().edit({ subject: 'request cleared', change: { request: { form: 'kubectl', text: '' } } })
}
