import { loadDesigns } from '@authz-playground/engine'

/** Every design: what a vector may name. */
export const DESIGNS = await loadDesigns()
