// Reads links. A chunk of its own, because most pages write their scenarios out.
export { readLinkHash } from '@authz-playground/engine/documents'
