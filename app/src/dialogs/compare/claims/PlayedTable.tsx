import { type Argument, type SettledRow, toPlay } from '@authz-playground/examples/arguments'
import { type DesignRow, OUTCOME_MARKS } from '@authz-playground/pictures'
import { useState } from 'react'
import { usePlayground, workerApi } from '../../../session/index.ts'
import { DecisionMark, LinkButton, useRetriedEffect, VisuallyHidden, Words, withCode } from '../../../ui/index.ts'
import styles from './PlayedTable.module.css'

interface PlayedTableProps {
  readonly argument: Argument
  readonly rows: readonly SettledRow[]
  onOpen(row: SettledRow): void
}

/**
 * The requests of a claim and their outcomes under each design: at once as recorded, then decided anew. A click on a design opens the request on its flowchart.
 */
export function PlayedTable({ argument, rows, onOpen }: PlayedTableProps) {
  const replayed = useReplayed(argument)
  const designs = usePlayground((now) => now.designs) ?? []
  const titleOf = (id: string): string => designs.find((design) => design.id === id)?.title ?? id
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Design</th>
          <th scope="col">Answer</th>
          <th scope="col">Checks</th>
          <th scope="col">What decided</th>
        </tr>
      </thead>
      {Object.entries(argument.cases).map(([name, { shows }]) => (
        <tbody key={name}>
          <tr>
            <th colSpan={4} scope="rowgroup" className={styles.shows}>
              <Words of={withCode(shows)} />
            </th>
          </tr>
          {rows
            .filter((played) => played.name === name)
            .map((played) => (
              <tr key={played.design}>
                <td>
                  <LinkButton onClick={() => onOpen(played)}>
                    {titleOf(played.design)}
                    <VisuallyHidden>{` on the flowchart: ${shows.replaceAll('`', '')}`}</VisuallyHidden>
                  </LinkButton>
                </td>
                {argument.notSaidYet?.includes(played.design) ? (
                  <td colSpan={3}>not said yet</td>
                ) : (
                  <Came settled={played} row={replayed?.[rows.indexOf(played)]} />
                )}
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  )
}

/** @param row undefined until the request is decided anew */
function Came({
  settled: { code, checks },
  row,
}: {
  readonly settled: SettledRow
  readonly row: DesignRow | undefined
}) {
  const { outcome, decisive, constraint = '' } = row ?? {}
  return (
    <>
      <td>
        <span className={styles.outcome}>
          {row !== undefined && <DecisionMark decision={outcome ? OUTCOME_MARKS[outcome.kind] : 'NotDecided'} />}
          {row === undefined ? code : outcome?.code}
        </span>
      </td>
      <td className={styles.checks}>
        {checks}
        <span className={styles.unit}>{checks === 1 ? ' check' : ' checks'}</span>
      </td>
      <td className={styles.decisive}>
        {decisive && (
          <>
            <Words of={decisive.question} /> <DecisionMark decision={decisive.decision} withWord />
          </>
        )}
        {constraint !== '' && (
          <>
            {' '}
            <code>{constraint}</code>
          </>
        )}
      </td>
    </>
  )
}

/** By argument. Claims do not change while the page is open, so each is played once. */
const played = new Map<string, readonly DesignRow[]>()

/** The requests of a claim, decided anew, in the order of `toPlay`; undefined until they are. */
function useReplayed(argument: Argument): readonly DesignRow[] | undefined {
  const [rows, setRows] = useState(played.get(argument.id))
  useRetriedEffect(
    (isCurrent) => {
      if (played.has(argument.id)) return
      workerApi()
        .playAll(toPlay(argument).map(({ scenario }) => scenario))
        .then((answers) => {
          const decided = answers.map(({ row }) => row)
          played.set(argument.id, decided)
          if (isCurrent()) setRows(decided)
        })
        // The recorded answers stay.
        .catch(() => undefined)
    },
    [argument],
  )
  return rows
}
