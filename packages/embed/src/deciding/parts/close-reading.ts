// A chunk of its own, for texts that are not as nearly all are: validation, and the words for what is wrong.
export { CLOSE_READING } from '@authz-playground/engine'
