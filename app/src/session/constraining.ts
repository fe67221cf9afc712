import { create } from 'zustand'
import { openDialog } from './screen.ts'

/** Logs that were chosen elsewhere, for the dialog to read. */
const useBrought = create<{ readonly files: readonly File[] }>()(() => ({ files: [] }))

/** Opens the way from legacy to constrained impersonation. `files`: reads these logs there. */
export function openConstrain(files: readonly File[] = []): void {
  useBrought.setState({ files })
  openDialog('constrain')
}

/** The logs that were chosen elsewhere. They are given once. */
export function takeBrought(): readonly File[] {
  const { files } = useBrought.getState()
  useBrought.setState({ files: [] })
  return files
}
