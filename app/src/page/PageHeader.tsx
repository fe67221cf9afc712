import type { Example, Expected } from '@authz-playground/examples'
import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { shortened } from '@authz-playground/pictures'
import { useId } from 'react'
import {
  chooseAudience,
  isHeldBack,
  openComparison,
  openDialog,
  openQuestions,
  useAudience,
  usePlayground,
} from '../session/index.ts'
import { Icon, IconButton, KEYS, LinkButton, lazyPart, Words, withCode } from '../ui/index.ts'
import { Audiences } from './Audiences.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { Learn } from './Learn.tsx'
import styles from './PageHeader.module.css'
import { RouteWalk } from './RouteWalk.tsx'
import type { Shown } from './shown.ts'

// Readers of the documentation, who come first, have no settings.
export const settings = lazyPart('Settings', () => import('./SettingsBar.tsx').then(({ SettingsBar }) => SettingsBar))

interface HeaderProps {
  readonly shown: Shown
  /** Opens the example of this id, which may not have been loaded yet. */
  onExample(id: string): void
  onOpen(example: Example): void
}

/** A longer explanation is cut here, so that the chart keeps its room. The Share dialog shows it whole. Characters. */
const EXPLANATION = 800

/** The name of the page, the scenario that is open, and the way to the dialogs. */
export function PageHeader({ shown, onExample, onOpen }: HeaderProps) {
  const { exampleId, example, counterpart, place, title, changed, altered, outdated, about } = shown
  const audience = useAudience()
  const firstStep = audience === 'learn' ? FIRST_STEPS.find((one) => one.example === example?.id) : undefined
  const sentence = about?.explanation ?? example?.sentence ?? ''
  const edited = altered || (changed && example !== undefined)
  const open = (
    <p className={styles.example}>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-label={`Example: ${title}. Open another`}
        onClick={() => openDialog('gallery', {})}
      >
        <span className={styles.title}>{title}</span>
        <Icon name="down" />
      </button>
      {audience !== 'learn' && (
        <span className={styles.library}>
          <IconButton
            icon="library"
            label="Your scenarios"
            keys={KEYS.library}
            aria-haspopup="dialog"
            onClick={() => openDialog('library')}
          />
        </span>
      )}
      <RouteWalk place={place} short={edited} onOpen={onExample} />
      {edited && (
        <span className={styles.edited}>
          edited
          {changed && example && (
            <>
              {' · '}
              <LinkButton onClick={() => onOpen(example)}>Reset to the example</LinkButton>
            </>
          )}
        </span>
      )}
    </p>
  )
  return (
    <header className={styles.header} data-audience={audience}>
      <div className={styles.top}>
        <h1 className={styles.product}>Authorization playground</h1>
        <Audiences />
        {audience !== 'learn' && open}
        <div className={styles.tools} role="toolbar" aria-label="Tools">
          {audience !== 'learn' && (
            <IconButton
              icon="questions"
              label="Questions"
              keys={KEYS.questions}
              aria-haspopup="dialog"
              onClick={openQuestions}
            />
          )}
          <HeaderTools shares />
        </div>
      </div>
      {audience === 'learn' && <Learn current={exampleId} onOpen={onExample} />}
      {(sentence !== '' || example || audience === 'learn') && (
        <div className={styles.about}>
          {audience === 'learn' && open}
          <p>
            {outdated && (firstStep || sentence !== '') && <strong>Before the edit: </strong>}
            {firstStep && (
              <>
                <Words of={withCode(firstStep.sentence)} />{' '}
              </>
            )}
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
          {audience === 'learn' && <OwnSettings />}
        </div>
      )}
      {audience !== 'learn' && (
        <div className={styles.settings} data-audience={audience}>
          <settings.Shown designs={audience === 'designs'} onCompare={openComparison} />
        </div>
      )}
    </header>
  )
}

/** Says where a scenario is shown with its settings, which readers of the documentation do not see. */
function OwnSettings() {
  const own = usePlayground(({ scenario: { design, cluster } }) => {
    const { version, constrainedImpersonation, defaultRoles } = cluster
    return design !== 'constrained' || version !== '1.36' || constrainedImpersonation !== undefined || defaultRoles
  })
  if (!own) return null
  return (
    <p className={styles.note}>
      This scenario has settings of its own.{' '}
      <LinkButton onClick={() => chooseAudience('designs')}>Show them</LinkButton>
    </p>
  )
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
 * Switches between the two forms of an example whose document does not do what its text says: as printed, and mended.
 */
function Forms({ form, onOther }: { readonly form: 'printed' | 'mended'; onOther(): void }) {
  const legend = useId()
  return (
    // Not a legend, which WebKit puts on a line of its own.
    <fieldset className={styles.forms} aria-labelledby={legend}>
      <span id={legend} className={styles.legend}>
        The document’s YAML
      </span>
      {(['printed', 'mended'] as const).map((one) => (
        <button
          key={one}
          type="button"
          className={styles.form}
          aria-pressed={one === form}
          onClick={one === form ? undefined : onOther}
        >
          {one === 'printed' ? 'as printed' : 'mended'}
        </button>
      ))}
    </fieldset>
  )
}
