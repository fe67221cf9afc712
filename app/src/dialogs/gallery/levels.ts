import type { Level } from '@authz-playground/examples/route'

/** The levels as people read them. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  first: 'first look',
  further: 'further',
  expert: 'expert',
}
