// Writes links. A chunk of its own, which loads when somebody opens an edited scenario in the playground.
export { linkHash } from '@authz-playground/engine/scenario-file'
