/** What every view of the comparison is given. */
export interface ViewProps {
  /** Closes the comparison: what was chosen in it is on the page now. */
  onClose(): void
}
