import type { Example, ExampleForm, Expected } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type About, countOpened, isHeldBack, playground, screen, usePlayground } from '../session/index.ts'
import { classes, IconButton, usePopoverBelow, Words, withCode } from '../ui/index.ts'
import menu from '../ui/menu.module.css'
import styles from './AboutScenario.module.css'
import { RouteWalk } from './RouteWalk.tsx'
import type { Shown } from './shown.ts'

interface AboutProps {
  readonly shown: Shown
  /** The description opens below this element. */
  readonly place: RefObject<HTMLElement | null>
  /** Opens the example of this id, which may not have been loaded yet. */
  onExample(id: string): void
  onOpen(example: Example): void
}

/** The pairs of forms that an example can have. */
const FORMS: readonly (readonly ExampleForm[])[] = [
  ['printed', 'mended'],
  ['reviewed', 'merged'],
]
const FORM_WORDS = { printed: 'as printed', mended: 'mended', reviewed: 'under review', merged: 'as merged' } as const

/** A longer explanation is cut here. The Share dialog shows it whole. Characters. */
const EXPLANATION = 800

/** What is said of the scenario that is open, and its place on its route, below a button that opens them. */
export function AboutScenario({ shown, place, onExample, onOpen }: AboutProps) {
  const { example, counterpart, outdated, about } = shown
  const [open, setOpen] = useState(false)
  const words = useRef<HTMLElement>(null)
  const before = useRef(false)
  useOpenedExplanation(about, () => setOpen(true))
  usePopoverBelow(open, () => setOpen(false), place, words)
  const sentence = about?.explanation ?? example?.sentence ?? ''
  if (sentence === '' && example === undefined) return null
  return (
    <>
      <IconButton
        icon="about"
        label="About this scenario"
        aria-expanded={open}
        // A press beside the words closes them, and the button is beside them.
        onPointerDown={() => {
          before.current = open
        }}
        onClick={({ detail }) => setOpen(!(detail === 0 ? open : before.current))}
      />
      {open && (
        <section
          ref={words}
          popover="auto"
          className={classes(menu.popover, styles.about)}
          aria-label="About this scenario"
        >
          <p>
            {outdated && sentence !== '' && <strong>Before the edit: </strong>}
            <Words of={withCode(shortened(sentence, EXPLANATION))} />
          </p>
          {example?.note && (
            <p className={styles.note}>
              <Words of={withCode(example.note)} />
            </p>
          )}
          {example?.expected && <Beside expected={example.expected} outdated={outdated} />}
          {example?.counterpart && (
            <Forms form={example.counterpart.form} onOther={() => counterpart && onOpen(counterpart)} />
          )}
          {shown.place && <RouteWalk place={shown.place} onOpen={onExample} />}
        </section>
      )}
    </>
  )
}

/** The words that this page has opened by itself. */
const openedByItself = new WeakSet<About>()

/** Calls `opens` once when a link has opened a scenario with an explanation, unless a dialog is over it; not after a reload. */
function useOpenedExplanation(about: About | undefined, opens: () => void): void {
  const onOpened = useEffectEvent(opens)
  useEffect(() => {
    if (about === undefined || about.explanation === '' || countOpened() === 0 || openedByItself.has(about)) return
    openedByItself.add(about)
    if (playground.getState().fromLink && screen.getState().dialog === undefined) onOpened()
  }, [about])
}

/** What the document of an example expects, beside the computed answer unless that is of an edited scenario. */
function Beside({
  expected: { by, code, words },
  outdated,
}: {
  readonly expected: Expected
  readonly outdated: boolean
}) {
  const computed = usePlayground((now) => (outdated || isHeldBack(now) ? undefined : now.answer?.trace?.outcome.code))
  return (
    <p className={styles.note}>
      {by} expects {code}: <q>{words}</q>
      {computed !== undefined && (
        <>
          {' '}
          Computed: {computed}
          {computed === code ? ', as expected.' : <strong>, not as expected.</strong>}
        </>
      )}
    </p>
  )
}

/**
 * Switches between the two forms of an example: as printed and mended, where its document does not do what its text says;
 * under review and as merged, where the review mended it.
 */
function Forms({ form, onOther }: { readonly form: ExampleForm; onOther(): void }) {
  const legend = useId()
  return (
    // Not a legend, which WebKit puts on a line of its own.
    <fieldset className={styles.forms} aria-labelledby={legend}>
      <span id={legend} className={styles.legend}>
        The document’s YAML
      </span>
      {(FORMS.find((pair) => pair.includes(form)) ?? []).map((one) => (
        <button
          key={one}
          type="button"
          className={styles.form}
          aria-pressed={one === form}
          onClick={one === form ? undefined : onOther}
        >
          {FORM_WORDS[one]}
        </button>
      ))}
    </fieldset>
  )
}
