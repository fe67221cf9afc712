import { type Argument, toPlay } from '@authz-playground/examples/arguments'
import type { DesignRow } from '@authz-playground/pictures'
import { useState } from 'react'
import { workerApi } from '../../../session/index.ts'
import { useRetriedEffect } from '../../../ui/index.ts'

/** By argument. Claims do not change while the page is open, so each is played once. */
const played = new Map<string, readonly DesignRow[]>()

/** The requests of a claim, decided anew, in the order of `toPlay`; undefined until they are. */
export function useReplayed(argument: Argument): readonly DesignRow[] | undefined {
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
