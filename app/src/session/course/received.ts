import type { Course, HandIn } from '@authz-playground/engine/documents'
import { create } from 'zustand'
import { openDialog } from '../screen.ts'

/** What somebody handed in, as a link or a file brought it. Nothing of it is taken over until a person says so. */
export interface ReceivedHandIn {
  readonly handIn: HandIn
  /** It is as the playground wrote it. */
  readonly sealed: boolean
  /** Absent where the course is not in this browser. */
  readonly course?: Course | undefined
}

export const useReceived = create<{ readonly received: ReceivedHandIn | undefined }>()(() => ({ received: undefined }))

/** Shows what was handed in. */
export function receive(received: ReceivedHandIn): void {
  useReceived.setState({ received })
  openDialog('hand-in')
}

export function forgetReceived(): void {
  useReceived.setState({ received: undefined })
}
