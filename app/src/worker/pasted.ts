// What a pasted text is: a chunk that loads with the first paste.
export { recognise } from '@authz-playground/engine/pasted'
