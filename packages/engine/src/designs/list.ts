import { CONSTRAINED } from './constrained/about.ts'
import type { DesignAbout } from './design.ts'
import { LEGACY } from './legacy/about.ts'
import { PROPOSAL } from './proposal/about.ts'

/** What is known of each design without loading it, in the order of `DESIGNS`. */
export const DESIGN_LIST: readonly DesignAbout[] = [CONSTRAINED, PROPOSAL, LEGACY]
