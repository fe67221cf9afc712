import { openDialog, usePlayground } from '../../../session/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { OutlineButton } from './OutlineButton.tsx'
import { setWrap, useWrap } from './wrap.ts'

interface EditorToolsProps {
  readonly maximised: boolean
  onMaximise(): void
}

/** The outline, the wrapping and the size of the policy’s editor. */
export function EditorTools({ maximised, onMaximise }: EditorToolsProps) {
  const wrap = useWrap()
  const empty = usePlayground(({ scenario }) => scenario.policy.trim() === '')
  return (
    <>
      {!empty && <OutlineButton />}
      {!empty && (
        <IconButton icon="difference" label="Compare the policy with…" onClick={() => openDialog('policy-diff')} />
      )}
      <IconButton icon="wrap" label="Wrap long lines" aria-pressed={wrap} onClick={() => setWrap(!wrap)} />
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
