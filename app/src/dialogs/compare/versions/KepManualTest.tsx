import { type BobAndAlice, MANUAL_TEST, type PlayedDesign, type TestStep } from '@authz-playground/examples/versions'
import type { DesignRow } from '@authz-playground/pictures'
import { type ReactNode, useMemo } from 'react'
import { choose, startWalk, useAnswer, useChoices, useShownCell, workerApi } from '../../../session/index.ts'
import { Select, Words, withCode } from '../../../ui/index.ts'
import type { ViewProps } from '../view-props.ts'
import styles from './KepManualTest.module.css'
import { serverInWords, type TestStop, testStops } from './stops.ts'
import { VersionCell } from './VersionCell.tsx'
import { VersionsSection } from './VersionsSection.tsx'

const READINGS = [
  { value: 'impersonators', title: 'impersonate somebody else' },
  { value: 'impersonated', title: 'are impersonated' },
] as const satisfies readonly { readonly value: BobAndAlice; readonly title: string }[]

/** KEP-5284’s manual test, step by step. */
export function KepManualTest({ design, onClose }: ViewProps & { readonly design: PlayedDesign }) {
  const { reading: chosen } = useChoices('compare/versions')
  const reading: BobAndAlice = chosen === 'impersonated' ? 'impersonated' : 'impersonators'
  const stops = useMemo(() => testStops(design, reading), [design, reading])
  const rows = useAnswer(() => workerApi().decideAll(stops.map(({ scenario }) => scenario)), [stops])
  const name = `test ${design} ${reading}`
  const current = useShownCell(name)
  const go = (at: number, playing: boolean): void => {
    startWalk({ table: name, stops, at, playing })
    onClose()
  }
  return (
    <VersionsSection
      title="Manual test"
      level={4}
      cells={(rows ?? []).flatMap((row, at) => {
        const stop = stops[at]
        return stop === undefined ? [] : [{ stop, row }]
      })}
      onPlay={() => go(0, true)}
      lead="“Manual tests to cover upgrade->downgrade->upgrade”: the text verifies “impersonation of user bob”, and then that alice “would not be able to impersonate”. Both readings are here, with the same results."
    >
      <Select
        inline
        label="bob and alice"
        value={reading}
        options={READINGS}
        onChange={(next) => choose('compare/versions', { reading: next === 'impersonated' ? next : undefined })}
      />
      <ol className={styles.steps}>
        {MANUAL_TEST.map((step) => (
          <Step key={step.number} step={step}>
            {stops.flatMap((stop, at) =>
              stop.step === step
                ? [
                    <Verified
                      key={stop.title}
                      stop={stop}
                      row={rows?.[at]}
                      current={at === current}
                      onOpen={() => go(at, false)}
                    />,
                  ]
                : [],
            )}
          </Step>
        ))}
      </ol>
    </VersionsSection>
  )
}

function Step({ step: { number, words }, children }: { readonly step: TestStep; readonly children: ReactNode }) {
  return (
    <li value={number} className={styles.step}>
      <p>
        <q>
          <Words of={withCode(words)} />
        </q>
        {number > LISTED && <span className={styles.beyond}> The list ends before its last upgrade; here it is.</span>}
      </p>
      {children}
    </li>
  )
}

/** The number of steps that the KEP lists. */
const LISTED = 6

interface VerifiedProps {
  readonly stop: TestStop
  readonly row: DesignRow | undefined
  readonly current: boolean
  onOpen(): void
}

function Verified({ stop, row, current, onOpen }: VerifiedProps) {
  return (
    <div className={styles.verified}>
      <p className={styles.who}>
        {stop.who} <span className={styles.server}>{serverInWords(stop.scenario.cluster)}</span>
      </p>
      <div>
        <VersionCell
          stop={stop}
          row={row}
          current={current}
          quoted={!stop.step.words.includes(stop.expected.quote.words)}
          onOpen={onOpen}
        />
      </div>
    </div>
  )
}
