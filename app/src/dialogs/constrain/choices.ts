import type { RichText, SentRequest } from '@authz-playground/engine'
import type { Widening } from '@authz-playground/engine/logs'
import { create } from 'zustand'

export type ConstrainTab = 'who' | 'rules' | 'way' | 'chart'

/** A request that is shown on two charts. */
export interface ShownRequest {
  readonly words: RichText
  readonly sent: SentRequest
}

interface ConstrainChoices {
  readonly tab: ConstrainTab
  readonly widen: readonly Widening[]
  /** The key of the impersonator whose requests are shown; empty for none. Undefined: the first. */
  readonly open: string | undefined
  readonly shown: ShownRequest | undefined
  /** Requests of earlier edits count as observed, too. */
  readonly earlier: boolean
}

/** What was chosen in the dialog. It stays while the page is open. */
export const useConstrainChoices = create<ConstrainChoices>()(() => ({
  tab: 'who',
  widen: [],
  open: undefined,
  shown: undefined,
  earlier: false,
}))
