import type { Scenario } from '@authz-playground/engine'
import { AS_RELEASED, hasRulesElsewhere, type Stage, verdicts } from '@authz-playground/examples/versions'
import { useMemo } from 'react'
import { startWalk, useAnswer, useShownCell, workerApi } from '../../../session/index.ts'
import { Words, withCode } from '../../../ui/index.ts'
import type { VersionsTable } from '../../../worker/index.ts'
import type { ViewProps } from '../view-props.ts'
import { Grid } from './Grid.tsx'
import { cellOutcome, decidedStops, walkStops } from './stops.ts'
import styles from './Versions.module.css'
import { VersionsSection } from './VersionsSection.tsx'

interface OwnRequestProps extends ViewProps {
  readonly scenario: Scenario
  /** Undefined where the design reads no gate. */
  readonly stages: readonly Stage[] | undefined
  /** The title of the design. */
  readonly title: string
}

/** The request on the page, on every server, under each set of its own policy’s rules. */
export function OwnRequest({ scenario, stages, title, onClose }: OwnRequestProps) {
  const played = useMemo(
    () => (stages === undefined ? { ...scenario, design: 'constrained' } : scenario),
    [scenario, stages],
  )
  const servers = stages ?? AS_RELEASED
  const table = useAnswer(() => workerApi().versions(played), [played])
  const stops = useMemo(
    () => (table === undefined ? [] : walkStops(played, servers, table.policies)),
    [played, servers, table],
  )
  const current = useShownCell('own')
  const elsewhere = hasRulesElsewhere(scenario)
  const go = (at: number, playing: boolean): void => {
    startWalk({ table: 'own', stops, at, playing })
    onClose()
  }
  return (
    <VersionsSection
      title="This request"
      level={3}
      ofScenario
      cells={decidedStops(stops, servers, table)}
      onPlay={() => go(0, true)}
      lead={
        <>
          {stages === undefined &&
            `“${title}” reads no feature gate, so no version changes it; below is constrained impersonation as released. `}
          Old rules are the policy’s without the verbs of constrained impersonation, new rules those without{' '}
          <code>impersonate</code>; what users may do themselves is in both.
          {table !== undefined && table.everyVerb.length > 0 && ` ${everyVerb(table.everyVerb)}`}
          {elsewhere && ' What a webhook and access rules answer is in every set.'}
        </>
      }
    >
      <Grid
        label="This request"
        stages={servers}
        stops={stops}
        table={table}
        current={current}
        onOpen={(at) => go(at, false)}
      />
      {table !== undefined && <Claims table={table} elsewhere={elsewhere} />}
    </VersionsSection>
  )
}

/** "The rule in line 12 grants every verb, so it is in each set." */
function everyVerb(lines: readonly number[]): string {
  return lines.length === 1
    ? `The rule in line ${lines[0]} grants every verb, so it is in each set.`
    : `The rules in lines ${lines.join(', ')} grant every verb, so they are in each set.`
}

/** The KEP's claims about every request, compared with this table. */
function Claims({ table, elsewhere }: { readonly table: VersionsTable; readonly elsewhere: boolean }) {
  const silent = !table.impersonates
    ? 'The request impersonates nobody, so the KEP claims nothing about it.'
    : elsewhere
      ? 'Not all rules are RBAC’s, so old and new rules cannot be distinguished, and the KEP’s claims are not judged.'
      : undefined
  if (silent !== undefined) return <p className={styles.lead}>{silent}</p>
  const cells = table.cells.map(({ stage, rules, row }) => ({ stage, rules, outcome: cellOutcome(row) }))
  return (
    <ul className={styles.claims} aria-label="What KEP-5284 claims of every request">
      {verdicts(cells).map(({ quote, means, holds }) => (
        <li key={quote.words}>
          <span className={holds === false ? styles.differs : styles.holds}>
            {holds === undefined ? 'Not decided' : holds ? 'Holds' : 'Does not hold here'}
          </span>
          <span>
            {means}{' '}
            <q className={styles.quote} title={`KEP-5284, ${quote.section}`}>
              <Words of={withCode(quote.words)} />
            </q>
          </span>
        </li>
      ))}
    </ul>
  )
}
