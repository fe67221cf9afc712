// A chunk of its own, for the few requests that need it: definitions of custom resources.
export { DEFINITIONS } from '@authz-playground/engine'
