/** The props of every view of the comparison. */
export interface ViewProps {
  /** Closes the comparison. The page shows the chosen scenario. */
  onClose(): void
}
