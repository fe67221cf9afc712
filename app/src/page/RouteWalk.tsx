import type { Place } from '@authz-playground/examples/route'
import { IconButton } from '../ui/index.ts'
import styles from './RouteWalk.module.css'

interface RouteWalkProps {
  /** The place of the open example on its route; undefined where it is on none, or the routes are not loaded yet. */
  readonly place: Place | undefined
  /** The header has no room for the name of the route. */
  readonly short: boolean
  /** Opens the example of this id. */
  onOpen(example: string): void
}

/** Leads to the neighbours of the open example on its route, and says where on the route it is. */
export function RouteWalk({ place, short, onOpen }: RouteWalkProps) {
  const { before, after, route } = place ?? {}
  return (
    <span className={styles.walk}>
      <IconButton
        icon="previous"
        label="Previous example"
        aria-disabled={before === undefined}
        onClick={() => before !== undefined && onOpen(before)}
      />
      <span className={styles.place}>
        {place && `${place.at + 1} of ${place.of}`}
        {route && !short && <span className={styles.route}> · {route.title}</span>}
      </span>
      <IconButton
        icon="next"
        label="Next example"
        aria-disabled={after === undefined}
        onClick={() => after !== undefined && onOpen(after)}
      />
    </span>
  )
}
