import { useEffect, useState } from 'react'
import { type AppliedChange, usePlayground } from '../../session/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { Drawer } from './Drawer.tsx'

const allowingChanges = lazyPart('What would do it', () =>
  import('./AllowingChangeList.tsx').then(({ AllowingChangeList }) => AllowingChangeList),
)

interface WhatWouldDoItProps {
  readonly refused: boolean
  /** The first answer is shown, so other parts may load. */
  readonly firstAnswerShown: boolean
}

/** Below a refusal: the changes after which the request is allowed. After one was applied: that one, to be undone. */
export function WhatWouldDoIt({ refused, firstAnswerShown }: WhatWouldDoItProps) {
  const scenario = usePlayground((now) => now.scenario)
  const [last, setLast] = useState<AppliedChange>()
  const applied = last?.scenario === scenario ? last : undefined
  // After undo the answer is still the allowed one, until the worker has answered.
  const shown = refused || applied !== undefined || last?.before === scenario
  useEffect(() => {
    if (firstAnswerShown) allowingChanges.load()
  }, [firstAnswerShown])
  if (!shown) return null
  return (
    <Drawer title="What would do it" glance={applied ? 'one change applied' : 'changes that allow it'}>
      <allowingChanges.Shown applied={applied} onApplied={setLast} />
    </Drawer>
  )
}
