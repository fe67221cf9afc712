import { plainText, type RichText } from '@authz-playground/engine'
import { useId } from 'react'
import { unfold, useAppliedChange, useLastChanges, usePlayground, useUnfolded } from '../../session/index.ts'
import { Button, Icon, LinkButton, VisuallyHidden, Words } from '../../ui/index.ts'
import type { AllowingChange } from '../../worker/index.ts'
import { apply, TITLES, undoChange } from './AllowingChangeList.tsx'
import styles from './OutcomeActions.module.css'

/** Longer words of a change are not on its button. Characters. */
const MOST = 72

/** Below a refusal: a button that makes the narrowest change that allows the request, and the way to the others. */
export function OutcomeActions() {
  const found = useLastChanges()
  const scenario = usePlayground((now) => now.scenario)
  const applied = useAppliedChange()
  const open = useUnfolded('changes')
  const about = useId()
  const [first, ...others] = found?.changes ?? []
  const change = applied ?? first
  if (change === undefined) return null
  const current = applied !== undefined || found?.scenario === scenario
  const { words, label } = labelOf(change)
  return (
    <>
      {applied && (
        <p className={styles.applied}>
          <Icon name="done" /> <Words of={words} />
        </p>
      )}
      <Button
        look={applied ? 'outlined' : 'primary'}
        className={styles.change}
        aria-describedby={about}
        disabled={!current}
        onClick={applied ? undoChange : () => apply(change)}
      >
        {applied ? (
          'Undo'
        ) : (
          <span>
            <Words of={label} />
          </span>
        )}
      </Button>
      {!applied && (
        <LinkButton className={styles.others} aria-expanded={open} onClick={() => unfold('changes', !open)}>
          {others.length === 0 ? 'What it changes' : `Other ways (${others.length})`}
          <Icon name={open ? 'up' : 'down'} />
        </LinkButton>
      )}
      <p id={about} className={styles.opens}>
        <Opens change={change} />
      </p>
    </>
  )
}

/** What a change opens beside the request, and its dangers: in a few words, and in whole ones for those who ask. */
function Opens({ change: { dangers, extra } }: { readonly change: AllowingChange }) {
  const whole = [...dangers.map(({ words }) => `Danger: ${words}`), plainText(extra.sentence)].join(' ')
  return (
    <>
      <span aria-hidden="true" title={whole}>
        {dangers.length > 0 && '⚠ Danger, '}
        opens {extra.count === 0 ? 'nothing else' : `${extra.count.toLocaleString('en')} more`}
      </span>
      <VisuallyHidden>{whole}</VisuallyHidden>
    </>
  )
}

/** The words of a change: all of them, and those on its button. */
function labelOf({ kind, parts }: AllowingChange): { readonly words: RichText; readonly label: RichText } {
  const steps = parts.map(withoutStop)
  const [only] = steps
  const words = steps.length === 1 && only ? only : [TITLES[kind]]
  return { words, label: plainText(words).length <= MOST ? words : [TITLES[kind]] }
}

function withoutStop(words: RichText): RichText {
  const last = words.at(-1)
  return typeof last === 'string' ? words.with(-1, last.replace(/\.$/, '')) : words
}
