// A chunk of its own, for the few requests that have selectors.
export { SELECTOR_READING } from '@authz-playground/engine'
