import { loadDesigns } from '@authz-playground/engine'

/** Every design: what a vector may name. */
export const ALL_DESIGNS = await loadDesigns()
