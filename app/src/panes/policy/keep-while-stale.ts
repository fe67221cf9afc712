import { useState } from 'react'

/** Returns the value while it is fresh. While it is stale, returns the last fresh value, always the same object. */
export function useKeepWhileStale<T>(value: T, fresh: boolean): T {
  const [kept, setKept] = useState(value)
  if (fresh && !Object.is(kept, value)) setKept(value)
  return fresh ? value : kept
}
