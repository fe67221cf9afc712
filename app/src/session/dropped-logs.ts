import { openDialog } from './screen.ts'

let dropped: readonly File[] = []

/** Opens the way from legacy to constrained impersonation. `files`: reads these logs there. */
export function openConstrain(files: readonly File[] = []): void {
  dropped = files
  openDialog('constrain')
}

/** The logs that were chosen elsewhere, for the dialog to read. They are given once. */
export function takeDroppedLogs(): readonly File[] {
  const files = dropped
  dropped = []
  return files
}
