import { useRef } from 'react'

/** A value for as long as it is fresh; after that the last fresh one, which is the same object until there is a newer. */
export function useLastFresh<T>(value: T, fresh: boolean): T {
  const last = useRef(value)
  if (fresh) last.current = value
  return last.current
}
