import type { Audience } from '@authz-playground/examples/route'
import type { Folding, PageLayout } from './panes.ts'
import { Splitter } from './Splitter.tsx'
import { DEFAULT_SIZES, type SizeName, type Sizes } from './sizes.ts'

interface SplittersProps {
  readonly room: PageLayout
  readonly audience: Audience
  /** The pane beside the chart where not all have room. Undefined: none. */
  readonly unfolded: Folding | undefined
  /** The panes other than the editor are in one column. */
  readonly stacked: boolean
  readonly sizes: Sizes
  onMove(name: SizeName, value: number): void
  onRest(): void
}

/** What is between the panes, and moves them. */
export function Splitters({ room, audience, unfolded, stacked, sizes, onMove, onRest }: SplittersProps) {
  const of = (name: SizeName) => ({ name, value: sizes[name], usual: DEFAULT_SIZES[audience][name], onMove, onRest })
  const wide = room === 'wide'
  const columns = wide || room === 'medium'
  return (
    <>
      {(wide || (columns && unfolded !== undefined)) && (
        <Splitter
          {...of('left')}
          label={wide ? 'Width of policy and request' : `Width of the ${unfolded}`}
          pane={unfolded ?? 'policy'}
          line="vertical"
        />
      )}
      {wide && <Splitter {...of('policy')} label="Height of the policy" pane="policy" line="horizontal" />}
      {columns && !stacked && (
        <>
          <Splitter {...of('right')} label="Width of answer and timeline" pane="answer" line="vertical" paneAfter />
          <Splitter {...of('answer')} label="Height of the answer" pane="answer" line="horizontal" />
        </>
      )}
    </>
  )
}
