// A chunk of its own, for scenarios that need it: what a request changes.
export { changeReader } from '@authz-playground/engine'
