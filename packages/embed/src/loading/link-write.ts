// What writes links, in a chunk of its own: it waits for somebody who opens an edited scenario in the playground.
export { linkHash } from '@authz-playground/engine/scenario-file'
