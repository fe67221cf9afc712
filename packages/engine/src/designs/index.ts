import { constrained } from './constrained/constrained.ts'
import type { Design } from './design.ts'
import { legacy } from './legacy/legacy.ts'
import { proposal } from './proposal/proposal.ts'

/** The designs that the playground offers, in the order in which it shows them. Adding one is a folder and a line here. */
export const DESIGNS: readonly Design[] = [constrained, proposal, legacy]

export * from './design.ts'
export { flowchart } from './flowchart.ts'
export { ServerMemory } from './server-memory.ts'
