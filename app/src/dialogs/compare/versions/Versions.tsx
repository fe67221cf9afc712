import {
  AS_RELEASED,
  AS_THE_TEST_COUNTS,
  type PlayedDesign,
  stagesOf,
  UPGRADE_EXPECTED,
  upgradeScenario,
} from '@authz-playground/examples/versions'
import { useId, useMemo } from 'react'
import {
  choose,
  scenarioBeforeWalk,
  startWalk,
  useAnswer,
  useChoices,
  usePlayground,
  useScreenTitle,
  useShownCell,
  workerApi,
} from '../../../session/index.ts'
import { Select } from '../../../ui/index.ts'
import type { ViewProps } from '../view-props.ts'
import { Grid } from './Grid.tsx'
import { KepManualTest } from './KepManualTest.tsx'
import { OwnRequest } from './OwnRequest.tsx'
import { decidedStops, walkStops } from './stops.ts'
import styles from './Versions.module.css'
import { VersionsSection } from './VersionsSection.tsx'

const COUNTS = [
  { value: 'constrained', title: 'as released: 1.34, 1.35, 1.36' },
  { value: 'proposal', title: 'as KEP-5284’s manual test: 1.33, 1.34' },
] as const satisfies readonly { readonly value: PlayedDesign; readonly title: string }[]

/** The same request on the servers of an upgrade and of the way back, under old rules, new rules, and both. */
export function Versions({ onClose }: ViewProps) {
  const scenario = scenarioBeforeWalk(usePlayground((now) => now.scenario))
  const design = usePlayground((now) => now.designs?.find(({ id }) => id === scenario.design))
  const { counted: chosen = scenario.design } = useChoices('compare/versions')
  const counted: PlayedDesign = chosen === 'proposal' ? 'proposal' : 'constrained'
  const choices = useId()
  useScreenTitle('Versions', true)
  return (
    <div className={styles.versions}>
      {design && <OwnRequest scenario={scenario} stages={stagesOf(design)} title={design.title} onClose={onClose} />}
      <section className={styles.kep} aria-labelledby={choices}>
        <h3 id={choices} className={styles.title}>
          What KEP-5284 expects
        </h3>
        <Select
          inline
          label="Versions counted"
          value={counted}
          options={COUNTS}
          onChange={(chosen) => choose('compare/versions', { counted: chosen })}
        />
      </section>
      <Upgrade design={counted} onClose={onClose} />
      <KepManualTest design={counted} onClose={onClose} />
    </div>
  )
}

function Upgrade({ design, onClose }: ViewProps & { readonly design: PlayedDesign }) {
  const scenario = useMemo(() => upgradeScenario(design), [design])
  const stages = design === 'proposal' ? AS_THE_TEST_COUNTS : AS_RELEASED
  const table = useAnswer(() => workerApi().versions(scenario), [scenario])
  const stops = useMemo(
    () => (table === undefined ? [] : walkStops(scenario, stages, table.policies, UPGRADE_EXPECTED)),
    [scenario, stages, table],
  )
  const name = `upgrade ${design}`
  const current = useShownCell(name)
  const go = (at: number, playing: boolean): void => {
    startWalk({ table: name, stops, at, playing })
    onClose()
  }
  return (
    <VersionsSection
      title="Upgrade and downgrade"
      level={4}
      cells={decidedStops(stops, stages, table)}
      onPlay={() => go(0, true)}
      lead={
        <>
          One impersonator lists pods as <code>someUser</code>, with the old permission, with the new ones, and with
          both. Beside each answer is what the KEP expects, in its words.
        </>
      }
    >
      <Grid
        label="Upgrade and downgrade"
        stages={stages}
        stops={stops}
        table={table}
        current={current}
        onOpen={(at) => go(at, false)}
      />
    </VersionsSection>
  )
}
