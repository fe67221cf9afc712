import { INTENTS, type Intent, OWN_INTENT, type SurveyReading } from '@authz-playground/examples/intents'
import { choose, useChoices, useScreenTitle } from '../../../session/index.ts'
import { Select, Words, withCode } from '../../../ui/index.ts'
import type { ViewProps } from '../view-props.ts'
import { DesignRows } from './DesignRows.tsx'
import { IntentPolicy } from './IntentPolicy.tsx'
import styles from './Intents.module.css'
import { useOwnIntent } from './useOwnIntent.ts'
import { ruleSource } from './verdicts.ts'

const READINGS: readonly { readonly value: SurveyReading; readonly title: string }[] = [
  { value: 'own', title: 'its own rules' },
  { value: 'whole', title: 'the whole document' },
]

/** An intent, each design’s policy for it, and the permissions that the policy grants besides. */
export function Intents({ onClose }: ViewProps) {
  const { of, reading: chosen } = useChoices('compare/intents')
  const reading: SurveyReading = chosen === 'whole' ? 'whole' : 'own'
  const own = useOwnIntent()
  const ownIntent = own && 'intent' in own ? own.intent : undefined
  // One’s own is not replaced by another while it is asked for, or where the request has none.
  const intent = of === OWN_INTENT ? ownIntent : (INTENTS.find((one) => one.id === of) ?? INTENTS[0])
  useScreenTitle(`Intent: ${intent?.title ?? ''}`)
  return (
    <div className={styles.view}>
      <p className={styles.lead}>
        Six things that people want to allow, and the permission that the request on the page needs. Each design says
        them as tightly as it can, and then a hundred requests near the wanted one are sent. What passes and is not
        meant, the design cannot keep out: the targets themselves may do everything, so whatever is refused is refused
        by the design.
      </p>
      <ol className={styles.picker} aria-label="Intents">
        {INTENTS.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.choice}
              aria-current={one === intent}
              data-first-focus={one === intent || undefined}
              onClick={() => choose('compare/intents', { of: one.id, design: undefined })}
            >
              {one.title}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={styles.choice}
            aria-current={of === OWN_INTENT}
            data-first-focus={of === OWN_INTENT || undefined}
            disabled={ownIntent === undefined}
            onClick={() => choose('compare/intents', { of: OWN_INTENT, design: undefined })}
          >
            Your own: what the request on the page needs
          </button>
          {own && 'no' in own && (
            <p className={styles.no}>
              <Words of={withCode(own.no)} />
            </p>
          )}
        </li>
      </ol>
      {intent && (
        <Chosen
          key={intent.sentence}
          intent={intent}
          reading={reading}
          onReading={(next) => choose('compare/intents', { reading: next === 'whole' ? next : undefined })}
          onClose={onClose}
        />
      )}
    </div>
  )
}

interface ChosenProps extends ViewProps {
  readonly intent: Intent
  readonly reading: SurveyReading
  onReading(reading: SurveyReading): void
}

function Chosen({ intent, reading, onReading, onClose }: ChosenProps) {
  return (
    <section className={styles.chosen} aria-labelledby="intent-title">
      <h3 id="intent-title" className={styles.title}>
        {intent.title}
      </h3>
      <p className={styles.sentence}>
        <Words of={withCode(intent.sentence)} />
      </p>
      {intent.said && (
        <p className={styles.source}>
          <q>
            <Words of={withCode(intent.said.quote)} />
          </q>{' '}
          {ruleSource(intent.said)}
        </p>
      )}
      <div className={styles.reading}>
        <Select inline label="Each design is decided with" value={reading} options={READINGS} onChange={onReading} />
        <span className={styles.soft}>
          {reading === 'own'
            ? 'and what the targets may do, so that each row speaks of that design alone.'
            : 'so a rule of one design helps another: legacy’s impersonate counts wherever it is the last resort.'}
        </span>
      </div>
      <DesignRows intent={intent} reading={reading} onClose={onClose} />
      <IntentPolicy intent={intent} />
    </section>
  )
}
