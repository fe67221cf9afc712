import type { Design } from './design.ts'
import { loadDesigns } from './registry.ts'

/** Every design, loaded: for programs that may need any of them at once. A page loads the one that it shows (`loadDesign`). */
export const DESIGNS: readonly Design[] = await loadDesigns()
