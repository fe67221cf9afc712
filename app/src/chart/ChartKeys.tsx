import { VisuallyHidden } from '../ui/index.ts'

/** The keys of a chart, for people who use a keyboard. */
export function ChartKeys({ id }: { readonly id: string }) {
  return (
    <VisuallyHidden>
      <span id={id}>
        Space plays, left and right arrow keys go step by step. Plus, minus and zero zoom. Among the nodes, up and down
        arrow keys go from one to the next.
      </span>
    </VisuallyHidden>
  )
}
