import { useState } from 'react'

/** A value for as long as it is fresh; after that the last fresh one, which is the same object until there is a newer. */
export function useKeepWhileStale<T>(value: T, fresh: boolean): T {
  const [kept, setKept] = useState(value)
  if (fresh && !Object.is(kept, value)) setKept(value)
  return fresh ? value : kept
}
