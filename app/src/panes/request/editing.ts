import { useEffect, useState, useSyncExternalStore } from 'react'
import { decider, playground } from '../../session/index.ts'
import { type FieldEdits, type FieldState, fieldEdits } from './field-edits.ts'

export interface Editing extends Pick<FieldEdits, 'change' | 'hold'>, FieldState {}

/** Edits of the present request by its fields. */
export function useEditing(): Editing {
  const [edits] = useState(() =>
    fieldEdits({
      written: () => playground.getState().scenario.request,
      rewrite: (written, changes) => decider().rewrite(written, changes),
      write: (request, field) => playground.getState().edit({ subject: `request ${field}`, change: { request } }),
    }),
  )
  useEffect(() => {
    const settle = (): void => edits.settle(playground.getState().answered?.request)
    settle()
    return playground.subscribe((now, before) => {
      if (now.answered !== before.answered || now.scenario !== before.scenario) settle()
    })
  }, [edits])
  const { change, hold } = edits
  return { ...useSyncExternalStore(edits.subscribe, edits.state), change, hold }
}
