import { createContext, useContext } from 'react'
import type { TextName } from './text-history.ts'

/** A part of one of the texts. */
export interface TextPlace {
  readonly text: TextName
  readonly start: number
  readonly end: number
}

/** Shows a place in its editor, with the cursor there. */
export type GoesTo = (place: TextPlace) => void

const Going = createContext<GoesTo>(() => undefined)

export const GoingProvider = Going.Provider

/** What shows a place of the texts in its editor. */
export function useGoing(): GoesTo {
  return useContext(Going)
}
