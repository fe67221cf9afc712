import type { Example } from './example.ts'
import { FIRST } from './first.ts'
import others from './made/others.json' with { type: 'json' }

/**
 * All examples, by their documents. The first one is what the playground opens on. {@link ROUTES} orders the gallery.
 * `pnpm examples` makes the JSON of `gallery.yaml` and the scenario documents that it lists, whose reader holds them to their types.
 */
export const EXAMPLES: readonly Example[] = [FIRST, ...(others as unknown as readonly Example[])]

export type { Example, ExampleForm, Expected, ExpectedResult } from './example.ts'
export { ROUTES } from './routes.ts'
