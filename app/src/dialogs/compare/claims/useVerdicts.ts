import {
  ARGUMENTS,
  type Argument,
  notSaidYet,
  settle,
  type ToPlay,
  toPlay,
  type Verdict,
} from '@authz-playground/examples/arguments'
import type { DesignRow } from '@authz-playground/pictures'
import { useState } from 'react'
import { workerApi } from '../../../session/index.ts'
import { useRetriedEffect } from '../../../ui/index.ts'

/** A scenario of an argument, with its result. */
export interface PlayedRow extends ToPlay {
  readonly row: DesignRow
}

/** The result of an argument. */
export interface Settled {
  readonly verdict: Verdict
  readonly rows: readonly PlayedRow[]
  /** Designs that the policies of the claim have no rules for yet. */
  readonly notSaid: ReadonlySet<string>
}

/** By argument. Claims do not change while the page is open, so each is computed once. */
const known = new Map<string, Settled>()

async function settled(argument: Argument): Promise<Settled> {
  const list = toPlay(argument)
  const played = await workerApi().playAll(list.map(({ scenario }) => scenario))
  const traces = played.flatMap(({ trace }) => (trace === undefined ? [] : [trace]))
  const rows = list.flatMap((one, i) => {
    const row = played[i]?.row
    return row === undefined ? [] : [{ ...one, row }]
  })
  return { verdict: settle(argument, traces), rows, notSaid: notSaidYet(argument, traces) }
}

export interface Settling {
  readonly of: ReadonlyMap<string, Settled>
  /** The worker ended before all were settled. */
  readonly stopped: boolean
}

/** Settles one argument after the other, the one of the id `first` before the others. Each shows as soon as it is settled. */
export function useVerdicts(first: string | undefined): Settling {
  const [now, setNow] = useState<Settling>({ of: new Map(known), stopped: false })
  useRetriedEffect(
    (isCurrent) => {
      const settleAll = async (): Promise<void> => {
        for (const argument of [...ARGUMENTS.filter(({ id }) => id === first), ...ARGUMENTS]) {
          if (!isCurrent() || known.has(argument.id)) continue
          known.set(argument.id, await settled(argument))
          if (isCurrent()) setNow({ of: new Map(known), stopped: false })
        }
      }
      settleAll().catch(() => {
        if (isCurrent()) setNow({ of: new Map(known), stopped: true })
      })
    },
    [first],
  )
  return now
}
