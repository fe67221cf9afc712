import { openDialog, usePlayground } from '../../../session/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { OutlineButton } from './OutlineButton.tsx'

interface EditorToolsProps {
  readonly maximised: boolean
  onMaximise(): void
}

/** The outline and the size of the policy’s editor. */
export function EditorTools({ maximised, onMaximise }: EditorToolsProps) {
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
