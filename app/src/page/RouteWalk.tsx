import type { Place } from '@authz-playground/examples/route'
import { IconButton } from '../ui/index.ts'
import styles from './AboutScenario.module.css'

interface RouteWalkProps {
  /** The place of the open example on its route. */
  readonly place: Place
  /** Opens the example of this id. */
  onOpen(example: string): void
}

/** Leads to the neighbours of the open example on its route, and says where on the route it is. */
export function RouteWalk({ place: { before, after, route, at, of }, onOpen }: RouteWalkProps) {
  return (
    <p className={styles.walk}>
      <IconButton
        icon="previous"
        label="Previous example"
        aria-disabled={before === undefined}
        onClick={() => before !== undefined && onOpen(before)}
      />
      {at + 1} of {of} · {route.title}
      <IconButton
        icon="next"
        label="Next example"
        aria-disabled={after === undefined}
        onClick={() => after !== undefined && onOpen(after)}
      />
    </p>
  )
}
