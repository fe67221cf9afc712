import { useMemo } from 'react'
import { Code, Words } from '../../ui/index.ts'
import { type AnswerView, type Effects as EffectsView, withCaveat } from '../../worker/index.ts'
import { glances, responseText } from './answer-texts.ts'
import { Drawer } from './Drawer.tsx'
import styles from './EffectDrawers.module.css'
import { emphasized } from './emphasis.ts'

interface EffectsProps {
  readonly effects: EffectsView
  readonly trace: AnswerView['trace']
  readonly caveat: string | undefined
}

/** What the client, the audit log and the metrics get, each in a drawer. */
export function EffectDrawers({ effects, trace, caveat }: EffectsProps) {
  const { response, audit, metrics, metricsNote } = effects
  const glance = useMemo(() => glances(effects, trace), [effects, trace])
  return (
    <>
      <Drawer title="Response" glance={<Words of={glance.response} />}>
        <Code text={withCaveat(responseText(response), caveat)} label="Response" copy wrap />
        {response.code < 300 && trace?.outcome.kind === 'allowed' && (
          <p className={styles.note}>
            {trace.question !== undefined
              ? 'Its status has what the command prints.'
              : trace.grant === undefined
                ? 'The request goes on to admission and storage; their answers are not simulated.'
                : 'The client gets the stored object. Admission, which could still refuse it, is not simulated.'}
          </p>
        )}
      </Drawer>
      <Drawer title="Audit event" glance={<Words of={glance.audit} />}>
        {audit === undefined ? (
          <p className={styles.note}>
            The API server writes no audit event: a path that it cannot understand is refused before auditing begins.
          </p>
        ) : (
          <AuditEvent text={withCaveat(audit, caveat)} />
        )}
      </Drawer>
      <Drawer title="Metrics" glance={<Words of={glance.metrics} />}>
        {metrics === '' ? (
          <p className={styles.note}>The request adds to no counter of authorization or impersonation.</p>
        ) : (
          <Code text={withCaveat(metrics, caveat)} label="Metrics" copy wrap />
        )}
        {metricsNote !== undefined && <p className={styles.note}>{metricsNote}</p>}
      </Drawer>
    </>
  )
}

/** An audit event, in which the lines that impersonation adds are bold. */
function AuditEvent({ text }: { readonly text: string }) {
  return (
    <Code text={text} label="Audit event" copy>
      {emphasized(text).map(({ text: lines, strong }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the stretches are replaced as a whole and hold no state
        strong ? <strong key={at}>{lines}</strong> : lines,
      )}
    </Code>
  )
}
