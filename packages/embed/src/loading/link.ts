// What inflates links, in a chunk of its own: most pages write their scenarios out.
export { readLinkHash } from '@authz-playground/engine/scenario-file'
