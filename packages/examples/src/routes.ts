import { START } from './first-steps.ts'
import made from './made/routes.json' with { type: 'json' }
import type { Route } from './route.ts'

/**
 * The gallery as paths, in the order in which it shows them, of `gallery.yaml`. Every example is on one of them, once. Within a
 * route the levels rise.
 */
export const ROUTES: readonly Route[] = [START, ...(made as readonly Route[])]
